// How good was possible with the draws of a game alone, as `coach/hindsight.py` has it.
import { CHANCE } from './game';
import type { Match } from './match';

/** The score reached, and the best one found with the draws known beforehand. */
export interface Hindsight {
  score: number;
  best: number;
  width: number;
  /** Whether nothing at all could have done better. */
  exact: boolean;
  /** Moves that reach the best. */
  moves: string[];
}

/** Look back on a finished game of one player; null where there is no telling. */
export function hindsight(match: Match): Hindsight | null {
  const { game, moves, names, scores } = match;
  const { clairvoyant } = game.faces;
  if (!match.over || names.length > 1 || !clairvoyant) return null;
  const { width } = game.engine.description.coach;
  const state = game.blank();
  try {
    const draws = moves.filter(([actor]) => actor === '*').map(([, text]) => game.faces.read(game, state, CHANCE, text)![0]!);
    const { best, actions, exact } = clairvoyant(game, draws, width);
    const score = scores[0]!;
    // a beam may miss what was played
    if (score > best) return { score, best: score, width, exact, moves: moves.flatMap(([actor, text]) => (actor === 0 ? [text] : [])) };
    return { score, best, width, exact, moves: actions.map((one) => game.faces.text(game, state, 0, [one])) };
  } finally {
    game.engine.release(state);
  }
}

/** The score as a share of the best found; nothing below 0, and of nothing only the best itself is all. */
export function share({ score, best }: Hindsight): number {
  return best > 0 ? Math.max(0, score / best) : Number(score === best);
}
