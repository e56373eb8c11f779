// The log of metroX: notes by key, for the catalogues to put into words.
import { metrox } from '@/engine/built/metrox';
import { CHANCE, range, type Actions, type Note } from '@/engine/game';
import { cardText, type Metrox, type State } from './notation';
import { linesOf, marksOf, wayOf, windowsOf } from './view';

const { FREE, SIX } = metrox.constants.state;

/** A card revealed; or, when a round closes, everybody's rides by seat, then the lines completed. */
export function story(game: Metrox, before: State, actor: number, [action]: Actions, after: State): Note[] {
  if (actor === CHANCE) return [{ key: 'metrox.card', params: { card: cardText(action!), turn: after.turn } }];
  if (after.card) return [];
  const seats = range(game.players);
  const notes = seats.flatMap((seat) => rode(game, before, after, seat));
  notes.push(...seats.flatMap((seat) => completed(game, before, after, seat)));
  if (before.card === SIX) notes.push({ key: 'metrox.reshuffled' });
  if (game.actors(after).length === 0) notes.push({ key: 'metrox.over' });
  return notes;
}

/** What somebody rode in a round, along the way. */
function rode(game: Metrox, before: State, after: State, seat: number): Note[] {
  const { turn } = after;
  const sheet = after.sheet.at(seat);
  const ridden = range(game.board.lines).flatMap((line) => windowsOf(sheet, line).flatMap((when) => (when === turn ? [line] : [])));
  if (!ridden.length && before.card !== FREE) return [];
  const order = orderOf(game, after, seat, ridden);
  const marks = marksOf(game, after, seat, (when) => when === turn);
  marks.sort((one, other) => (order.get(one.station) ?? 0) - (order.get(other.station) ?? 0));
  const framed = marks.flatMap(({ transfer }) => (transfer ? [transfer] : []));
  const params = {
    seat,
    card: cardText(before.card),
    lines: ridden.map((line) => linesOf(game)[line]),
    stations: marks.map(({ station }) => station),
    gain: earned(game, after, seat, turn),
    ...(framed.length ? { transfers: framed } : {}),
  };
  return [{ key: keyOf(ridden.length, marks.length, framed.length), params }];
}

/** What a ride was decides its sentence. */
function keyOf(lines: number, stations: number, framed: number): string {
  if (framed) return 'metrox.rode.transfer';
  if (!lines) return stations ? 'metrox.rode.free' : 'metrox.rode.stayed';
  return stations ? 'metrox.rode' : 'metrox.rode.nothing';
}

/** Where the stations of these lines come in a ride: along the line, or the other way round on a loop ridden so. */
function orderOf(game: Metrox, state: State, seat: number, lines: number[]): Map<string, number> {
  const sheet = state.sheet.at(seat);
  const stops = lines.flatMap((i) => {
    const line = game.scene.map.lines![i]!;
    const [first, ...rest] = line.stations;
    return [first!, ...(line.loop && wayOf(sheet, i) === '<' ? rest.reverse() : rest)];
  });
  return new Map(stops.map((station, at): [string, number] => [station, at]).reverse());
}

/** What a player's rides of a round brought, completed lines aside: the sheet against itself without these marks. */
function earned(game: Metrox, after: State, seat: number, turn: number): { transfers: number; empty: number } {
  const { board, engine } = game;
  const without = game.copy(after);
  engine.call('unmark', board, without, seat, turn);
  return {
    transfers: engine.call('transfer_points', board, after, seat) - engine.call('transfer_points', board, without, seat),
    empty: engine.call('empty_cost', board, without, seat) - engine.call('empty_cost', board, after, seat),
  };
}

/** The lines somebody has completed in a round, as they are valued. */
function completed(game: Metrox, before: State, after: State, seat: number): Note[] {
  const { board } = game;
  return linesOf(game).flatMap((line, i) => {
    const value = after.sheet.at(seat).value.at(i);
    if (!value || before.sheet.at(seat).value.at(i)) return [];
    const [key, points] = value === 1 ? ['metrox.completed.first', board.first.at(i)] : ['metrox.completed.later', board.later.at(i)];
    return [{ key, params: { seat, line, points } } as Note];
  });
}
