import { describe, expect, it } from 'vitest';
import { fixed, mean, meanOfSome, rounded, sum, total } from '@/engine/figures';

describe('figures as Python has them', () => {
  it('are rounded to the even neighbour where they lie exactly half-way, and only there', () => {
    expect([0.03125, 0.09375, -0.03125].map((one) => rounded(one, 4))).toEqual([0.0312, 0.0938, -0.0312]);
    expect([0.5, 1.5, 2.5, -0.5].map((one) => rounded(one) + 0)).toEqual([0, 2, 2, 0]);
    expect([fixed(3.25, 1), fixed(3.35, 1), fixed(-0.04, 1)]).toEqual(['3.2', '3.4', '-0.0']);
  });

  it('are added up in eight lanes, and in halves where they are many', () => {
    const lanes = Array.from({ length: 8 }, (_, i) => (i === 0 ? 1e16 : 1));
    expect(sum(lanes)).toBe(1e16 + 1 + 2 + 4);
    const many = Array.from({ length: 300 }, () => 0.1);
    expect(sum(many)).toBe(sum(many, 0, 144) + sum(many, 144, 156));
  });

  it('have intervals of paired differences, and none where too few futures tell', () => {
    expect(mean(Float64Array.of(1, 2, 3), 1.96)).toEqual({ mean: 2, low: 0.8684, high: 3.1316 });
    expect(meanOfSome(Float64Array.of(1, NaN, NaN), 1.96, 20)).toBeNull();
    expect(total([mean(Float64Array.of(1, 2, 3), 1.96), { mean: 1, low: 1, high: 1 }]).mean).toBe(3);
  });
});
