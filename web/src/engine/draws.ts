// Fair draws as `core/draws.py` has them: committed to before the first one, verifiable by anybody after the last.
import { sha256 } from './sha256';

const BLOCK = 64;

export function hex(bytes: Uint8Array): string {
  return [...bytes].map((one) => one.toString(16).padStart(2, '0')).join('');
}

/** The 32 bytes a seed stands for: those its hex writes, or SHA-256 of a small number's text. */
export function seedOf(seed: number | string): Uint8Array {
  if (typeof seed === 'number') return sha256(String(seed));
  return Uint8Array.from(seed.match(/../g) ?? [], (one) => parseInt(one, 16));
}

/** What is shown before the first draw: SHA-256 of the seed. */
export function commitment(seed: Uint8Array): string {
  return hex(sha256(seed));
}

/** The outcome of a draw among these notations and their weights: HMAC-SHA256 of its number, modulo the total weight. */
export function pick(seed: Uint8Array, number: number, outcomes: ReadonlyMap<string, { weight: number }>): string {
  const texts = [...outcomes.keys()].sort();
  const total = texts.reduce((sum, text) => sum + outcomes.get(text)!.weight, 0);
  let left = Number(BigInt(`0x${hex(hmac(seed, String(number)))}`) % BigInt(total));
  for (const text of texts) {
    left -= outcomes.get(text)!.weight;
    if (left < 0) return text;
  }
  throw new RangeError('weights do not add up');
}

function hmac(key: Uint8Array, message: string): Uint8Array {
  const padded = (mask: number) => Uint8Array.from({ length: BLOCK }, (_, i) => (key[i] ?? 0) ^ mask);
  const inner = sha256(joined(padded(0x36), new TextEncoder().encode(message)));
  return sha256(joined(padded(0x5c), inner));
}

function joined(one: Uint8Array, other: Uint8Array): Uint8Array {
  const all = new Uint8Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}
