// What a screen shows of L'Odyssée: the city, its lines and stations, the tour, and what each legal move would do.
import { odyssee } from '@/engine/built/odyssee';
import { bits, divided, range, type Moves } from '@/engine/game';
import type { Numbers } from '@/engine/memory';
import type { View } from '@/lib/types';
import type { CityView, LineView, OdysseeMove, OdysseeView, PlayerView, RideView, StationView, Stop } from '@/lib/wire';
import { cornerText, here, lineName, nodeText, rides, tourText, type Odyssee, type Ride, type State } from './notation';

const { BONUS, BUILD, CELLS, CORNERS, DIG, FROM, GUIDE, HOUSES, LEAVE, LOT, NONE, OUTERS, OVER, PASS, ROUTES, SET_UP } =
  odyssee.constants.state;
const { START, STATION, TOUR, TUNNELS, TURNS } = odyssee.constants.state;
const { AFAR, NEED, OUTLOOK, SIGHT } = odyssee.constants.outlook;
const { FAR, WORK } = odyssee.constants.tour;

const PHASES: Record<number, string> = { [BUILD]: 'build', [BONUS]: 'bonus', [LOT]: 'lot', [GUIDE]: 'tour', [OVER]: 'over' };
const SPOTS = [...['house', 'shop', 'office'].flatMap((spot) => range(HOUSES).map((i) => `${spot} ${i + 1}`)), 'park', 'lake'];

export function view(game: Odyssee, state: State, header: View, moves: () => Moves): OdysseeView {
  const building = state.phase === BUILD || state.phase === BONUS;
  return {
    ...header,
    mode: game.options.mode as string,
    phase: PHASES[state.phase] ?? 'setup',
    starter: state.starter === NONE ? null : state.starter,
    turn: state.turn,
    left: building ? DIG - state.dug : 0,
    closing: building && state.closing > 0 ? state.closing : null,
    supply: state.supply,
    city: cityOf(game, state),
    districts: [...state.district].filter((one) => one !== NONE).map((one) => divided(one, TURNS).join('/')),
    park_house: houseNumber(state.home),
    lake_house: houseNumber(state.last),
    stations: stationsOf(game, state),
    lines: range(2 * game.players).map((line) => lineOf(game, state, line)),
    accounts: range(game.players).map((seat) => accountOf(game, state, seat)),
    tour: range(state.stops).map((i) => stopOf(game, state, i)),
    at: state.stops ? here(state) + 1 : null,
    guide: state.phase === GUIDE ? state.seat : null,
    tied: state.phase === LOT ? bits(state.tied, game.players) : [],
    moves: [...moves()].map(([move, [action]]) => moveOf(game, state, header.seat as number, move, action!)),
  };
}

function houseNumber(house: number): number | null {
  return house === NONE ? null : house + 1;
}

function cityOf(game: Odyssee, state: State): CityView {
  const names = (cells: Numbers) => cells.list().map((cell) => (cell === NONE ? null : game.scene.cells[cell]!.id));
  const known = (cells: Numbers) => names(cells).filter((name) => name !== null);
  return {
    houses: names(state.house),
    shops: names(state.shop),
    offices: names(state.office),
    park: known(state.park),
    lake: known(state.lake),
  };
}

function stationsOf(game: Odyssee, state: State): StationView[] {
  const [by, houses, shops, passing] = [state.station.list(), state.houses.list(), state.shops.list(), state.passing.list()];
  const corners = range(CORNERS).filter((corner) => by[corner]);
  return corners.map((corner) => ({
    corner: cornerText(game, corner),
    by: by[corner] === SET_UP ? null : by[corner]! - FROM,
    houses: numbered(houses[corner]!),
    shops: numbered(shops[corner]!),
    lines: bits(passing[corner]!, 2 * game.players).map((line) => `${Math.floor(line / 2) + 1}${lineName(line)}`),
  }));
}

/** Houses or shops, numbered from 1. */
function numbered(mask: number): number[] {
  return bits(mask, HOUSES).map((one) => one + 1);
}

