// How wide the screen is, for what is drawn in one place or the other; styles ask for the same width.
import { MediaQuery } from 'svelte/reactivity';

/** Too narrow for what lies beside the board: it is in a panel instead. */
export const narrow = new MediaQuery('max-width: 62em');
