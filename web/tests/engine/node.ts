// Answers questions about compiled games, a line of JSON each: tests/wasm and benchmarks/wasm.py ask them, beside Python.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
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
import { faces, type Asked as FacesAsked } from './faces';
import { walk } from './walk';

interface Asked extends FacesAsked {
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

const built = process.argv[2]!;
const descriptions: Record<string, Description> = { correspondances, jeudumetro, metrox, odyssee };
const all = { correspondances: ofCorrespondances, jeudumetro: ofJeudumetro, metrox: ofMetrox, odyssee: ofOdyssee } as unknown as Record<
  string,
  Faces<Description, unknown, View>
>;
const engines = new Map<string, { engine: Engine; search: Search }>();

function engineOf(game: string) {
  let found = engines.get(game);
  if (!found) {
    const engine = new Engine(descriptions[game]!, new WebAssembly.Module(readFileSync(`${built}/${game}.wasm`)));
    engines.set(game, (found = { engine, search: new Search(engine) }));
  }
  return found;
}

const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));

function answer(asked: Asked): unknown {
  const { engine, search } = engineOf(asked.game);
  if (asked.what === 'walk') return walk(engine, { ...asked, board: bytes(asked.board) });
  if (asked.what === 'faces') {
    const game = new Game(engine, all[asked.game]!, { ...asked, board: bytes(asked.board) });
    const told = faces(game, asked);
    game.release();
    return told;
  }
  const [board, state] = [engine.record('Board'), engine.record('State')];
  engine.assign(board, bytes(asked.board));
  engine.assign(state, bytes(asked.state));
  const began = process.cpuUsage();
  const told = asked.what === 'think' ? think(search, board, state, asked) : rollouts(engine, board, state, asked);
  const { user, system } = process.cpuUsage(began);
  engine.release(board);
  engine.release(state);
  return { ...told, seconds: (user + system) / 1e6 };
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

for await (const line of createInterface({ input: process.stdin })) {
  let told: unknown;
  try {
    told = answer(JSON.parse(line) as Asked);
  } catch (fault) {
    told = { fault: String(fault) };
  }
  console.log(JSON.stringify(told));
}
