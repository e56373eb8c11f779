// One random game as people see it, whoever looks: the twin of tests/wasm/faces.py, which tells the same of the same game.
import { CHANCE, SPECTATOR, type Actions, type Eyes, type Game, type Moves } from '@/engine/game';
import { below, generator, weighted } from '@/engine/generator';

export interface Asked {
  seed: string;
  /** At most so many steps; and so many from one look to the next. */
  most: number;
  every: number;
  /** Texts that are moves of no game, or of few. */
  nonsense: string[];
  /** The step of which everything is told in full; of the others, digests. */
  whole: number | null;
}

/** A few digits that stand for bytes: the beginning of their SHA-256. */
export type Digest = (bytes: Uint8Array) => string;

/** What is told at one step, by what it is. */
type Told = Record<string, unknown>;

export function faces(game: Game, asked: Asked, digest: Digest): Told[] {
  const rng = generator(game.engine, asked.seed);
  const weights = game.engine.ints(game.engine.description.most);
  const [state, before] = [game.blank(), game.blank()];
  const steps: Told[] = [];
  let heard = asked.nonsense;
  game.setup(state);
  for (let step = 0; step < asked.most; step++) {
    const acting = game.actors(state);
    const looking = step % asked.every === 0;
    const told: Told = looking ? look(game, state, heard) : {};
    steps.push(told);
    if (acting.length === 0) break;
    const [actor, text, actions] = acting[0] === CHANCE ? drawn() : chosen(acting);
    game.engine.assign(before, state);
    for (const action of actions) game.apply(state, actor, action);
    const notes = game.story(before, actor, actions, state);
    told.story = notes.map(({ key, params = {}, seats = null }) => ({ key, params, seats }));
    if (looking) {
      for (const eye of eyes(game)) told[`witness ${eye}`] = game.witness(before, actor, text, eye);
      heard = [...asked.nonsense, text];
    }
  }
  for (const one of [rng, weights, state, before]) game.engine.release(one);
  return steps.map((told, step) => (step === asked.whole ? told : digests(told, digest)));

  function drawn(): [number, string, Actions] {
    const outcomes = [...game.outcomes(state)];
    weights.fill(outcomes.map(([, { weight }]) => weight));
    const [text, { action }] = outcomes[weighted(rng, weights, outcomes.length)]!;
    return [CHANCE, text, [action]];
  }

  function chosen(acting: number[]): [number, string, Actions] {
    const seat = acting[below(rng, acting.length)]!;
    const actions = game.actions(state, seat);
    const first = actions[below(rng, actions.length)]!;
    const moves = [...game.moves(state, seat)].filter(([, [action]]) => action === first);
    return [seat, ...moves[below(rng, moves.length)]!];
  }
}

function eyes(game: Game): number[] {
  return Array.from({ length: game.players + 1 }, (_, i) => i + SPECTATOR);
}

/** Everything there is to see in a position, and how texts are read there. */
function look(game: Game, state: ReturnType<Game['blank']>, heard: string[]): Told {
  const told: Told = {};
  const known = game.blank();
  for (const eye of [...eyes(game), '*' as const]) {
    const seen: Eyes = eye === SPECTATOR ? null : eye;
    game.engine.assign(known, state);
    game.conceal(known, seen);
    told[`view ${eye}`] = game.view(known, seen);
  }
  game.engine.release(known);
  for (const seat of game.actors(state)) {
    const moves: Moves =
      seat === CHANCE
        ? new Map([...game.outcomes(state)].map(([text, { action, weight }]) => [text, [action, weight]]))
        : game.moves(state, seat);
    told[`moves ${seat}`] = [...moves];
    const texts = [...heard, ...moves.keys()];
    told[`read ${seat}`] = texts.map((text) => [text, game.faces.read(game, state, seat, text)]);
  }
  return told;
}

function digests(told: Told, digest: Digest): Record<string, string> {
  const text = new TextEncoder();
  return Object.fromEntries(Object.entries(told).map(([what, value]) => [what, digest(text.encode(canonical(value)))]));
}

/** JSON in which the order of names tells nothing; an object of JavaScript would put numbers first. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`;
}
