// What a screen shows of metroX: the card, the sheets, and what each legal ride would do.
import { metrox } from '@/engine/built/metrox';
import { divided, range, type Moves } from '@/engine/game';
import type { Of } from '@/engine/description';
import type { View } from '@/lib/types';
import type { Mark, MetroxView, Ride, Sheet, SheetLine } from '@/lib/wire';
import { cardText, type Metrox, type State } from './notation';

const { CARDS, FREE_RIDE, RIDE_LINE, TIERS, TRANSFER, WINDOWS } = metrox.constants.state;
const { LONGEST } = metrox.constants.preview;
const VALUES = [null, 'first', 'later'] as const;

type Written = Of<(typeof metrox.records.State.fields.sheet)['type']>;

export function view(game: Metrox, state: State, header: View, moves: () => Moves): MetroxView {
  const alone = game.players === 1;
  return {
    ...header,
    turn: state.turn,
    card: state.card ? cardText(state.card) : null,
    revealed: range(state.turn).map((turn) => cardText(state.cards.at(turn + 1))),
    pile: Object.fromEntries(state.pile.list(CARDS).flatMap((left, card) => (left ? [[cardText(card), left]] : []))),
    taken: linesOf(game).flatMap((line, i) => (state.taken.at(i) ? [{ line, turn: state.taken.at(i) }] : [])),
    sheets: range(game.players).map((seat) => sheetOf(game, state, seat)),
    moves: ridesOf(game, state, header.seat as number, moves()),
    tier: alone && header.over ? game.engine.call('tier', header.scores[0]!) : null,
    tiers: alone ? [...TIERS] : [],
  };
}

/** The letters of all lines. */
export function linesOf(game: Metrox): string[] {
  return game.scene.map.lines!.map((line) => line.id);
}

function stationName(game: Metrox, station: number): string {
  return game.scene.map.stations![station]!.id;
}

/** Somebody's sheet, with its score. */
export function sheetOf(game: Metrox, state: State, seat: number): Sheet {
  const { board, engine } = game;
  const sheet = state.sheet.at(seat);
  const [lines, transfers, empty] = [
    engine.call('line_points', board, state, seat),
    engine.call('transfer_points', board, state, seat),
    engine.call('empty_cost', board, state, seat),
  ];
  return {
    done: sheet.owed === 0,
    marks: marksOf(game, state, seat, (turn) => turn > 0),
    lines: linesOf(game).map((_, i) => lineOf(game, state, seat, i)),
    empty: sheet.empty,
    vacant: sheet.vacant,
    score: { lines, transfers, empty, total: lines + transfers - empty },
  };
}

/** The stations marked in certain rounds; each is framed if the card of its round was a transfer. */
export function marksOf(game: Metrox, state: State, seat: number, wanted: (turn: number) => boolean): Mark[] {
  const turns = state.sheet.at(seat).marks.list(game.board.stations);
  return turns.flatMap((turn, station) => {
    if (!wanted(turn)) return [];
    const transfer = state.cards.at(turn) === TRANSFER ? game.board.transfer.at(station) : null;
    return [{ station: stationName(game, station), turn, transfer }];
  });
}

/** The direction a loop is ridden in, `>` or `<`; null before one is chosen. */
export function wayOf(sheet: Written, line: number): '>' | '<' | null {
  return sheet.way.at(line) ? ((sheet.back >> line) & 1 ? '<' : '>') : null;
}

/** The rounds whose cards stand in the windows of a line. */
export function windowsOf(sheet: Written, line: number): number[] {
  return range(WINDOWS)
    .map((window) => sheet.filled.at(line, window))
    .filter((turn) => turn > 0);
}

function lineOf(game: Metrox, state: State, seat: number, line: number): SheetLine {
  const sheet = state.sheet.at(seat);
  return {
    line: linesOf(game)[line]!,
    windows: windowsOf(sheet, line).map((turn) => cardText(state.cards.at(turn))),
    missing: game.engine.call('missing', game.board, state, seat, line),
    value: VALUES[sheet.value.at(line)]!,
    way: wayOf(sheet, line),
  };
}

/** What each move would do to one's own sheet. */
function ridesOf(game: Metrox, state: State, seat: number, moves: Moves): Ride[] {
  const { board, engine } = game;
  const n = moves.size;
  if (n === 0) return [];
  const actions = engine.ints(n).fill([...moves.values()].map(([action]) => action!));
  const [out, ends] = [engine.ints(LONGEST * n), engine.ints(n)];
  engine.call('look', board, state, seat, actions, n, game.trials, out, ends);
  const rides = [...moves].map(([move, [action]], i) => {
    const told = out.list(ends.at(i)).slice(i ? ends.at(i - 1) : 0);
    return rideOf(game, state, seat, move, action!, told);
  });
  for (const row of [actions, out, ends]) engine.release(row);
  return rides;
}

/** A preview in words: its frame, the repeats it would owe, its points; stations by their number, then lines and their values. */
function rideOf(game: Metrox, state: State, seat: number, move: string, action: number, told: number[]): Ride {
  const { board, engine } = game;
  const [frame, repeats, points, count] = told as [number, number, number, number];
  const completed = told.slice(5 + count);
  const [lines, values] = [0, 1].map((part) => completed.filter((_, i) => i % 2 === part)) as [number[], number[]];
  const after = game.copy(state);
  engine.call('ride', board, after, seat, action);
  const transfers = engine.call('transfer_points', board, after, seat) - engine.call('transfer_points', board, state, seat);
  const forLines = values.reduce((all, one) => all + one, 0);
  return {
    move,
    does: doesOf(action, count, frame),
    line: action < FREE_RIDE ? linesOf(game)[divided(action, RIDE_LINE)[0]]! : null,
    marks: told.slice(4, 4 + count).map((station) => stationName(game, station)),
    transfer: frame || null,
    completes: lines.map((line) => linesOf(game)[line]!),
    values,
    points,
    gain: { lines: forLines, transfers, empty: points - forLines - transfers },
    repeats,
  };
}

/** What a ride does, in a word: which sentence tells it. */
function doesOf(action: number, count: number, frame: number): Ride['does'] {
  if (action >= FREE_RIDE) return count ? 'free' : 'stay';
  return frame ? 'transfer' : count ? 'ride' : 'nothing';
}
