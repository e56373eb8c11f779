// What the others' plays tell about their objectives, as `evidence` of `kernels/insight.py` has it.
import { jeudumetro } from '@/engine/built/jeudumetro';
import type { History } from '@/engine/game';
import { read, type Jeudumetro } from './notation';

const { FACES, PLACES } = jeudumetro.constants.state;
const { DOUBT } = jeudumetro.constants.insight;

/** For every objective card and face, how much its holders' plays so far speak for it, as logits. */
export function evidence(game: Jeudumetro, history: History, seat: number): number[] {
  const { board, engine } = game;
  const [found, table] = [engine.floats(PLACES * FACES), game.blank()];
  engine.call('setup', board, table);
  for (const [actor, text] of history) {
    if (actor === '*' || text.includes('?')) continue;
    for (const action of read(game, table, actor, text) ?? []) {
      engine.call('overhear', board, table, actor, action, Number(actor !== seat), found);
    }
  }
  const told = found.list().map((one) => Math.min(DOUBT, Math.max(-DOUBT, one)));
  for (const one of [found, table]) engine.release(one);
  return told;
}
