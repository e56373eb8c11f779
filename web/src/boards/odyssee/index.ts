import type { BoardModule } from '@/boards';
import Aside from './Aside.svelte';
import Board from './Board.svelte';

export { Aside, Board };
export const scores = true;
export const prompt: BoardModule['prompt'] = () => '';
export const summary: BoardModule['summary'] = (_view, move) => move;
export const teller: BoardModule['teller'] = () => ({});
