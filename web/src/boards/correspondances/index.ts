import type { BoardModule } from '@/boards';
import type { CorrespondancesNote, CorrespondancesView, Told } from '@/lib/types';
import { say } from '@/lib/words.svelte';
import Aside from './Aside.svelte';
import Board from './Board.svelte';
import { cellName, kindOf, outcome } from './tiles';

export { Aside, Board };
export { drawn } from './drawn';

export const prompt: BoardModule['prompt'] = (view: CorrespondancesView) =>
  view.moves.length === 1 && view.moves[0]!.x === null ? say('web-correspondances.prompt.pass') : say('web-correspondances.prompt');

export const summary: BoardModule['summary'] = (view: CorrespondancesView, text: string) => {
  const move = view.moves.find((one) => one.move === text);
  return move ? outcome(move, view.trip) : '';
};

export const place: BoardModule['place'] = (view: CorrespondancesView, text) => {
  const move = view.moves.find((one) => one.move === text);
  return move && move.x !== null && move.y !== null ? cellName(move.x, move.y) : say('web-correspondances.pass');
};

/** The same cell, and which way the tile lies there: the line at its top, and where that leads. */
export const precise: NonNullable<BoardModule['precise']> = (view: CorrespondancesView, text, scene: unknown) => {
  const found = view.moves.find((one) => one.move === text);
  const here = place(view, text, scene);
  const [top, ...others] = found?.ports ?? [];
  const side = ['right', 'bottom', 'left'][others.indexOf(top!)];
  if (top === undefined || side === undefined) return here;
  return say(`web-correspondances.turned.${side}`, { place: here, colour: say(`web-correspondances.tint.${top}`) });
};

/** Tiles and lines by name: 34) is a double bend, yellow and green. */
export const teller: BoardModule['teller'] = ({ params }: Told<CorrespondancesNote>) => {
  if ('line' in params) return { params: { line: say(`web-correspondances.colour.${params.line}`) } };
  if (!('tile' in params)) return {};
  const colours = [...params.tile.slice(0, -1)].map((n) => say(`web-correspondances.tint.${n}`)).join('-');
  return { params: { tile: say(`web-correspondances.kind.${kindOf(params.tile)}`, { colours }) } };
};

/** Points, and how near the trip of this round is to its end. */
export const standing = (view: CorrespondancesView): number[] =>
  view.scores.map((score, seat) => score * 4 - (view.trips[seat]?.missing ?? 8));

/** The last round: whose line was whose, and who got there. */
export const fate = (view: CorrespondancesView, seat: number): string => {
  const result = view.last?.results[seat];
  if (!result) return '';
  const line = say(`web-correspondances.colour.${result.line}`);
  return result.arrived
    ? say('web-correspondances.fate.arrived', { line, n: result.changes ?? 0 })
    : say('web-correspondances.fate.not', { line });
};

/** Trips and longest stretches of all rounds so far: a view tells those of the round before it only. */
export const gather: NonNullable<BoardModule['gather']> = (views: CorrespondancesView[]) => {
  const trips = views[0]?.scores.map(() => 0) ?? [];
  const longest = [...trips];
  let told = 0;
  return views.map((view) => {
    if (view.last && view.last.number > told) {
      told = view.last.number;
      view.last.results.forEach((result, seat) => {
        trips[seat]! += result.trip;
        longest[seat]! += result.points - result.trip;
      });
    }
    return view.scores.map((_, seat) => [
      [say('web-correspondances.part.trips'), trips[seat]!],
      [say('web-correspondances.part.longest'), longest[seat]!],
    ]);
  });
};
