// The pictures of the rules, by the names the texts call them by.
import type { Pictures } from '@/boards';
import Cards from './Cards.svelte';
import Loop from './Loop.svelte';
import Score from './Score.svelte';
import Sheet from './Sheet.svelte';

export default { sheet: Sheet, cards: Cards, score: Score, loop: Loop } satisfies Pictures;
