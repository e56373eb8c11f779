// Answers to questions about compiled games, which tests/wasm and benchmarks/wasm.py ask beside Python.
import { choose, searchOf } from '@/engine/bots';
import type { Description } from '@/engine/description';
import { Engine } from '@/engine/engine';
import { Game, type Faces, type History, type Options, type Part } from '@/engine/game';
import { generator } from '@/engine/generator';
import { hint } from '@/engine/hint';
import { hindsight } from '@/engine/hindsight';
import { Match, type Step } from '@/engine/match';
import { answer, questions, review, subject } from '@/engine/review';
import type { Search } from '@/engine/search';
import { fill, type Params, type Sentence } from '@/lib/sentence';
import { better, counts, explained, headline, luck, possible, title } from '@/lib/telling';
import type { View } from '@/lib/types';
import { faces, type Asked as FacesAsked, type Digest } from './faces';
import { walk } from './walk';

/** A question of tests/wasm or benchmarks/wasm.py: bytes come in base64. */
export interface Asked extends FacesAsked {
  what: 'walk' | 'faces' | 'think' | 'choose' | 'rollouts' | 'review' | 'hint';
  /** Of the bot that chooses. */
  level: string;
  options: Options;
  scene: unknown;
  game: string;
  board: string;
  players: number;
  state: string;
  seat: number;
  /** What the seat has seen so far; without it, a search knows nothing of what is hidden. */
  history: History | null;
  simulations: number;
  games: number;
  /** Of the game that is reviewed. */
  moves: Step[];
  parts: Part[][];
  /** The catalogue it is told by, in each language. */
  words: Record<string, Record<string, Sentence>>;
}

/** What the machine that answers has: modules of games, a quick digest, and a clock in seconds. */
export interface Machine {
  module(game: string): WebAssembly.Module;
  digest: Digest;
  clock(): number;
}

type State = ReturnType<Game['blank']>;

const games = import.meta.glob<{ description: Description; faces: Faces<Description, unknown, View> }>(
  '../../src/engine/games/*/index.ts',
  {
    eager: true,
  },
);
const part = (game: string) => games[`../../src/engine/games/${game}/index.ts`]!;

/** A function that answers what is asked about compiled games. */
export function answering(machine: Machine): (asked: Asked) => unknown {
  const engines = new Map<string, { engine: Engine; search: Search }>();

  function engineOf(game: string) {
    let found = engines.get(game);
    if (!found) {
      const engine = new Engine(part(game).description, machine.module(game));
      engines.set(game, (found = { engine, search: searchOf(engine) }));
    }
    return found;
  }

  return (asked) => {
    const { engine, search } = engineOf(asked.game);
    if (asked.what === 'walk') return walk(engine, { ...asked, board: bytes(asked.board) }, machine.digest);
    if (asked.what === 'faces') {
      const game = new Game(engine, part(asked.game).faces, { ...asked, board: bytes(asked.board) });
      const told = faces(game, asked, machine.digest);
      game.release();
      return told;
    }
    const game = new Game(engine, part(asked.game).faces, { ...asked, board: bytes(asked.board) });
    if (asked.what === 'choose') {
      const move = choose({ game: game as unknown as Game, state: bytes(asked.state), seat: asked.seat, seed: asked.seed }, asked.level);
      game.release();
      return { move };
    }
    if (asked.what === 'hint') {
      const { seat, seed, simulations, history } = asked;
      const at = { game: game as unknown as Game, state: bytes(asked.state), seat, seed, evidence: game.evidence(history!, seat) };
      const found = hint(at, simulations);
      game.release();
      return found;
    }
    if (asked.what === 'review') {
      const told = reviewed(game as unknown as Game, asked);
      game.release();
      return told;
    }
    const state = game.blank();
    engine.assign(state, bytes(asked.state));
    const began = machine.clock();
    const told = asked.what === 'think' ? think(search, game, state, asked) : rollouts(game, state, asked);
    const seconds = machine.clock() - began;
    engine.release(state);
    game.release();
    return { ...told, seconds };
  };
}

function bytes(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
}

function think(search: Search, game: Game, state: State, asked: Asked) {
  const { seat, seed, simulations } = asked;
  const evidence = asked.history ? game.evidence(asked.history, seat) : undefined;
  const discretion = (action: number) => (evidence ? game.discretion(state, seat, action, evidence) : 0);
  const thought = search.think({ board: game.board, state, seat, seed, simulations, evidence, discretion });
  return { ...thought, evidence: evidence ?? null, values: [...thought.values], visits: [...thought.visits] };
}

function reviewed(game: Game, { moves, seat, simulations, players, words }: Asked) {
  const names = Array.from({ length: players }, (_, one) => `Player ${one + 1}`);
  const match = new Match(game, names, null, moves);
  const all = questions(match, seat);
  const about = subject(match, seat, all, simulations);
  const found = review(
    about,
    all.map((one) => answer(one, simulations)),
  );
  const known = hindsight(match);
  const told = Object.entries(words).map(([language, sentences]) => {
    const say = (key: string, params: Params = {}) => fill(language, sentences[key]!, params);
    const teller = { say, name: (move: string) => move, players: names, manners: about.manners };
    const whole = [headline(names[seat]!, found, teller), counts(found, teller), luck(found, about.alone, teller)];
    if (known) whole.push(...possible(known, teller));
    return [language, [whole, ...found.decisions.map((one) => [title(one, teller), better(one, teller), explained(one, teller)])]];
  });
  return { found: { ...found, hindsight: known }, told: Object.fromEntries(told) as unknown };
}

function rollouts(game: Game, start: State, asked: Asked) {
  const { engine } = game;
  const [state, rng] = [game.blank(), generator(engine, asked.seed)];
  let decisions = 0;
  for (let i = 0; i < asked.games; i++) {
    engine.assign(state, start);
    decisions += engine.call('rollout', game.board, state, rng);
  }
  engine.release(state);
  engine.release(rng);
  return { decisions };
}
