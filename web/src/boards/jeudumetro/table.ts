// Small words about the table of Le Jeu du Métro.
import type { JeudumetroNote, JeudumetroScene, JeudumetroView, Told } from '@/lib/types';

export type { JeudumetroScene };
export type Play = JeudumetroView['moves'][number];
export type Place = JeudumetroView['places'][number];
type Line = Told<JeudumetroNote>;
type Played = Extract<JeudumetroNote, { key: `jeudumetro.play.${string}` }>;

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

const isPlayed = (line: Line): line is Played => line.key.startsWith('jeudumetro.play.');

/** The places a line of the log names. */
function named({ params }: Line): string[] {
  if ('place' in params) return [params.place];
  return 'here' in params ? [params.here, params.there] : [];
}

/** The cards played on each place, oldest first. */
export function hits(lines: Line[], places: Place[]): Map<string, Hit[]> {
  const found = new Map<string, Hit[]>();
  for (const line of lines.filter(isPlayed)) {
    const { params } = line;
    const hit = { card: params.card, seat: params.seat };
    const all = places.filter((one) => !('victim' in params) || one.seat === params.victim).map((one) => one.place);
    const struck = named(line);
    for (const one of struck.length ? struck : all) found.set(one, [...(found.get(one) ?? []), hit]);
  }
  return found;
}

/** The places these lines of the log tell of. */
export function touched(lines: Line[], places: Place[]): Set<string> {
  const found = new Set<string>();
  for (const line of lines) {
    const { key, params } = line;
    const every = key === 'jeudumetro.play.HP' || key === 'jeudumetro.play.CS';
    const all = places.filter((one) => every || ('seat' in params && one.seat === params.seat)).map((one) => one.place);
    const told = named(line);
    for (const one of told.length ? told : all) found.add(one);
  }
  return found;
}

/** How many passengers more than before these lines each place has, as far as they tell: the last of them undone first. */
export function gains(lines: Line[], places: Place[]): Map<string, number> {
  const before = new Map(places.map((one) => [one.place, one.passengers]));
  for (const line of lines.toReversed()) {
    const { key, params } = line;
    const add = (to: string, more: number) => before.set(to, before.get(to)! + more);
    if ('before' in params) before.set(params.place, params.before);
    else if (key === 'jeudumetro.play.CO') {
      add(params.here, params.n);
      add(params.there, -params.n);
    } else if (key === 'jeudumetro.play.AI') {
      const swapped = before.get(params.here)!;
      before.set(params.here, before.get(params.there)!);
      before.set(params.there, swapped);
    } else if (key === 'jeudumetro.play.HP' || key === 'jeudumetro.play.CS') {
      // two each; where there were not enough, nobody is told for whom
      const each = params.n === 2 * places.length ? (key === 'jeudumetro.play.HP' ? -2 : 2) : NaN;
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
