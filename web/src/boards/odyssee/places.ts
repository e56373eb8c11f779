// Where on the city a line of the log happened.
import type { OdysseeNote, OdysseeView, Told } from '@/lib/types';

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
export function ways({ params }: Told<OdysseeNote>, view: OdysseeView): Way[] {
  if (!('line' in params)) return [];
  const dug = view.lines.find((one) => one.seat === params.seat && one.line === params.line);
  if (!dug) return [];
  const end = 'corner' in params ? params.corner : 'outer' in params ? `@${params.outer}` : '';
  const at = dug.path.indexOf(end);
  if (at < 1) return [];
  return [{ from: dug.path[at - 1]!, to: end, cell: dug.cells[at - 1] ?? '' }];
}

/** Everything of the city a line of the log tells of. */
export function spot(line: Told<OdysseeNote>, view: OdysseeView): Spot {
  const dug = ways(line, view);
  const house = 'house' in line.params ? view.city.houses[line.params.house - 1] : null;
  const blocked =
    line.key === 'odyssee.blocked'
      ? view.lines.find((one) => one.seat === line.params.seat && one.line === line.params.line)?.path.at(-1)
      : undefined;
  const corner = blocked ?? ('corner' in line.params && !dug.length ? line.params.corner : null);
  return { ways: dug, corners: corner ? [corner] : [], cells: house ? [house] : [] };
}
