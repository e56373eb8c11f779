// L'Odyssée in short strings: tunnels `s:2,-5>2,-4L`, starts `s:@1>2,-5`, leaving `s:-3,5>@17`, stations `+2,-1`, passing `-`, moves
// of the tour `H3:1t(0,1>2,1);2s(2,1>4,0)` or `H3:-`. Draws: `first 2`, `D0 3/1`, `S1 2,-3`, `L2`.
import { odyssee } from '@/engine/built/odyssee';
import { CHANCE, divided, range, type Actions, type Game, type StateOf } from '@/engine/game';
import type { OdysseeScene, OdysseeView } from '@/lib/wire';

export type Odyssee = Game<typeof odyssee, OdysseeScene, OdysseeView>;
export type State = StateOf<typeof odyssee>;

const { CORNERS, DISTRICTS, HOMES, LEAVE, LOT, OUTERS, PASS, PLACES, ROUTES, START, STARTER, STATION, TOUR, TUNNEL, TURNS } =
  odyssee.constants.state;
const { RIDE, WORK } = odyssee.constants.tour;

const SIDES = 'LR';
/** Directions a tunnel can go in, each on either side of its edge. */
const [DIRECTIONS, WAYS] = [6, 12];
const NUMBER = '(?:0|-?[1-9])';
const POINT = `${NUMBER},${NUMBER}`;
const OUTER = '@(0|[1-9][0-9]?)';
const TUNNEL_TEXT = new RegExp(`^([st]):(${POINT})>(${POINT})([LR])$`);
const START_TEXT = new RegExp(`^([st]):${OUTER}>(${POINT})$`);
const LEAVE_TEXT = new RegExp(`^([st]):(${POINT})>${OUTER}$`);
const STATION_TEXT = new RegExp(`^\\+(${POINT})$`);
const RIDE_TEXT = `[1-4][st]\\(${POINT}>${POINT}\\)`;
const TOUR_TEXT = new RegExp(`^H([1-6]):(?:-|${RIDE_TEXT}(?:;${RIDE_TEXT})*)$`);
const DRAWS: Record<number, RegExp> = {
  [STARTER]: /^first ([1-4])$/,
  [DISTRICTS]: /^D([0-5]) ([0-5])\/([0-2])$/,
  [HOMES]: new RegExp(`^S([1-6]) (${POINT})$`),
  [LOT]: /^L([1-4])$/,
};

export type LineName = 's' | 't';

/** A line is solid or striped. */
export function lineName(line: number): LineName {
  return line & 1 ? 't' : 's';
}

/** A ride of Father Christmas: a line, the corners where he boards and leaves, and the sections between. */
export interface Ride {
  line: number;
  start: number;
  end: number;
  sections: number;
}

export function cornerText(game: Odyssee, corner: number): string {
  return game.scene.corners[corner]!.id;
}

/** The name of a corner, or of the outer cell whose tip a line starts or leaves at. */
export function nodeText(game: Odyssee, node: number): string {
  return node < CORNERS ? cornerText(game, node) : `@${node - CORNERS}`;
}

function readCorner(game: Odyssee, text: string): number | null {
  const found = game.scene.corners.findIndex((corner) => corner.id === text);
  return found < 0 ? null : found;
}

export function rideText(game: Odyssee, { line, start, end }: Ride): string {
  return `${Math.floor(line / 2) + 1}${lineName(line)}(${cornerText(game, start)}>${cornerText(game, end)})`;
}

/** The rides of one of the fastest routes between two houses; none if none is needed or possible. */
export function rides(game: Odyssee, state: State, house: number, target: number, index: number): Ride[] {
  const work = game.row(WORK);
  const n = game.engine.call('route', game.board, state, house, target, index, work);
  return range(n).map((i) => {
    const [line, from, to] = [0, 1, 2].map((part) => work.at(RIDE + 3 * i + part)) as [number, number, number];
    const { halt } = state.line.at(line);
    return { line, start: halt.at(from), end: halt.at(to), sections: Math.abs(from - to) };
  });
}

export function tourText(game: Odyssee, state: State, house: number, target: number, index: number): string {
  const ridden = rides(game, state, house, target, index).map((ride) => rideText(game, ride));
  return `H${target + 1}:${ridden.join(';') || '-'}`;
}

/** The house Father Christmas is at. */
export function here(state: State): number {
  return state.stop.at(state.stops - 1);
}

/** The free end of a line that has been started. */
function endOf(state: State, line: number): number {
  const row = state.line.at(line);
  return row.path.at(row.tunnels);
}

export function text(game: Odyssee, state: State, seat: number, [action]: Actions): string {
  return seat === CHANCE ? drawText(game, state, action!) : moveText(game, state, seat, action!);
}

