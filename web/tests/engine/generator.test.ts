import { describe, expect, it } from 'vitest';
import { below, seed, unit, weighted, word } from '@/engine/generator';
import { Numbers } from '@/engine/memory';
import { sha256 } from '@/engine/sha256';

const row = (numbers: number[]) => new Numbers(new DataView(new ArrayBuffer(64)), 0, 'int64', [numbers.length]).fill(numbers);
const hex = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

describe('sha256', () => {
  it('gives the published digests', () => {
    expect(hex(sha256(''))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(hex(sha256('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    const long = 'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq';
    expect(hex(sha256(long))).toBe('248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1');
  });

  it('knows when it needs another block', () => {
    const lengths = [55, 56, 63, 64, 119, 120];
    expect(new Set(lengths.map((n) => hex(sha256('a'.repeat(n))))).size).toBe(lengths.length);
    expect(hex(sha256('a'.repeat(1_000_000)))).toBe('cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0');
  });
});

describe('the generator', () => {
  it('is xoshiro128++, with the published sequence', () => {
    const rng = row([1, 2, 3, 4]);
    expect(Array.from({ length: 5 }, () => word(rng))).toEqual([641, 1573767, 3222811527, 3517856514, 836907274]);
  });

  it('is seeded as in Python', () => {
    expect(seed(row([0, 0, 0, 0]), '1').list()).toEqual([0x6b86b273, 0xff34fce1, 0x9d6b804e, 0xff5a3f57]);
  });

  it('draws below a number, in the unit interval, and by weight', () => {
    const rng = seed(row([0, 0, 0, 0]), 'draws');
    for (let i = 0; i < 200; i++) {
      expect(below(rng, 7)).toBeOneOf([0, 1, 2, 3, 4, 5, 6]);
      expect(unit(rng)).toBeLessThan(1);
      expect(weighted(rng, row([1, 0, 3]), 3)).toBeOneOf([0, 2]);
    }
  });
});
