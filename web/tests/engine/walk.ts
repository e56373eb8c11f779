// One random game, everything about it written down as digests: the twin of tests/wasm/walk.py, which plays the same game natively.
import { Engine } from '@/engine/engine';
import { CHANCE } from '@/engine/game';
import { below, seed, weighted } from '@/engine/generator';
import { bytesOf, type Numbers, type Row } from '@/engine/memory';
import type { Digest } from './faces';

const SCORES = 16;

export interface Game {
  board: Uint8Array;
  players: number;
  seed: string;
  /** At most so many steps. */
  most: number;
}

/** What was found at one step, a digest for each thing. */
type Found = Record<string, string>;

/** Digests of everything kernels say at every step of a game. */
export function walk(engine: Engine, game: Game, hash: Digest): Found[] {
  const digest = (...parts: (number | Uint8Array)[]) => hash(joined(parts));
  const { most } = engine.description;
  const [board, state, truth] = [engine.record('Board'), engine.record('State'), engine.record('State')];
  const [out, weights, scores, ranks] = [engine.ints(most), engine.ints(most), engine.ints(SCORES), engine.ints(SCORES)];
  const [rng, luck] = [engine.ints(4), engine.ints(4)];
  const [logits, scratch] = [engine.floats(most), engine.records('State', 2)];
  engine.assign(board, game.board);
  engine.call('setup', board, state);
  seed(rng, game.seed);
  const steps: Found[] = [];
  while (steps.length < game.most) {
    const mask = engine.call('actors', board, state);
    engine.call('scores', board, state, scores, ranks);
    const found: Found = {
      state: digest(bytesOf(state)),
      actors: digest(mask),
      stage: digest(engine.call('stage', board, state)),
      scores: digest(first(scores, game.players), first(ranks, game.players)),
      rng: digest(rng.bytes),
    };
    steps.push(found);
    for (let eye = -1; eye < game.players; eye++) {
      engine.assign(truth, state);
      engine.call('conceal', board, truth, eye);
      found[`conceal ${eye}`] = digest(bytesOf(truth));
      seed(luck, `${game.seed}/${steps.length}/${eye}`);
      engine.call('imagine', board, truth, eye, luck);
      found[`imagine ${eye}`] = digest(bytesOf(truth), luck.bytes);
    }
    if (mask === 0) break;
    engine.assign(truth, state);
    const decisions = engine.call('rollout', board, truth, luck);
    found.rollout = digest(decisions, bytesOf(truth), luck.bytes);
    if (mask === engine.description.chance_bit) {
      const n = engine.call('chances', board, state, out, weights);
      found.chances = digest(first(out, n), first(weights, n));
      engine.call('apply', board, state, CHANCE, out.at(weighted(rng, weights, n)));
      continue;
    }
    const seats = Array.from({ length: game.players }, (_, seat) => seat).filter((seat) => (mask >> seat) & 1);
    for (const seat of seats) {
      const n = engine.call('legal', board, state, seat, out);
      found[`legal ${seat}`] = digest(first(out, n));
      engine.call('appeal', board, state, seat, out, n, logits);
      found[`appeal ${seat}`] = digest(first(logits, n));
      const known = [
        engine.call('judge', board, state, seat),
        engine.call('worth', board, state, seat),
        engine.call('clue', board, state, seat),
      ];
      found[`known ${seat}`] = digest(...known);
      const best = engine.call('best', board, state, seat, luck, { out, weights, scratch, greedy: 0 });
      found[`best ${seat}`] = digest(best, luck.bytes);
    }
    const seat = seats[below(rng, seats.length)]!;
    const n = engine.call('legal', board, state, seat, out);
    engine.call('apply', board, state, seat, out.at(below(rng, n)));
  }
  for (const one of [board, state, truth, out, weights, scores, ranks, rng, luck, logits, scratch]) engine.release(one);
  return steps;
}

function first(numbers: Numbers, n: number): Uint8Array {
  return (numbers as Row).bytes.subarray(0, n * numbers.item);
}

/** Numbers and bytes, one after the other. */
function joined(parts: (number | Uint8Array)[]): Uint8Array {
  const bytes = parts.map((part) => (typeof part === 'number' ? new Uint8Array(Float64Array.of(part).buffer) : part));
  const all = new Uint8Array(bytes.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of bytes) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
