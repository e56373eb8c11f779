// Where on the city a line of the log happened.
import type { Line as LogLine, OdysseeView } from '@/lib/types';

interface Way {
  from: string;
  to: string;
  cell: string;
}
interface Spot {
  ways: Way[];
  corners: string[];
  cells: string[];
}

/** The tunnels a line of the log tells of. */
export function ways(line: LogLine, view: OdysseeView): Way[] {
  const given = line.params ?? {};
  const dug = view.lines.find((one) => one.seat === given['seat'] && one.line === given['line']);
  if (!dug) return [];
  const end = line.key === 'odyssee.left' ? `@${String(given['outer'])}` : String(given['corner'] ?? '');
  const at = dug.path.indexOf(end);
  if (at < 1) return [];
  return [{ from: dug.path[at - 1]!, to: end, cell: dug.cells[at - 1] ?? '' }];
}

/** Everything of the city a line of the log tells of. */
export function spot(line: LogLine, view: OdysseeView): Spot {
  const given = line.params ?? {};
  const dug = ways(line, view);
  const house = typeof given['house'] === 'number' ? view.city.houses[given['house'] - 1] : null;
  const blocked =
    line.key === 'odyssee.blocked'
      ? view.lines.find((one) => one.seat === given['seat'] && one.line === given['line'])?.path.at(-1)
      : undefined;
  const corner = blocked ?? (typeof given['corner'] === 'string' && !dug.length ? given['corner'] : null);
  return { ways: dug, corners: corner ? [corner] : [], cells: house ? [house] : [] };
}
