// How the game is taught to a group around a table, slide by slide; the words are `teach-odyssee`.
import type { Slide } from '@/boards';

export default [
  { key: 'need', picture: 'city' },
  { key: 'lay', picture: 'station' },
  { key: 'aim', picture: 'tour' },
  { key: 'turn', picture: 'tunnel' },
  { key: 'stations', picture: 'station' },
  { key: 'leave', picture: 'city' },
  { key: 'tour', picture: 'tour' },
  { key: 'end', picture: 'tour' },
] satisfies Slide[];
