// A score or a gain in words, with what it is made of.
import { figure, gain, t } from './words.svelte';

export type Part = [what: string, points: number];

/** The total and what it is for: `+3 = 2 for the transfer + 1 for stations marked`; the total alone where there is nothing to tell. */
export function split(total: number, parts: Part[]): string {
  const told = parts.filter(([, points]) => points !== 0);
  const [only] = told;
  if (!only) return gain(total);
  if (told.length === 1) return t('split.for', { points: gain(total), what: only[0] });
  return t('split', { total: gain(total), parts: row(told, (what, points) => t('split.for', { points, what })) });
}

/** The parts of a score in a row: `8 (lines) + 6 (transfers) − 4 (8 empty stations)`. */
export function sum(parts: Part[]): string {
  return row(parts, (what, points) => `${points}\u00a0(${what.charAt(0).toLowerCase()}${what.slice(1)})`);
}

function row(parts: Part[], tell: (what: string, points: string) => string): string {
  return parts
    .map(([what, points], i) => `${points < 0 ? (i ? ' − ' : '−') : i ? ' + ' : ''}${tell(what, figure(Math.abs(points)))}`)
    .join('');
}
