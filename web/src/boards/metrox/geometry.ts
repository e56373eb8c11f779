// What is drawn once: the lines as thick paths, stations, labels, trains; all from the scene.
import type { MetroxView } from '@/lib/types';

export interface Station { id: string; name: string; x: number; y: number; special: boolean }
export interface MapLine { id: string; stations: string[]; windows: number; first: number; later: number; loop: boolean; colour: string; pattern: string }
export interface CityMap { id: string; name: string; stations: Station[]; lines: MapLine[]; deck: string[] }
export interface MetroxScene { map: CityMap; drawing?: Drawing }

/** The drawable geometry that comes with the scene. */
export interface Drawing {
  width: number;
  height: number;
  lines: Record<string, string>;
  labels: Record<string, { x: number; y: number; anchor: 'start' | 'middle' | 'end'; turn?: number }>;
  trains: Record<string, { x: number; y: number }>;
}

export interface Plan {
  box: { x: number; y: number; w: number; h: number };
  paths: { line: MapLine; d: string }[];
  stations: (Station & { lines: MapLine[]; label: { x: number; y: number; anchor: 'start' | 'middle' | 'end'; turn: number } })[];
  trains: { line: MapLine; x: number; y: number }[];
}

const GAP = 0.42;

/** Segments side by side where several lines share a stretch. */
function straight(map: CityMap): Map<string, string> {
  const at = new Map(map.stations.map((station) => [station.id, station]));
  const shared = new Map<string, string[]>();
  const edges = (line: MapLine): [string, string][] => {
    const pairs = line.stations.slice(1).map((to, i): [string, string] => [line.stations[i]!, to]);
    return line.loop ? [...pairs, [line.stations.at(-1)!, line.stations[0]!]] : pairs;
  };
  for (const line of map.lines) for (const [a, b] of edges(line)) {
    const key = [a, b].sort().join('|');
    shared.set(key, [...(shared.get(key) ?? []), line.id]);
  }
  return new Map(map.lines.map((line) => [line.id, edges(line).map(([a, b]) => {
    const [low, high] = [a, b].sort() as [string, string];
    const beside = shared.get(`${low}|${high}`)!;
    const [p, q] = [at.get(low)!, at.get(high)!];
    const long = Math.hypot(q.x - p.x, q.y - p.y) || 1;
    const off = (beside.indexOf(line.id) - (beside.length - 1) / 2) * GAP;
    const [dx, dy] = [(-(q.y - p.y) / long) * off, ((q.x - p.x) / long) * off];
    return `M${p.x + dx} ${p.y + dy}L${q.x + dx} ${q.y + dy}`;
  }).join('')]));
}

export function plan(scene: MetroxScene): Plan {
  const { map, drawing } = scene;
  const xs = map.stations.map((station) => station.x);
  const ys = map.stations.map((station) => station.y);
  const paths = drawing ? new Map(Object.entries(drawing.lines)) : straight(map);
  const at = new Map(map.stations.map((station) => [station.id, station]));
  const box = drawing
    ? { x: 0, y: 0, w: drawing.width, h: drawing.height }
    : { x: Math.min(...xs) - 2, y: Math.min(...ys) - 2, w: Math.max(...xs) - Math.min(...xs) + 5.5, h: Math.max(...ys) - Math.min(...ys) + 4 };
  return {
    box,
    paths: map.lines.map((line) => ({ line, d: paths.get(line.id) ?? '' })),
    stations: map.stations.map((station) => {
      const given = drawing?.labels[station.id];
      return {
        ...station,
        lines: map.lines.filter((line) => line.stations.includes(station.id)),
        label: given ? { ...given, turn: given.turn ?? 0 } : { x: station.x + 0.5, y: station.y - 0.45, anchor: 'start', turn: -30 },
      };
    }),
    trains: map.lines.map((line) => {
      const given = drawing?.trains[line.id];
      const [first, second] = [at.get(line.stations[0]!)!, at.get(line.stations[1] ?? line.stations[0]!)!];
      const long = Math.hypot(second.x - first.x, second.y - first.y) || 1;
      return given ? { line, ...given } : { line, x: first.x - ((second.x - first.x) / long) * 1.15, y: first.y - ((second.y - first.y) / long) * 1.15 };
    }),
  };
}

export type Ride = MetroxView['moves'][number];
export type SheetView = MetroxView['sheets'][number];

/** How many stations a ride marks at most decides which ride a line shows first. */
export function fullest(rides: Ride[]): Ride | undefined {
  return rides.reduce<Ride | undefined>((best, ride) => (!best || ride.marks.length > best.marks.length ? ride : best), undefined);
}
