// What a game from elsewhere says of its moves.
import { listed } from '@/lib/sentence';
import type { View } from '@/lib/types';
import { has, say } from '@/lib/words.svelte';

export interface PlainView extends View {
  moves: ({ move: string } & Record<string, unknown>)[];
}

/** What a move does: the game's sentence for this very move, or for all, or else what the view tells of it. */
export function does(view: PlainView, text: string): string {
  const move = view.moves.find((one) => one.move === text);
  if (!move) return '';
  const key = [`${view.game}.move.${text}`, `${view.game}.move`].find(has);
  if (key) return say(key, move);
  return listed({ ...move, move: undefined });
}
