// Random numbers as `core/rng.py` has them, on the same four words, which kernels go on with.
import type { Engine } from './engine';
import type { Numbers } from './memory';
import { sha256 } from './sha256';

/** Set a generator to what a seed stands for. */
export function seed(rng: Numbers, text: string): Numbers {
  const digest = new DataView(sha256(text).buffer);
  return rng.fill([0, 4, 8, 12].map((at) => digest.getUint32(at)));
}

/** A generator of its own. */
export function generator(engine: Engine, text: string): Numbers {
  return seed(engine.ints(4), text);
}

/** The next 32 random bits: xoshiro128++. */
export function word(rng: Numbers): number {
  const [a, b, c, d] = [rng.at(0), rng.at(1), rng.at(2), rng.at(3)];
  const total = (a + d) | 0;
  const result = (((total << 7) | (total >>> 25)) + a) >>> 0;
  const e = c ^ a;
  const f = d ^ b;
  rng.fill([(a ^ f) >>> 0, (b ^ e) >>> 0, (e ^ (b << 9)) >>> 0, ((f << 11) | (f >>> 21)) >>> 0]);
  return result;
}

/** A random whole number from 0 to n - 1. */
export function below(rng: Numbers, n: number): number {
  return Math.floor((word(rng) * n) / 2 ** 32);
}

/** A random number from 0 up to, but not including, 1. */
export function unit(rng: Numbers): number {
  return word(rng) / 2 ** 32;
}

/** An index below n, in proportion to the first n weights. */
export function weighted(rng: Numbers, weights: Numbers, n: number): number {
  const all = weights.list(n);
  let left = below(
    rng,
    all.reduce((total, one) => total + one, 0),
  );
  for (let i = 0; i < n; i++) {
    left -= all[i]!;
    if (left < 0) return i;
  }
  return n - 1;
}
