// The pictures of the rules, by the names the texts call them by.
import type { Pictures } from '@/boards';
import Circle from './Circle.svelte';
import Pairs from './Pairs.svelte';
import Train from './Train.svelte';
import Turn from './Turn.svelte';
import Win from './Win.svelte';

export default { train: Train, circle: Circle, turn: Turn, win: Win, pairs: Pairs } satisfies Pictures;
