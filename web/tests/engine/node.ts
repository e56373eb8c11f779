// Answers questions about compiled games, a line of JSON each: tests/wasm asks them, beside Python.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { correspondances } from '@/engine/built/correspondances';
import { jeudumetro } from '@/engine/built/jeudumetro';
import { metrox } from '@/engine/built/metrox';
import { odyssee } from '@/engine/built/odyssee';
import type { Description } from '@/engine/description';
import { Engine } from '@/engine/engine';
import { Search } from '@/engine/search';
import { walk } from './walk';

interface Asked {
  what: 'walk' | 'think' | 'speed';
  game: string;
  board: string;
  players: number;
  seed: string;
  most: number;
  state: string;
  seat: number;
  evidence: number[] | null;
  discretion: Record<string, number>;
  simulations: number;
}

const built = process.argv[2]!;
const descriptions: Record<string, Description> = { correspondances, jeudumetro, metrox, odyssee };
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
  const [board, state] = [engine.record('Board'), engine.record('State')];
  engine.assign(board, bytes(asked.board));
  engine.assign(state, bytes(asked.state));
  const { seat, seed, simulations } = asked;
  const evidence = asked.evidence ?? undefined;
  const thought = search.think({ board, state, seat, seed, simulations, evidence, discretion: (action) => asked.discretion[action]! });
  engine.release(board);
  engine.release(state);
  return { ...thought, values: [...thought.values], visits: [...thought.visits] };
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
