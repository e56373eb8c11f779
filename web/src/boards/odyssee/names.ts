// Places of the city in words, for who hears the board instead of seeing it: directions, edges, what a corner touches.
import type { OdysseeView } from '@/lib/types';
import { say } from '@/lib/words.svelte';
import type { Move, OdysseeScene, Point, Sheet } from './lattice';

const WAYS = ['right', 'down-right', 'down', 'down-left', 'left', 'up-left', 'up', 'up-right'] as const;

/** The direction one looks in from here to there. */
export function way(from: Point, to: Point): (typeof WAYS)[number] {
  const turn = Math.round(Math.atan2(to.y - from.y, to.x - from.x) / (Math.PI / 4));
  return WAYS[(turn + 8) % 8]!;
}

interface Names {
  /** A corner by what it touches, or by where in the city it lies. */
  corner: (id: string) => string;
  /** What tapping a move does. */
  move: (move: Move) => string;
  /** What is to be tapped for it. */
  target: (move: Move) => string;
  /** The same, told from the tunnel on the other side of that edge; nothing where no words do it. */
  precise: (move: Move) => string | undefined;
}

export function names(scene: OdysseeScene, view: OdysseeView, sheet: Sheet): Names {
  const centre = { x: sheet.box.x + sheet.box.w / 2, y: sheet.box.y + sheet.box.h / 2 };
  const spots = new Map<string, string>();
  const put = (cells: (string | null)[], kind: string) =>
    cells.forEach((cell, i) => cell && spots.set(cell, say(`web-odyssee.near.${kind}`, { n: i + 1 })));
  put(view.city.houses, 'house');
  put(view.city.shops, 'shop');
  if (view.mode === 'little') put(view.city.offices, 'office');
  view.city.park.forEach((cell) => spots.set(cell, say('web-odyssee.near.park')));
  view.city.lake.forEach((cell) => spots.set(cell, say('web-odyssee.near.lake')));

  const touched = (id: string) => [
    ...new Set(scene.cells.filter((cell) => cell.corners.includes(id)).flatMap((cell) => spots.get(cell.id) ?? [])),
  ];
  const corner = (id: string) => {
    const near = touched(id);
    if (near.length) return say('web-odyssee.where.by', { spots: near });
    const at = sheet.point(id);
    const far = Math.hypot(at.x - centre.x, at.y - centre.y) > sheet.box.w / 8;
    return far ? say('web-odyssee.where.part', { area: say(`web-odyssee.area.${way(centre, at)}`) }) : say('web-odyssee.where.middle');
  };
  const edge = (id: string) => {
    const outer = Number(id.slice(1));
    return say('web-odyssee.where.edge', { side: say(`web-odyssee.side.${Math.floor(outer / 5)}`), n: (outer % 5) + 1 });
  };
  /** All that the sentences about a move may speak of. */
  const told = (one: Move) => {
    if (one.kind === 'station' || one.kind === 'bonus') return { kind: 'station', where: corner(one.stations?.[0] ?? '') };
    const { start, end } = one as { start: string; end: string };
    const heading = say(`web-odyssee.way.${way(sheet.point(start), sheet.point(end))}`);
    const line = say(`odyssee.line.${one.line ?? 's'}`);
    if (one.kind === 'start') return { kind: 'start', line, edge: edge(start), way: heading };
    if (one.kind === 'leave') return { kind: 'leave', line, edge: edge(end) };
    return { kind: 'tunnel', line, way: heading, where: corner(end) };
  };
  const move = (one: Move) => {
    const { kind, ...words } = told(one);
    const said = say(`web-odyssee.${kind}`, words);
    return one.points ? `${said}. ${say('web-odyssee.points', { n: one.points })}` : said;
  };
  const target = (one: Move) => {
    const { kind, ...words } = told(one);
    return say(`web-odyssee.target.${kind}`, words);
  };
  const precise = (one: Move) => {
    const corners = one.kind === 'tunnel' && one.cell ? sheet.triangle(one.cell) : [];
    if (corners.length !== 3) return undefined;
    const [from, to] = [sheet.point(one.start ?? ''), sheet.point(one.end ?? '')];
    const mean = (axis: 'x' | 'y') => corners.reduce((sum, point) => sum + point[axis], 0) / 3;
    const side = way({ x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }, { x: mean('x'), y: mean('y') });
    return say('web-odyssee.target.cell', { target: target(one), area: say(`web-odyssee.area.${side}`) });
  };
  return { corner, move, target, precise };
}
