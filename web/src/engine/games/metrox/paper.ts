// A sheet of paper, as its player has counted it.
import type { Counted } from '@/engine/game';
import type { Metrox, State } from './notation';

/** The values of its completed lines, the sum of its framed numbers, and how many stations are empty. */
export function count(_: Metrox, state: State, seat: number, { lines = 0, transfers = 0, empty = 0 }: Counted): void {
  Object.assign(state.sheet.at(seat), { points: lines, transfers, empty });
}
