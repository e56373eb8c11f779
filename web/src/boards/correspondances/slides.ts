// How the game is taught to a group around a table, slide by slide; the words are `teach-correspondances`.
import type { Slide } from '@/boards';

export default [
  { key: 'need', picture: 'row' },
  { key: 'secret', picture: 'row' },
  { key: 'aim', picture: 'trip' },
  { key: 'turn', picture: 'fit' },
  { key: 'tiles', picture: 'tiles' },
  { key: 'round', picture: 'trip' },
  { key: 'end', picture: 'row' },
] satisfies Slide[];