function lineOf(game: Odyssee, state: State, line: number): LineView {
  const row = state.line.at(line);
  const n = row.tunnels;
  const digging = n > 0 && !row.finished;
  const open = digging && game.engine.call('extends', state, line) !== 0;
  return {
    seat: Math.floor(line / 2),
    line: lineName(line),
    status: n === 0 ? 'waiting' : row.finished ? 'finished' : open ? 'open' : 'blocked',
    path: n ? row.path.list(n + 1).map((node) => nodeText(game, node)) : [],
    cells: row.cells.list(n).map((cell) => cellText(game, cell)),
    left: TUNNELS - n,
    ...(open ? outlook(game, state, line) : { exits: [], need: null }),
  };
}

function cellText(game: Odyssee, cell: number): string {
  return cell < CELLS ? game.scene.cells[cell]!.id : `@${cell - CELLS}`;
}

/** Where a line may still leave, and how many tunnels that takes at least. */
function outlook(game: Odyssee, state: State, line: number): { exits: number[]; need: number | null } {
  const work = game.row(OUTLOOK);
  const exits = bits(game.engine.call('look', game.board, state, line, work), OUTERS);
  const need = work.at((line & 1) * SIGHT + NEED);
  return { exits, need: need === AFAR ? null : need };
}

function accountOf(game: Odyssee, state: State, seat: number): PlayerView {
  return {
    score: {
      stations: state.building.at(seat),
      sections: state.sections.at(seat),
      presents: state.presents.at(seat),
      lines: state.ends.at(seat),
      total: game.engine.call('points', state, seat),
    },
    finished: state.finished.at(seat),
    tunnels: state.tunnels.at(seat),
    turns: state.turns.at(seat),
  };
}

function stopOf(game: Odyssee, state: State, i: number): Stop {
  const [house, index] = [state.stop.at(i), state.route.at(i)];
  const before = i ? state.stop.at(i - 1) : house;
  const ridden = i && index !== NONE ? rides(game, state, before, house, index) : [];
  return {
    house: house + 1,
    guide: i ? state.guide.at(i) : null,
    move: i ? tourText(game, state, before, house, Math.max(index, 0)) : null,
    minutes: i ? minutesBetween(game, state, before, house) : null,
    rides: ridden.map((ride) => rideView(game, state, ride)),
    ...paid(game, state, house, ridden),
  };
}

/** What a stop brings every player: sections ridden, shops that send presents, and points for these. */
function paid(game: Odyssee, state: State, house: number, ridden: Ride[]): Pick<Stop, 'sections' | 'shops' | 'presents'> {
  return {
    sections: sectionPoints(game, ridden),
    shops: shopsOf(game, state, house),
    presents: presentsOf(game, state, house),
  };
}

/** Points per player for the sections of a route. */
export function sectionPoints(game: Odyssee, ridden: Ride[]): number[] {
  return range(game.players).map((seat) => ridden.reduce((all, ride) => all + (Math.floor(ride.line / 2) === seat ? ride.sections : 0), 0));
}

/** The shops that send presents to a house, per player, numbered from 1. */
export function shopsOf(game: Odyssee, state: State, house: number): number[][] {
  return range(game.players).map((seat) => numbered(game.engine.call('supplied', state, house, seat)));
}

/** Points per player for presents at a house. */
export function presentsOf(game: Odyssee, state: State, house: number): number[] {
  const after = game.copy(state);
  game.engine.call('collect', game.board, after, house);
  return range(game.players).map((seat) => after.presents.at(seat) - state.presents.at(seat));
}

/** The minutes of the fastest route, or null if there is none. */
export function minutesBetween(game: Odyssee, state: State, house: number, target: number): number | null {
  const work = game.row(WORK);
  game.engine.call('spread', game.board, state, house, work);
  const found = game.engine.call('minutes', game.board, state, target, work);
  return found === FAR ? null : found;
}

/** The spots a corner touches, each worth a point to a station there. */
export function touched(game: Odyssee, state: State, corner: number): string[] {
  return bits(game.engine.call('spots', game.board, state, corner), SPOTS.length).map((spot) => SPOTS[spot]!);
}

