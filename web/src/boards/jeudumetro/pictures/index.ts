// The pictures of the rules, by the names the texts call them by.
import type { Pictures } from '@/boards';
import TurnOrder from './TurnOrder.svelte';
import TwoPlayers from './TwoPlayers.svelte';
import Train from './Train.svelte';
import Turn from './Turn.svelte';
import Win from './Win.svelte';

export default { train: Train, circle: TurnOrder, turn: Turn, win: Win, pairs: TwoPlayers } satisfies Pictures;
