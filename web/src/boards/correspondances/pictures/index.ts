// The pictures of the rules, by the names the texts call them by.
import type { Pictures } from '@/boards';
import Fit from './Fit.svelte';
import Row from './Row.svelte';
import Tiles from './Tiles.svelte';
import Trip from './Trip.svelte';

export default { tiles: Tiles, row: Row, fit: Fit, trip: Trip } satisfies Pictures;
