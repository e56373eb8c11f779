// How the game is taught to a group around a table, slide by slide; the words are `teach-metrox`.
import type { Slide } from '@/boards';

export default [
  { key: 'need', picture: 'sheet' },
  { key: 'aim', picture: 'sheet' },
  { key: 'round', picture: 'cards' },
  { key: 'number', picture: 'cards' },
  { key: 'plus', picture: 'cards' },
  { key: 'lines', picture: 'sheet' },
  { key: 'end', picture: 'score' },
] satisfies Slide[];
