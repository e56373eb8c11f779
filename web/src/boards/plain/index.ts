// The board of a game this page has none for: its own picture, its moves as buttons, its own words or its notation.
import type { BoardModule } from '@/boards';
import { has, say, t } from '@/lib/words.svelte';
import Aside from './Aside.svelte';
import Board from './Board.svelte';
import { does, type PlainView } from './moves';

export { Aside, Board };

export const prompt: BoardModule['prompt'] = (view: PlainView) =>
  has(`${view.game}.prompt`) ? say(`${view.game}.prompt`, { ...view }) : t('plain.prompt');

export const summary: BoardModule['summary'] = (view: PlainView, move) => {
  const named = has(`${view.game}.move.${move}`) ? '' : move; // what has a sentence of its own needs no other name
  return [named, does(view, move)].filter(Boolean).join(' · ');
};

export const place: BoardModule['place'] = (_view, move) => move;

export const teller: BoardModule['teller'] = () => ({});
