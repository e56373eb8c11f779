// What is drawn once, as the scene brings it: lines as rounded ways, stations, labels, trains; nothing is laid out here.
import type { MetroxScene, MetroxView } from '@/lib/types';

export type { MetroxScene };

type Box = [left: number, top: number, right: number, bottom: number];

export type Ride = MetroxView['moves'][number];
export type SheetView = MetroxView['sheets'][number];

/** How many stations a ride marks at most decides which ride a line shows first. */
export function fullest(rides: Ride[]): Ride | undefined {
  return rides.reduce<Ride | undefined>((best, ride) => (!best || ride.marks.length > best.marks.length ? ride : best), undefined);
}

/** What shows a whole line: its stations and its train, with some air around them. */
export function around(scene: MetroxScene, id: string): { x: number; y: number; w: number; h: number } {
  const { stations, trains } = scene.drawing;
  const [left, top, right, bottom] = trains[id]!.body;
  const stops = (scene.map.lines.find((line) => line.id === id)?.stations ?? []).map((station) => stations[station]!);
  const xs = [left, right, ...stops.map((stop) => stop.x)];
  const ys = [top, bottom, ...stops.map((stop) => stop.y)];
  const air = 60;
  const x = Math.min(...xs) - air;
  const y = Math.min(...ys) - air;
  return { x, y, w: Math.max(...xs) + air - x, h: Math.max(...ys) + air - y };
}

/** White strokes over a line (dark on a light one), so that lines differ without colour. */
export const CORES: Record<string, { width: number; dash: string; round?: boolean }> = {
  double: { width: 3.4, dash: '' },
  dashed: { width: 3.6, dash: '13 9' },
  dotted: { width: 5, dash: '0.1 11', round: true },
  striped: { width: 10, dash: '2.6 10' },
};

export function inkOn(scene: MetroxScene, line: string): string {
  return scene.drawing.lines[line]?.light ? '#14203a' : '#ffffff';
}

/** Whether a colour is so dark that at night it needs a light edge to be seen. */
export function isDeep(colour: string): boolean {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b < 60;
}

/** How much of the screen the current card takes, with its air. */
const CARD = { w: 104, h: 136 };
const CORNERS = [
  { side: 'left', end: 'top' },
  { side: 'left', end: 'bottom' },
  { side: 'right', end: 'top' },
] as const;

type Frame = MetroxScene['drawing']['box'];

/** Where the current card covers nothing of the city: a corner, or, if the city fills them all, one the city makes room in. */
export function cardPlace(
  { drawing }: MetroxScene,
  width: number,
  height: number,
): { side: 'left' | 'right'; end: 'top' | 'bottom'; bounds: Frame } {
  const { box } = drawing;
  const scale = Math.min(width / box.w, height / box.h) || 1;
  const [left, top] = [box.x + box.w / 2 - width / scale / 2, box.y + box.h / 2 - height / scale / 2];
  const [w, h] = [CARD.w / scale, CARD.h / scale];
  const things: Box[] = [
    ...Object.values(drawing.stations).map(({ x, y, r }): Box => [x - r, y - r, x + r, y + r]),
    ...Object.values(drawing.trains).flatMap(({ body, first, later }): Box[] => [
      body,
      [first[0] - 16, first[1] - 16, first[0] + 16, first[1] + 16],
      [later[0] - 13, later[1] - 13, later[0] + 13, later[1] + 13],
    ]),
    ...Object.values(drawing.labels).map(({ pivot: [x, y], box: [x0, y0, x1, y1] }): Box => [x + x0, y + y0, x + x1, y + y1]),
  ];
  const free = CORNERS.find(({ side, end }) => {
    const x = side === 'left' ? left : left + width / scale - w;
    const y = end === 'top' ? top : top + height / scale - h;
    return !things.some(([x0, y0, x1, y1]) => x0 < x + w && x1 > x && y0 < y + h && y1 > y);
  });
  if (free) return { ...free, bounds: box };
  const room = CARD.w / (Math.min((width - CARD.w) / box.w, height / box.h) || 1);
  return { side: 'left', end: 'top', bounds: { ...box, x: box.x - room, w: box.w + room } };
}

/** A row of a label: where it begins, before the label is turned. */
export function rowsOf(label: MetroxScene['drawing']['labels'][string]): { text: string; x: number; y: number }[] {
  const [left, top, right, bottom] = label.box;
  const high = (bottom - top) / label.rows.length;
  const x = label.anchor === 'start' ? left : label.anchor === 'end' ? right : (left + right) / 2;
  return label.rows.map((text, i) => ({ text, x, y: top + high * (i + 0.5) + label.size * 0.34 }));
}

/** Where a ride would begin and end, by name: beside the stations of one that goes up or down, else over the upper and under the lower. */
export function endsOf(
  { drawing }: MetroxScene,
  ride: Ride | null,
  scale: number,
): { id: string; x: number; y: number; anchor: 'start' | 'end' }[] {
  const [first, last] = [ride?.marks[0], ride?.marks.at(-1)];
  if (first === undefined || last === undefined) return [];
  const [from, to] = [drawing.stations[first]!, drawing.stations[last]!];
  const upright = Math.abs(to.y - from.y) > Math.abs(to.x - from.x);
  const lower = from.y > to.y ? first : last;
  return [...new Set([first, last])].map((id, _, both) => {
    const { x, y, r } = drawing.stations[id]!;
    const right = x > drawing.box.x + drawing.box.w / 2;
    const [aside, over] = [r + 5 / scale, id === lower && both.length > 1 ? r + 15 / scale : -r - 6 / scale];
    const at = upright ? { x: x + (right ? -aside : aside), y: y + 4 / scale } : { x, y: y + over };
    return { id, anchor: right ? ('end' as const) : ('start' as const), ...at };
  });
}
