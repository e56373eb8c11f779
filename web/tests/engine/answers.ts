// Answers to questions about compiled games, which tests/wasm and benchmarks/wasm.py ask beside Python.
import { correspondances } from '@/engine/built/correspondances';
import { jeudumetro } from '@/engine/built/jeudumetro';
import { metrox } from '@/engine/built/metrox';
import { odyssee } from '@/engine/built/odyssee';
import type { Description } from '@/engine/description';
import { Engine } from '@/engine/engine';
import { Game, type Faces, type Options } from '@/engine/game';
import { faces as ofCorrespondances } from '@/engine/games/correspondances';
import { faces as ofJeudumetro } from '@/engine/games/jeudumetro';
import { faces as ofMetrox } from '@/engine/games/metrox';
import { faces as ofOdyssee } from '@/engine/games/odyssee';
import { generator } from '@/engine/generator';
import type { Place } from '@/engine/records';
import { Search } from '@/engine/search';
import type { View } from '@/lib/types';
import { faces, type Asked as FacesAsked, type Digest } from './faces';
import { walk } from './walk';

/** A question of tests/wasm or benchmarks/wasm.py: bytes come in base64. */
export interface Asked extends FacesAsked {
  what: 'walk' | 'faces' | 'think' | 'rollouts';
  options: Options;
  scene: unknown;
  game: string;
  board: string;
  players: number;
  state: string;
  seat: number;
  evidence: number[] | null;
  discretion: Record<string, number>;
  simulations: number;
  games: number;
}

/** What the machine that answers has: modules of games, a quick digest, and a clock in seconds. */
export interface Machine {
  module(game: string): WebAssembly.Module;
  digest: Digest;
  clock(): number;
}

const descriptions: Record<string, Description> = { correspondances, jeudumetro, metrox, odyssee };
const all = { correspondances: ofCorrespondances, jeudumetro: ofJeudumetro, metrox: ofMetrox, odyssee: ofOdyssee } as unknown as Record<
  string,
  Faces<Description, unknown, View>
>;

/** A function that answers what is asked about compiled games. */
export function answering(machine: Machine): (asked: Asked) => unknown {
  const engines = new Map<string, { engine: Engine; search: Search }>();

  function engineOf(game: string) {
    let found = engines.get(game);
    if (!found) {
      const engine = new Engine(descriptions[game]!, machine.module(game));
      engines.set(game, (found = { engine, search: new Search(engine) }));
    }
    return found;
  }

  return (asked) => {
    const { engine, search } = engineOf(asked.game);
    if (asked.what === 'walk') return walk(engine, { ...asked, board: bytes(asked.board) }, machine.digest);
    if (asked.what === 'faces') {
      const game = new Game(engine, all[asked.game]!, { ...asked, board: bytes(asked.board) });
      const told = faces(game, asked, machine.digest);
      game.release();
      return told;
    }
    const [board, state] = [engine.record('Board'), engine.record('State')];
    engine.assign(board, bytes(asked.board));
    engine.assign(state, bytes(asked.state));
    const began = machine.clock();
    const told = asked.what === 'think' ? think(search, board, state, asked) : rollouts(engine, board, state, asked);
    const seconds = machine.clock() - began;
    engine.release(board);
    engine.release(state);
    return { ...told, seconds };
  };
}

function bytes(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
}

function think(search: Search, board: Place, state: Place, asked: Asked) {
  const { seat, seed, simulations } = asked;
  const evidence = asked.evidence ?? undefined;
  const thought = search.think({ board, state, seat, seed, simulations, evidence, discretion: (action) => asked.discretion[action]! });
  return { ...thought, values: [...thought.values], visits: [...thought.visits] };
}

function rollouts(engine: Engine, board: Place, start: Place, asked: Asked) {
  const [state, rng] = [engine.record('State'), generator(engine, asked.seed)];
  let decisions = 0;
  for (let i = 0; i < asked.games; i++) {
    engine.assign(state, start);
    decisions += engine.call('rollout', board, state, rng);
  }
  engine.release(state);
  engine.release(rng);
  return { decisions };
}
