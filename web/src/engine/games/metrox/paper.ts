// A sheet of paper: as its player has counted it, or as it lies there, station by station.
import { metrox } from '@/engine/built/metrox';
import type { Counted, Written } from '@/engine/game';
import type { Metrox, State } from './notation';
import { linesOf, sheetOf } from './view';

const { FREE, FREE_RIDE, TRANSFER } = metrox.constants.state;
const [FIRST, LATER] = [1, 2];

/** The values of its completed lines, the sum of its framed numbers, and how many stations are empty. */
export function count(_: Metrox, state: State, seat: number, { lines = 0, transfers = 0, empty = 0 }: Counted): void {
  Object.assign(state.sheet.at(seat), { points: lines, transfers, empty });
}

/**
 * Stations that are crossed out or framed, and the completed lines of which others were first. All crosses are marks of one
 * round, all frames of another: when they were made, paper does not tell.
 */
export function write(game: Metrox, state: State, seat: number, { crosses = [], frames = [], later = [] }: Written) {
  const { board, engine } = game;
  const sheet = state.sheet.at(seat);
  const rounds: [number, readonly string[]][] = [
    [FREE, crosses],
    [TRANSFER, frames],
  ];
  rounds.forEach(([card, stations], i) => {
    state.turn = i + 1;
    state.cards.put(card, i + 1);
    for (const id of stations) {
      const station = game.scene.map.stations!.findIndex((one) => one.id === id);
      if (station < 0 || sheet.marks.at(station)) continue;
      engine.call('ride', board, state, seat, FREE_RIDE + station);
      if (card === TRANSFER) sheet.transfers += board.transfer.at(station);
    }
  });
  linesOf(game).forEach((line, i) => {
    if (engine.call('missing', board, state, seat, i)) return;
    const value = later.includes(line) ? LATER : FIRST;
    sheet.value.put(value, i);
    sheet.points += (value === FIRST ? board.first : board.later).at(i);
  });
  return { sheet: sheetOf(game, state, seat), counted: { lines: sheet.points, transfers: sheet.transfers, empty: sheet.empty } };
}
