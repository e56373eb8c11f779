// What is drawn once, as the scene brings it: lines as rounded ways, stations, labels, trains; nothing is laid out here.
import type { MetroxView } from '@/lib/types';

type Point = [number, number];
type Box = [left: number, top: number, right: number, bottom: number];

export interface Station { id: string; name: string; special: boolean }
export interface MapLine { id: string; stations: string[]; windows: number; first: number; later: number; loop: boolean; colour: string; pattern: string }
export interface MetroxScene {
  map: { id: string; name: string; stations: Station[]; lines: MapLine[]; deck: string[] };
  drawing: {
    box: { x: number; y: number; w: number; h: number };
    stroke: number;
    plate: Box;
    water: { d: string; width: number }[];
    lines: Record<string, { ways: string[]; colour: string; light: boolean; badge: Point | null; arrows: Record<string, string> }>;
    stations: Record<string, { x: number; y: number; r: number }>;
    labels: Record<string, { rows: string[]; size: number; pivot: Point; angle: number; box: Box; anchor: 'start' | 'middle' | 'end' }>;
    trains: Record<string, { body: Box; letter: Point; windows: Box[]; first: Point; later: Point }>;
  };
  options?: Record<string, unknown>;
}

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

/** A row of a label: where it begins, before the label is turned. */
export function rowsOf(label: MetroxScene['drawing']['labels'][string]): { text: string; x: number; y: number }[] {
  const [left, top, right, bottom] = label.box;
  const high = (bottom - top) / label.rows.length;
  const x = label.anchor === 'start' ? left : label.anchor === 'end' ? right : (left + right) / 2;
  return label.rows.map((text, i) => ({ text, x, y: top + high * (i + 0.5) + label.size * 0.34 }));
}