function moveText(game: Odyssee, state: State, seat: number, action: number): string {
  const { board } = game;
  if (action >= TOUR) return tourText(game, state, here(state), ...divided(action - TOUR, ROUTES));
  if (action === PASS) return '-';
  if (action >= STATION) return `+${cornerText(game, action - STATION)}`;
  if (action >= START) {
    const [which, code] = divided(action - START, 2 * OUTERS);
    const [outer, rim] = divided(code, 2);
    return `${lineName(which)}:@${outer}>${cornerText(game, board.rim.at(outer, rim))}`;
  }
  if (action >= LEAVE) {
    const [which, outer] = divided(action - LEAVE, OUTERS);
    return `${lineName(which)}:${cornerText(game, endOf(state, 2 * seat + which))}>@${outer}`;
  }
  const [which, code] = divided(action - TUNNEL, WAYS);
  const [direction, side] = divided(code, 2);
  const end = endOf(state, 2 * seat + which);
  return `${lineName(which)}:${cornerText(game, end)}>${nodeText(game, board.step.at(end, direction))}${SIDES[side]}`;
}

function drawText(game: Odyssee, state: State, outcome: number): string {
  if (state.phase === DISTRICTS) return `D${state.drawn} ${divided(outcome, TURNS).join('/')}`;
  if (state.phase === HOMES) return `S${state.drawn + 1} ${cornerText(game, outcome)}`;
  return state.phase === STARTER ? `first ${outcome + 1}` : `L${outcome + 1}`;
}

export function read(game: Odyssee, state: State, seat: number, move: string): Actions | null {
  if (seat === CHANCE) return readDraw(game, state, move);
  if (move === '-') return [PASS];
  const touring = TOUR_TEXT.exec(move);
  if (touring) return readTour(game, state, Number(touring[1]) - 1, move);
  const building = STATION_TEXT.exec(move);
  if (building) {
    const corner = readCorner(game, building[1]!);
    return corner === null ? [] : [STATION + corner];
  }
  const starting = START_TEXT.exec(move);
  if (starting) return readStart(game, starting);
  const found = LEAVE_TEXT.exec(move) ?? TUNNEL_TEXT.exec(move);
  return found && readTunnel(game, state, seat, found);
}

function readTunnel(game: Odyssee, state: State, seat: number, found: RegExpExecArray): Actions {
  const { board } = game;
  const [, name, from, to, side] = found as unknown as [string, LineName, string, string, string | undefined];
  const [which, start] = ['st'.indexOf(name), readCorner(game, from)];
  const line = 2 * seat + which;
  if (start === null || state.line.at(line).tunnels === 0 || endOf(state, line) !== start) return [];
  if (side === undefined) {
    const outer = Number(to);
    const near = outer < OUTERS && (board.rim.at(outer, 0) === start || board.rim.at(outer, 1) === start);
    return near ? [LEAVE + which * OUTERS + outer] : [];
  }
  const end = readCorner(game, to);
  const direction = range(DIRECTIONS).findIndex((one) => end !== null && board.step.at(start, one) === end);
  return direction < 0 ? [] : [TUNNEL + which * WAYS + direction * 2 + SIDES.indexOf(side)];
}

function readStart(game: Odyssee, found: RegExpExecArray): Actions {
  const [which, outer, corner] = ['st'.indexOf(found[1]!), Number(found[2]), readCorner(game, found[3]!)];
  if (outer >= OUTERS || corner === null) return [];
  const rim = [0, 1].findIndex((i) => game.board.rim.at(outer, i) === corner);
  return rim < 0 ? [] : [START + which * 2 * OUTERS + outer * 2 + rim];
}

function readTour(game: Odyssee, state: State, house: number, move: string): Actions {
  if (state.stops === 0 || (state.visited >> house) & 1) return [];
  let previous = '';
  for (let index = 0; index < ROUTES; index++) {
    const offered = tourText(game, state, here(state), house, index);
    if (offered === move) return [TOUR + house * ROUTES + index];
    if (offered === previous || offered.endsWith('-')) break;
    previous = offered;
  }
  return [];
}

function readDraw(game: Odyssee, state: State, move: string): Actions | null {
  if (!Object.values(DRAWS).some((pattern) => pattern.test(move))) return null;
  const found = DRAWS[state.phase]?.exec(move);
  if (!found) return [];
  if (state.phase === DISTRICTS) {
    const [place, district, turned] = found.slice(1).map(Number) as [number, number, number];
    return place === state.drawn && place < PLACES ? [district * TURNS + turned] : [];
  }
  if (state.phase === HOMES) {
    const corner = readCorner(game, found[2]!);
    return corner === null || Number(found[1]) !== state.drawn + 1 ? [] : [corner];
  }
  return [Number(found[1]) - 1];
}
