// The levels of bots as `bots/levels.py` has them: each knows what its seat knows, imagines the rest, and plays here as it plays
// on a server.
import type { Engine } from './engine';
import type { Game } from './game';
import { below, generator, unit } from './generator';
import type { Numbers, Place } from './memory';
import { Search } from './search';

/** One decision to make. */
export interface Decision {
  game: Game;
  /** The position, with everything wiped that this seat cannot know. */
  state: Uint8Array;
  seat: number;
  /** Where a bot that plays dice takes its luck from; equal seeds, equal choices. */
  seed: string;
  /** What the history tells about what is hidden, where it tells anything. */
  evidence?: readonly number[] | undefined;
}

/** Chooses an action; `step` counts those of a move that has several. */
export type Choose = (state: Place, step: number) => number;

const searches = new WeakMap<Engine, Search>();

/** The search of an engine, with its memory laid out once. */
export function searchOf(engine: Engine): Search {
  let found = searches.get(engine);
  if (!found) searches.set(engine, (found = new Search(engine)));
  return found;
}

/** The notation of the move a bot of this level chooses. */
export function choose(decision: Decision, level: string): string {
  const { game, state, seat, seed } = decision;
  const { levels, search } = game.engine.description;
  const now = game.blank();
  const rng = generator(game.engine, `${level}/${seed}`);
  try {
    game.engine.assign(now, state);
    const moves = game.moves(now, seat);
    if (level === 'random') return [...moves.keys()][below(rng, moves.size)]!;
    const many = [...moves.values()].some((actions) => actions.length > 1);
    const by: { [level: string]: () => Choose } = {
      novice: () => (position) => hasty(game, position, seat, rng),
      regular: () => searching(decision, shares(1000 * levels.brief, many), search.regular),
      expert: () => searching(decision, shares(1000 * levels.think, many)),
    };
    return stepwise(decision, now, (by[level] ?? by['regular']!)());
  } finally {
    game.engine.release(rng);
    game.engine.release(now);
  }
}

/** Build a move action by action until it is whole, and write it down. */
export function stepwise({ game, state, seat }: Decision, now: Place, choose: Choose): string {
  const actions: number[] = [];
  for (;;) {
    const action = choose(now, actions.length);
    actions.push(action);
    if (game.finished(seat, actions)) break;
    game.apply(now as never, seat, action);
  }
  game.engine.assign(now, state);
  return game.faces.text(game, now as never, seat, actions);
}

/** The time for each action of a move: all of it where a single one makes a move, else most of what is left. */
function shares(left: number, many: boolean): () => number {
  return () => {
    const share = many ? 0.6 * left : left;
    left -= share;
    return share;
  };
}

function searching({ game, seat, seed, evidence }: Decision, share: () => number, simulations?: number): Choose {
  const search = searchOf(game.engine);
  return (state, step) => {
    const discretion = evidence && ((action: number) => game.discretion(state as never, seat, action, evidence));
    const luck = `${seed}/${step}`;
    return search.think({ board: game.board, state, seat, seed: luck, evidence, discretion, simulations, milliseconds: share() }).action;
  };
}

/** The notation of the move after which the position looks best: as `bots/greedy.py` chooses it. */
export function greedy(decision: Decision): string {
  const { game, state, seat, seed } = decision;
  const now = game.blank();
  const rng = generator(game.engine, `greedy/${seed}`);
  try {
    game.engine.assign(now, state);
    return stepwise(decision, now, (position) => promising(game, position, seat, rng));
  } finally {
    for (const one of [now, rng]) game.engine.release(one);
  }
}

/** The action after which the position looks best, ties broken by dice. */
function promising(game: Game, state: Place, seat: number, rng: Numbers): number {
  const { engine, board } = game;
  const [truth, after] = [game.blank(), game.blank()];
  try {
    engine.assign(truth, state);
    engine.call('conceal', board, truth, seat);
    engine.call('imagine', board, truth, seat, rng);
    let [found, record, ties] = [-1, -Infinity, 0];
    for (const action of game.actions(truth, seat)) {
      engine.assign(after, truth);
      game.apply(after, seat, action);
      const value = engine.call('judge', board, after, seat);
      if (value > record) [found, record, ties] = [action, value, 1];
      else if (value === record && below(rng, ++ties) === 0) found = action;
    }
    return found;
  } finally {
    for (const one of [truth, after]) engine.release(one);
  }
}

/** Any action, or the one after which the position looks best. */
function hasty(game: Game, state: Place, seat: number, rng: Numbers): number {
  if (unit(rng) >= game.engine.description.levels.haste) return promising(game, state, seat, rng);
  const actions = game.actions(state as never, seat);
  return actions[below(rng, actions.length)]!;
}
