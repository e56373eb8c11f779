import type { BoardModule } from '@/boards';
import type { CorrespondancesView } from '@/lib/types';
import { say } from '@/lib/words.svelte';
import Aside from './Aside.svelte';
import Board from './Board.svelte';
import { kindOf, outcome } from './tiles';

export { Aside, Board };
export const scores = true;

export const prompt: BoardModule['prompt'] = (view: CorrespondancesView) =>
  view.moves.length === 1 && view.moves[0]!.x === null ? say('web-correspondances.prompt.pass') : say('web-correspondances.prompt');

export const summary: BoardModule['summary'] = (view: CorrespondancesView, text: string) => {
  const move = view.moves.find((one) => one.move === text);
  return move ? outcome(move) : '';
};

/** Tiles and lines by name: 34) is a double bend, yellow and green. */
export const teller: BoardModule['teller'] = (line) => {
  const given = line.params ?? {};
  const colour = (n: string) => say(`web-correspondances.colour.${n}`);
  const params: Record<string, unknown> = {};
  if ('line' in given) params['line'] = colour(String(given['line']));
  if (typeof given['tile'] === 'string') params['tile'] = say(`web-correspondances.kind.${kindOf(given['tile'])}`, { colours: [...given['tile'].slice(0, -1)].map(colour).join('-') });
  return line.key === 'correspondances.placed' ? { key: 'web-correspondances.log.placed', params } : { params };
};

/** Points, and how near the trip of this round is to its end. */
export const standing = (view: CorrespondancesView): number[] => view.scores.map((score, seat) => score * 4 - (view.trips[seat]?.missing ?? 8));

/** The last round: whose line was whose, and who got there. */
export const fate = (view: CorrespondancesView, seat: number): string => {
  const result = view.last?.results[seat];
  if (!result) return '';
  const line = say(`web-correspondances.colour.${result.line}`);
  return result.arrived ? say('web-correspondances.fate.arrived', { line, n: result.changes ?? 0 }) : say('web-correspondances.fate.not', { line });
};
