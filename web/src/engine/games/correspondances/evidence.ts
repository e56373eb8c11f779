// What the placements of this round tell about who holds which line, as `evidence` of `kernels/insight.py` has it.
import { correspondances } from '@/engine/built/correspondances';
import { CHANCE, divided, type History } from '@/engine/game';
import { Numbers } from '@/engine/memory';
import { read, type Correspondances } from './notation';

const { LINES, LOOKS, PASS, SEATS, SET } = correspondances.constants.state;
const { DOUBT } = correspondances.constants.insight;

/** For every player and line, how much that player's placements of this round served the line, as logits. */
export function evidence(game: Correspondances, history: History): number[] {
  const { board, engine } = game;
  const begun = history.findLastIndex(([actor, text]) => actor === '*' && text.startsWith('row'));
  if (begun < 0) return new Array<number>(SEATS * LINES).fill(0);
  const found = engine.floats(SEATS * LINES);
  const table = game.blank();
  game.setup(table);
  table.stage = SET;
  engine.call('begin', board, table, read(game, table, CHANCE, history[begun]![1])![0]!);
  for (const [actor, text] of history.slice(begun + 1)) {
    if (actor === '*') {
      if (text.startsWith('draw')) table.drawn = 1 + read(game, table, CHANCE, text)![0]!;
      continue;
    }
    const [action] = read(game, table, actor, text) as [number];
    if (action === PASS) continue;
    const before = game.copy(table);
    const [cell] = divided(action, LOOKS);
    engine.call('lay', board, table, cell, engine.call('code_of', table, action));
    const own = new Numbers(engine.view, found.address + actor * LINES * found.item, 'float64', [LINES]);
    engine.call('telling', board, before, table, own);
  }
  const told = found.list().map((one) => Math.min(DOUBT, Math.max(-DOUBT, one)));
  for (const one of [found, table]) engine.release(one);
  return told;
}
