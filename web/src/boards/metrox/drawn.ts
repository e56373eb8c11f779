// Real cards of metroX: what was turned over.
import type { Drawn } from '@/boards';
import { say } from '@/lib/words.svelte';
import { cardName } from './cards';
import Picture from './Drawn.svelte';

export const drawn: Drawn = { Picture, ask: () => say('web-metrox.told.card'), name: cardName };
