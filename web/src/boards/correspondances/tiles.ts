// How a tile is drawn: its ports joined colour by colour, inside a square of 100, y downwards; and what laying it does.
import type { CorrespondancesScene, CorrespondancesView } from '@/lib/types';
import { say } from '@/lib/words.svelte';

export type { CorrespondancesScene };

export const COLOURS: Record<string, string> = { 1: '#cf2f2a', 2: '#1d5fc4', 3: '#e0a800', 4: '#15824f', M: '#14203a' };
/** White strokes over a line, so that lines differ without colour: solid, dashed, double, dotted. */
export const DASHES: Record<string, { dash: string; width: number } | null> = {
  1: null,
  2: { dash: '9 7', width: 3.5 },
  3: { dash: '', width: 4 },
  4: { dash: '0 8', width: 5 },
};

const PORT: [number, number][] = [
  [50, 0],
  [100, 50],
  [50, 100],
  [0, 50],
];

interface Stroke {
  line: string;
  d: string;
  under?: boolean;
}

export function strokes(ports: string, kind: string): Stroke[] {
  const by = new Map<string, number[]>();
  [...ports].forEach((line, side) => line !== '-' && by.set(line, [...(by.get(line) ?? []), side]));
  const found: Stroke[] = [];
  for (const [line, sides] of by) {
    if (kind === 'end' || sides.length === 1) {
      for (const side of sides) found.push({ line, d: `M${PORT[side]!.join(' ')}L${at(side, 26).join(' ')}` });
    } else if (sides.length === 2) {
      const [a, b] = sides as [number, number];
      const across = b - a === 2;
      found.push({
        line,
        d: across ? `M${PORT[a]!.join(' ')}L${PORT[b]!.join(' ')}` : `M${PORT[a]!.join(' ')}Q50 50 ${PORT[b]!.join(' ')}`,
        under: kind === 'bridge' && a === 1,
      });
    } else {
      found.push({ line, d: 'M50 0V100M0 50H100' });
    }
  }
  return found.sort((a, b) => Number(b.under ?? false) - Number(a.under ?? false));
}

/** The point this far inside a side. */
export function at(side: number, depth: number): [number, number] {
  const [x, y] = PORT[side]!;
  return [x + ((50 - x) / 50) * depth, y + ((50 - y) / 50) * depth];
}

/** The tilt of the station on a double bend, or null on a cross. */
export function tilt(ports: string): number | null {
  if (ports[0] === ports[2]) return null;
  return ports[0] === ports[1] ? -45 : 45;
}

export type Placement = CorrespondancesView['moves'][number];

export function kindOf(drawn: string): string {
  const sign = drawn.at(-1);
  return sign === '+' ? 'cross' : sign === ')' ? 'bend' : sign === 'x' ? 'bridge' : 'junction';
}

/** Where the end on the right lies; the one on the left is at 0. */
const RIGHT = 5;

/** A cell of the table in words, counted from the row both ends lie in. */
export function cellName(x: number, y: number): string {
  const column = x < 0 ? 'column.left' : x > RIGHT ? 'column.right' : 'column';
  const n = x < 0 ? -x : x > RIGHT ? x - RIGHT : x + 1;
  const row = say(`web-correspondances.row.${y === 0 ? '0' : y > 0 ? 'up' : 'down'}`, { n: Math.abs(y) });
  return say('web-correspondances.place', { column: say(`web-correspondances.${column}`, { n }), row });
}

/** A number at the edge of what is shown: `text` is how a sentence counts the columns and rows of cells. */
export interface EdgeMark {
  column: number | null;
  row: number | null;
  x: number;
  y: number;
  text: string;
}

/** The columns of a frame along its top and its rows along its left side, as `cellName` counts them. */
export function edgeMarks([left, low, right, high]: readonly [number, number, number, number]): EdgeMark[] {
  const far = (n: number, back: string, on: string) => (n < 0 ? `${back}${-n}` : `${on}${n}`);
  const top = -high * 100 - AIR + MARK;
  const columns = Array.from({ length: right - left + 1 }, (_, i) => left + i).map((column) => ({
    column,
    row: null,
    x: column * 100 + 50,
    y: top,
    text: column >= 0 && column <= RIGHT ? `${column + 1}` : far(column < 0 ? column : column - RIGHT, '←', '→'),
  }));
  const rows = Array.from({ length: high - low + 1 }, (_, i) => high - i).map((row) => ({
    column: null,
    row,
    x: left * 100 - AIR + MARK,
    y: -row * 100 + 50,
    text: row === 0 ? '0' : far(row, '↓', '↑'),
  }));
  return [...columns, ...rows];
}

/** The name of an end stands upright on its own tile, along the side that is glued to the row. */
export const PLATE = { long: 92, high: 26 };
const SIDE = 84;

/** The middle of the name of the end in this column. */
export const plateAt = (column: number) => ({ x: column * 100 + (column === 0 ? SIDE : 100 - SIDE), y: 50 });

const AIR = 12;
/** Half of the room a number at the edge takes. */
const MARK = 23;

/** What of the table is shown: a frame of cells, and some air. */
export function boundsOf([left, low, right, high]: readonly [number, number, number, number]): {
  x: number;
  y: number;
  w: number;
  h: number;
} {
  return { x: left * 100 - AIR, y: -high * 100 - AIR, w: (right - left + 1) * 100 + 2 * AIR, h: (high - low + 1) * 100 + 2 * AIR };
}

type Trip = NonNullable<CorrespondancesView['trips'][number]>;

/** The trips these eyes know of, with whose they are: one's own, or everybody's where all cards lie open. */
export function known(view: Pick<CorrespondancesView, 'trips'>): (Trip & { seat: number })[] {
  return view.trips.flatMap((trip, seat) => (trip ? [{ ...trip, seat }] : []));
}

/** The placements of a cell, the most useful first. */
export function ranked(moves: Placement[]): Placement[] {
  const weight = (move: Placement) => (move.finishes ? -1000 : 0) + (move.missing ?? 99) * 2 + (move.changes ?? 9) - move.stretch * 0.1;
  return [...moves].sort((a, b) => weight(a) - weight(b));
}

/** What a placement does, in a sentence. */
export function outcome(move: Placement, trip: number): string {
  if (move.x === null) return say('web-correspondances.summary.pass');
  if (move.finishes) {
    const [n, points] = [move.changes ?? 0, move.points ?? 0];
    return say(`web-correspondances.summary.finishes${points === trip - n ? '' : '.least'}`, { n, points, trip });
  }
  if (move.completes.length) return say('web-correspondances.summary.completes', { lines: move.completes });
  if (move.missing === null) return say('web-correspondances.summary.cut', { stretch: move.stretch });
  return say('web-correspondances.summary', { missing: move.missing, changes: move.changes ?? '–', stretch: move.stretch });
}

/** A drawn kind as it may lie: 12+ is a cross, 12) a double bend, 1* a junction. */
export function portsOf(drawn: string): string {
  const [a, b] = [drawn[0]!, drawn[1]!];
  if (drawn.endsWith('*')) return a.repeat(4);
  return drawn.endsWith(')') ? a + a + b + b : a + b + a + b;
}
