// A hint for whoever is about to choose: the best move the search finds from what their seat knows, and what speaks for it beside
// the move that looks best at first sight.
import { greedy, type Decision } from './bots';
import { differences, readMove, reasons, type Reason } from './review';
import { BLINDLY, Trier } from './trials';

export interface Hint {
  move: string;
  /** What it was held against; nothing where that was any move at all. */
  other: string | null;
  why: Reason[];
}

export function hint(at: Decision, budget: number): Hint {
  const { game, seat } = at;
  const trier = new Trier(game);
  const move = trier.best(at, budget);
  const tempting = greedy(at);
  const other = tempting === move ? null : tempting;
  const moves = [readMove(game, at, move), other === null ? BLINDLY : readMove(game, at, other)] as const;
  const tried = trier.compare(at, moves, Math.max(2, Math.floor(budget / moves.length)));
  return { move, other, why: reasons(game, differences(game, seat, tried, 1, 0), other ?? '', move) };
}
