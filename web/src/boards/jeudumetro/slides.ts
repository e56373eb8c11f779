// How the game is taught to a group around a table, slide by slide; the words are `teach-jeudumetro`.
import type { Slide } from '@/boards';

export default [
  { key: 'need', picture: 'train' },
  { key: 'deal', picture: 'circle' },
  { key: 'aim', picture: 'win' },
  { key: 'turn', picture: 'turn' },
  { key: 'cards', picture: 'turn' },
  { key: 'attached', picture: 'train' },
  { key: 'end', picture: 'win' },
] satisfies Slide[];
