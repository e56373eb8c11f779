// Means and their intervals, number for number as `coach/trying.py` and `coach/verdicts.py` come to them.

/** A mean and its 95 % interval. */
export interface Figure {
  mean: number;
  low: number;
  high: number;
}

/** Up to so many numbers are added up in eight sums; more in two halves. */
const BLOCK = 128;
const LANES = 8;

/** The sum of these numbers from one place to another, added up in the order NumPy does it. */
export function sum(numbers: ArrayLike<number>, from = 0, n = numbers.length): number {
  let total = 0;
  if (n < LANES) {
    for (let i = 0; i < n; i++) total += numbers[from + i]!;
    return total;
  }
  if (n > BLOCK) {
    const half = Math.floor(n / 2) - (Math.floor(n / 2) % LANES);
    return sum(numbers, from, half) + sum(numbers, from + half, n - half);
  }
  const lanes = Array.from({ length: LANES }, (_, i) => numbers[from + i]!);
  let i = LANES;
  for (; i < n - (n % LANES); i += LANES) for (let lane = 0; lane < LANES; lane++) lanes[lane]! += numbers[from + i + lane]!;
  const [a, b, c, d, e, f, g, h] = lanes as [number, number, number, number, number, number, number, number];
  total = a + b + (c + d) + (e + f + (g + h));
  for (; i < n; i++) total += numbers[from + i]!;
  return total;
}

/** With so many decimals; what lies exactly half-way becomes even, as in Python. */
export function fixed(value: number, digits: number): string {
  if (Math.abs(value * 2 ** (digits + 1)) % 2 !== 1) return value.toFixed(digits);
  const unit = 10 ** digits;
  return ((2 * Math.round((value * unit) / 2)) / unit).toFixed(digits);
}

/** To so many decimals, as a number. */
export const rounded = (value: number, digits = 0): number => Number(fixed(value, digits));

export const average = (numbers: ArrayLike<number>): number => sum(numbers) / numbers.length;

/** The mean of some futures, with its interval of so many standard errors. */
export function mean(values: Float64Array, wide: number): Figure {
  const n = values.length;
  const middle = average(values);
  const squares = values.map((one) => (one - middle) * (one - middle));
  const apart = n > 1 ? (wide * Math.sqrt(sum(squares) / (n - 1))) / Math.sqrt(n) : 0;
  return { mean: rounded(middle, 4), low: rounded(middle - apart, 4), high: rounded(middle + apart, 4) };
}

/** The mean over the futures that have anything to count, if they are enough. */
export function meanOfSome(values: Float64Array, wide: number, fewest: number): Figure | null {
  const there = values.filter((one) => !Number.isNaN(one));
  return there.length >= Math.min(fewest, values.length) ? mean(there, wide) : null;
}

/** Figures that have nothing to do with each other, added up. */
export function total(figures: readonly Figure[]): Figure {
  const middle = figures.reduce((all, one) => all + one.mean, 0);
  const apart = spread(figures);
  return { mean: rounded(middle, 4), low: rounded(middle - apart, 4), high: rounded(middle + apart, 4) };
}

/** Half the interval of their sum. */
export function spread(figures: readonly Figure[]): number {
  return Math.sqrt(figures.reduce((all, { low, high }) => all + ((high - low) / 2) ** 2, 0));
}
