// What somebody alone could have scored who knew all cards: the kernel of `kernels/beam.py`, with what it writes on.
import type { Foreseen } from '@/engine/game';
import type { Metrox } from './notation';

export function clairvoyant({ engine, board }: Metrox, draws: readonly number[], width: number): Foreseen {
  const { EXACT, RIDES, FIRST } = engine.description.constants.beam;
  const cards = engine.ints(draws.length).fill(draws);
  const length = engine.call('rides_at_most', board, cards);
  const room = width * engine.call('breadth', board);
  const beam = {
    sheets: engine.records('State', 2 * width + 1),
    rides: engine.ints(2 * width * length),
    made: engine.ints(2 * width),
    values: engine.floats(room),
    parents: engine.ints(room),
    actions: engine.ints(room),
    marks: engine.ints(room),
    order: engine.ints(room),
    known: engine.ints(2 * room),
  };
  const told = engine.ints(FIRST + length);
  try {
    const best = engine.call('foresee', board, cards, width, beam, told);
    return { best, actions: told.list(FIRST + told.at(RIDES)).slice(FIRST), exact: told.at(EXACT) === 1 };
  } finally {
    for (const one of [cards, told, ...Object.values(beam)]) engine.release(one);
  }
}