function rideView(game: Odyssee, state: State, ride: Ride): RideView {
  const row = state.line.at(ride.line);
  const path = row.path.list(row.tunnels + 1);
  const [i, j] = [path.indexOf(ride.start), path.indexOf(ride.end)];
  const passed = i < j ? path.slice(i, j + 1) : path.slice(j, i + 1).reverse();
  return {
    seat: Math.floor(ride.line / 2),
    line: lineName(ride.line),
    start: cornerText(game, ride.start),
    end: cornerText(game, ride.end),
    sections: ride.sections,
    path: passed.map((corner) => cornerText(game, corner)),
  };
}

const NOTHING = {
  line: null,
  start: null,
  end: null,
  cell: null,
  stations: [],
  points: 0,
  near: [],
  blocks: false,
  exits: [],
  need: null,
  ends_turn: false,
  house: null,
  minutes: null,
  rides: [],
  sections: [],
  shops: [],
  presents: [],
} satisfies Partial<OdysseeMove>;

/** What a move would do. */
function moveOf(game: Odyssee, state: State, seat: number, move: string, action: number): OdysseeMove {
  if (action >= TOUR) return tourMove(game, state, move, ...divided(action - TOUR, ROUTES));
  if (action === PASS) return { ...NOTHING, move, kind: 'pass', ends_turn: true };
  const after = game.copy(state);
  game.apply(after, seat, action);
  const appeared = range(CORNERS).filter((corner) => after.station.at(corner) !== state.station.at(corner));
  const done = {
    ...NOTHING,
    move,
    points: after.building.at(seat) - state.building.at(seat),
    ends_turn: after.turn !== state.turn,
  };
  if (action < STATION) return { ...done, ...tunnelOf(game, state, after, seat, action, appeared) };
  const kind = state.phase === BONUS ? 'bonus' : 'station';
  return { ...done, kind, ...stationsAt(game, state, appeared.slice(0, 1)) };
}

/** Stations that would appear, and what they would touch. */
function stationsAt(game: Odyssee, state: State, corners: number[]): { stations: string[]; near: string[] } {
  return {
    stations: corners.map((corner) => cornerText(game, corner)),
    near: corners.flatMap((corner) => touched(game, state, corner)),
  };
}

/** The line an action digs, of the two a seat has. */
export function dugLine(seat: number, action: number): number {
  const which = action >= START ? (action - START) / (2 * OUTERS) : action >= LEAVE ? (action - LEAVE) / OUTERS : action / 12;
  return 2 * seat + Math.floor(which);
}

function tunnelOf(game: Odyssee, state: State, after: State, seat: number, action: number, appeared: number[]) {
  const { board, engine } = game;
  const kind = action >= START ? 'start' : action >= LEAVE ? 'leave' : 'tunnel';
  const line = dugLine(seat, action);
  const row = after.line.at(line);
  const n = row.tunnels;
  const [start, end] = [row.path.at(n - 1), row.path.at(n)];
  // the corner one comes from first
  const corners = [...appeared.filter((corner) => corner === start), ...appeared.filter((corner) => corner !== start)];
  return {
    kind,
    line: lineName(line),
    start: nodeText(game, start),
    end: nodeText(game, end),
    cell: cellText(game, row.cells.at(n - 1)),
    ...stationsAt(game, state, corners),
    blocks: !row.finished && engine.call('extends', after, line) === 0,
    ...(kind === 'tunnel' ? outlook(game, after, line) : {}),
    ...(kind === 'start' ? { exits: bits(engine.call('doors', board, state, start - CORNERS), OUTERS) } : {}),
  } as const;
}

function tourMove(game: Odyssee, state: State, move: string, house: number, index: number): OdysseeMove {
  const ridden = rides(game, state, here(state), house, index);
  return {
    ...NOTHING,
    move,
    kind: 'tour',
    house: house + 1,
    minutes: minutesBetween(game, state, here(state), house),
    rides: ridden.map((ride) => rideView(game, state, ride)),
    ...paid(game, state, house, ridden),
    ends_turn: true,
  };
}
