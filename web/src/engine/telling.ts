// Chance told by people who draw real cards, as `core/telling.py` has it: who may say what came, and what it can have been.
import { CHANCE, SPECTATOR } from './game';
import { generator } from './generator';
import type { Match } from './match';

/** After so many imagined truths in which nothing new could be drawn, all is found; and so many are imagined at most. */
const ENOUGH = 120;
const MOST = 5000;

/** The seats that may tell what chance has just drawn; null where everybody sees it. */
export function tellers(match: Match): number[] | null {
  const { game } = match;
  return match.look('*', (state) => {
    const [text] = [...game.outcomes(state).keys()].sort();
    const sees = (seat: number) => game.witness(state, CHANCE, text!, seat) === text;
    if (sees(SPECTATOR)) return null;
    const found = match.names.map((_, seat) => seat).filter(sees);
    return found.length ? found : [game.faces.holder!(game, state)];
  });
}

/** What chance can have drawn for all that a seat knows; what others hold is in the list, or it would be given away. */
export function drawable(match: Match, seat: number | null): string[] {
  const { game } = match;
  if (tellers(match) === null) return match.look('*', (state) => [...game.outcomes(state).keys()].sort());
  if (seat === null) return [];
  const rng = generator(game.engine, `${match.moves.length}/${seat}`);
  const found = new Set<string>();
  for (let n = 0, quiet = 0; n < MOST && quiet < ENOUGH; n++, quiet++) {
    const drawn = match.look(seat, (truth) => {
      game.engine.call('imagine', game.board, truth, seat, rng);
      return [...game.outcomes(truth).keys()];
    });
    if (drawn.some((text) => !found.has(text))) quiet = 0;
    for (const text of drawn) found.add(text);
  }
  game.engine.release(rng);
  return [...found].sort();
}
