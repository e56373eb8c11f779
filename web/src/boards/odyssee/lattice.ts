// The city's lattice as points on the sheet: a hundred to an edge.
import type { OdysseeScene, OdysseeView } from '@/lib/types';

export type { OdysseeScene };
export interface Point {
  x: number;
  y: number;
}
export type Move = OdysseeView['moves'][number];

const SCALE = 100;
const BESIDE = 6.5;
const BEND = 32;

export interface Sheet {
  point: (id: string) => Point;
  triangle: (cell: string) => Point[];
  /** The two ends of a tunnel, moved into its cell, so that parallel tunnels lie side by side. */
  tunnel: (from: string, to: string, cell: string) => [Point, Point];
  /** The whole way of a line, tunnel by tunnel. */
  path: (path: string[], cells: string[]) => string;
  box: { x: number; y: number; w: number; h: number };
}

export function sheet(scene: OdysseeScene): Sheet {
  const points = new Map<string, Point>();
  for (const one of scene.corners) points.set(one.id, { x: one.x * SCALE, y: one.y * SCALE });
  for (const one of scene.outers) points.set(`@${one.id}`, { x: one.x * SCALE, y: one.y * SCALE });
  const triangles = new Map<string, Point[]>();
  const point = (id: string) => points.get(id) ?? { x: 0, y: 0 };
  for (const one of scene.cells) triangles.set(one.id, one.corners.map(point));
  for (const one of scene.outers) triangles.set(`@${one.id}`, [point(`@${one.id}`), ...one.rim.map(point)]);
  const triangle = (cell: string) => triangles.get(cell) ?? [];
  const tunnel = (from: string, to: string, cell: string): [Point, Point] => {
    const [a, b] = [point(from), point(to)];
    const corners = triangle(cell);
    if (!corners.length) return [a, b];
    const mid = { x: corners.reduce((sum, one) => sum + one.x, 0) / 3, y: corners.reduce((sum, one) => sum + one.y, 0) / 3 };
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const long = Math.hypot(dx, dy) || 1;
    const side = Math.sign(dx * (mid.y - a.y) - dy * (mid.x - a.x));
    const [ox, oy] = [(-dy / long) * BESIDE * side, (dx / long) * BESIDE * side];
    return [
      { x: a.x + ox, y: a.y + oy },
      { x: b.x + ox, y: b.y + oy },
    ];
  };
  const text = (one: Point) => `${one.x.toFixed(1)} ${one.y.toFixed(1)}`;
  const toward = (a: Point, b: Point, by: number): Point => {
    const long = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    return { x: a.x + ((b.x - a.x) / long) * by, y: a.y + ((b.y - a.y) / long) * by };
  };
  const path = (stops: string[], cells: string[]) => {
    const tunnels = stops.slice(1).map((to, i) => tunnel(stops[i]!, to, cells[i] ?? ''));
    return tunnels
      .map(([a, b], i) => {
        const begin = i ? `Q${text(point(stops[i]!))} ${text(toward(a, b, BEND))}` : `M${text(a)}`;
        return `${begin}L${text(i < tunnels.length - 1 ? toward(b, a, BEND) : b)}`;
      })
      .join('');
  };
  const all = [...points.values()];
  const [left, right] = [Math.min(...all.map((one) => one.x)), Math.max(...all.map((one) => one.x))];
  const [top, bottom] = [Math.min(...all.map((one) => one.y)), Math.max(...all.map((one) => one.y))];
  return { point, triangle, tunnel, path, box: { x: left - 40, y: top - 40, w: right - left + 80, h: bottom - top + 80 } };
}

export const polygon = (corners: Point[]) => corners.map((one) => `${one.x.toFixed(1)},${one.y.toFixed(1)}`).join(' ');
export const middle = (corners: Point[]): Point => ({
  x: corners.reduce((sum, one) => sum + one.x, 0) / (corners.length || 1),
  y: corners.reduce((sum, one) => sum + one.y, 0) / (corners.length || 1),
});
