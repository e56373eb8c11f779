// Small words about the table of Le Jeu du Métro.
import type { JeudumetroScene, JeudumetroView, Line } from '@/lib/types';

export type { JeudumetroScene };
export type Play = JeudumetroView['moves'][number];
export type Place = JeudumetroView['places'][number];

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

export interface Hit {
  card: string;
  seat: number;
}

/** The cards played on each place, oldest first. */
export function hits(lines: Line[], places: Place[]): Map<string, Hit[]> {
  const found = new Map<string, Hit[]>();
  for (const line of lines) {
    const { card, seat, place, here, there, victim } = line.params ?? {};
    if (!line.key.startsWith('jeudumetro.play.') || typeof card !== 'string' || typeof seat !== 'number') continue;
    const named = [place, here, there].filter((one) => one !== undefined).map(String);
    const struck = named.length ? named : places.filter((one) => victim === undefined || one.seat === victim).map((one) => one.place);
    for (const one of struck) found.set(one, [...(found.get(one) ?? []), { card, seat }]);
  }
  return found;
}

/** The places these lines of the log tell of. */
export function touched(lines: Line[], places: Place[]): Set<string> {
  const found = new Set<string>();
  for (const line of lines) {
    const { place, here, there, seat } = line.params ?? {};
    const named = [place, here, there].filter((one) => one !== undefined).map(String);
    const all = /\.(HP|CS)$/.test(line.key) ? places : places.filter((one) => one.seat === seat);
    for (const one of named.length ? named : all.map((one) => one.place)) found.add(one);
  }
  return found;
}

/** How many passengers more than before these lines each place has, as far as they tell: the last of them undone first. */
export function gains(lines: Line[], places: Place[]): Map<string, number> {
  const before = new Map(places.map((one) => [one.place, one.passengers]));
  for (const line of lines.toReversed()) {
    const { place, before: was, here, there, n } = line.params ?? {};
    const kind = /^jeudumetro\.play\.(\w+)$/.exec(line.key)?.[1];
    const [one, other] = [String(here), String(there)];
    const add = (to: string, more: number) => before.set(to, before.get(to)! + more);
    if (typeof was === 'number') before.set(String(place), was);
    else if (kind === 'CO') {
      add(one, Number(n));
      add(other, -Number(n));
    } else if (kind === 'AI') {
      const swapped = before.get(one)!;
      before.set(one, before.get(other)!);
      before.set(other, swapped);
    } else if (kind === 'HP' || kind === 'CS') {
      // two each; where there were not enough, nobody is told for whom
      const each = Number(n) === 2 * places.length ? (kind === 'HP' ? -2 : 2) : NaN;
      for (const { place: every } of places) add(every, each);
    }
  }
  return new Map(places.map((one) => [one.place, one.passengers - before.get(one.place)! || 0]));
}

/**
 * In how many columns trains lie in a room of so many rem, few and long ones as long as all of them are seen; and whether
 * these are narrow.
 */
export function columns(trains: number, width: number, height: number): { wide: number; tight: boolean } {
  const small = width < 38 || height < 14;
  const [high, broad, narrow] = small ? [3.4, 10, 17] : [5.6, 17, 24];
  const most = Math.max(1, Math.min(3, Math.floor(width / broad)));
  let wide = trains > 3 && !small ? Math.min(2, most) : 1;
  while (wide < most && height / Math.ceil(trains / wide) < high) wide += 1;
  return { wide, tight: width / wide < narrow };
}
