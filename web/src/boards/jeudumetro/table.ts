// Small words about the table of Le Jeu du Métro.
import type { JeudumetroView, Line } from '@/lib/types';

export type Play = JeudumetroView['moves'][number];
export type Place = JeudumetroView['places'][number];
export interface JeudumetroScene { places: { place: string; seat: number; left: string }[]; circle: string[]; deck: Record<string, number>; objectives: Record<string, number>; art: Record<string, string> }

export const ORDER = ['V1', 'V2', 'V3', 'SP', 'HP', 'M1', 'M2', 'M3', 'CT', 'CS', 'PP', 'TE', 'CO', 'CC', 'AI'];

/** The moves that agree with what has been tapped so far: a card, then places in any order they may be named. */
export function matching(moves: Play[], card: string | null, taps: string[]): Play[] {
  if (card === null) return [];
  return moves.filter((move) => {
    if (move.card !== card) return false;
    if (move.victim !== null) return taps.every((tap) => move.targets.includes(tap));
    const ordered = card === 'CO';
    return ordered ? taps.every((tap, i) => move.targets[i] === tap) : taps.every((tap) => move.targets.includes(tap));
  });
}

/** The places these lines of the log tell of, with the passengers each gained in all. */
export function movements(lines: Line[], places: Place[]): Map<string, number> {
  const found = new Map<string, number>();
  const move = (place: unknown, n: number) => found.set(String(place), (found.get(String(place)) ?? 0) + n);
  for (const line of lines) {
    const { place, before, after, here, there, n, seat } = line.params ?? {};
    if (place !== undefined) move(place, typeof before === 'number' && typeof after === 'number' ? after - before : 0);
    else if (here !== undefined) {
      const changed = line.key.endsWith('.CO') ? Number(n) : 0;
      move(here, -changed);
      move(there, changed);
    } else if (/\.(HP|CS)$/.test(line.key)) places.forEach((one) => move(one.place, 0));
    else if (typeof seat === 'number') places.filter((one) => one.seat === seat).forEach((one) => move(one.place, 0));
  }
  return found;
}
