// The boards of the collection: each its own chunk, all with the same four things.
import type { Component } from 'svelte';
import type { GameId } from '@/lib/games';
import type { BoardProps, Player, View } from '@/lib/types';
import type { Teller } from '@/lib/tell';

/* eslint-disable @typescript-eslint/no-explicit-any -- each board narrows view and scene to its own types */
export interface BoardModule {
  /** The board itself: fills the room it is given. */
  Board: Component<BoardProps<any, any>>;
  /** What lies beside it: cards, parts of the score, what can still come. */
  Aside: Component<BoardProps<any, any>>;
  /** What to do now, in a sentence. */
  prompt: (view: any, players: Player[], scene: any) => string;
  /** What a move does, in a sentence. */
  summary: (view: any, move: string, players: Player[], scene: any) => string;
  /** How the log names this game's things. */
  teller: Teller;
  /** Whether the running scores mean something before the end. */
  scores: boolean;
  /** Seats that have nothing left to do in an open round. */
  done?: (view: any) => boolean[];
  /** How well each seat stands, where the score alone does not tell: what turning points are found by. */
  standing?: (view: any) => number[];
  /** How the end looks for a seat, where points do not say it. */
  fate?: (view: any, seat: number) => string;
  /** A verdict on the whole game, where there is one. */
  verdict?: (view: any) => string | null;
  /** The score in parts, for the end of the game: [what, points] by seat. */
  parts?: (view: any, seat: number) => [label: string, points: number][];
}
/* eslint-enable @typescript-eslint/no-explicit-any */

export const BOARDS: Record<GameId, () => Promise<BoardModule>> = {
  metrox: () => import('./metrox'),
  jeudumetro: () => import('./jeudumetro'),
  correspondances: () => import('./correspondances'),
  odyssee: () => import('./odyssee'),
};

export type AnyView = View;
