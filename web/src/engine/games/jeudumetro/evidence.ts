// What the others' plays tell about their objectives, as `evidence` of `kernels/insight.py` has it.
import { jeudumetro } from '@/engine/built/jeudumetro';
import { range, type History } from '@/engine/game';
import { read, type Jeudumetro } from './notation';

const { FACES, LAY, PLACES } = jeudumetro.constants.state;
const { DOUBT } = jeudumetro.constants.insight;

/** For every objective card and face, how much its holders' plays so far speak for it, as logits. */
export function evidence(game: Jeudumetro, history: History, seat: number): number[] {
  const { board, engine } = game;
  const [found, card] = [engine.floats(PLACES * FACES), engine.ints(PLACES).fill(range(PLACES))];
  const anywhere = game.blank(); // a play is read without knowing the position
  for (const [actor, text] of history) {
    if (actor === '*' || actor === seat || text.includes('?')) continue;
    const action = read(game, anywhere, actor, text)?.[0];
    if (action !== undefined && action < LAY) engine.call('overhear', board, card, actor, action, found);
  }
  const told = found.list().map((one) => Math.min(DOUBT, Math.max(-DOUBT, one)));
  for (const one of [found, card, anywhere]) engine.release(one);
  return told;
}
