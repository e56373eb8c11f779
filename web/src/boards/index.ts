// The boards of the collection: each its own chunk, all with the same four things.
import type { Component } from 'svelte';
import type { GameId } from '@/lib/games';
import type { BoardProps, Player, View } from '@/lib/types';
import type { Part } from '@/lib/split';
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
  /** What is to be tapped for a move, by name. */
  place: (view: any, move: string, scene: any) => string;
  /** How the log names this game's things. */
  teller: Teller;
  /** Whether one plays for points, or just wins. */
  scores: boolean;
  /** Seats that have nothing left to do in an open round. */
  done?: (view: any) => boolean[];
  /** How well each seat stands, where the score alone does not tell: what turning points are found by. */
  standing?: (view: any) => number[];
  /** How the end looks for a seat, where points do not say it. */
  fate?: (view: any, seat: number) => string;
  /** What the running score can become, where it says little by itself. */
  hope?: (view: any) => string | null;
  /** A verdict on the whole game, where there is one. */
  verdict?: (view: any) => string | null;
  /** The score in parts: [what, points] by seat. */
  parts?: (view: any, seat: number) => Part[];
  /** The parts of all scores at each of these moments of a game, where one view alone does not tell them. */
  gather?: (views: any[]) => Part[][][];
}
/* eslint-enable @typescript-eslint/no-explicit-any */

export const BOARDS: Record<GameId, () => Promise<BoardModule>> = {
  metrox: () => import('./metrox'),
  jeudumetro: () => import('./jeudumetro'),
  correspondances: () => import('./correspondances'),
  odyssee: () => import('./odyssee'),
};

/** Drawings by name: what the rules show. */
export type Pictures = Record<string, Component>;

export const PICTURES: Record<GameId, () => Promise<Pictures>> = {
  metrox: () => import('./metrox/pictures').then((found) => found.default),
  jeudumetro: () => import('./jeudumetro/pictures').then((found) => found.default),
  correspondances: () => import('./correspondances/pictures').then((found) => found.default),
  odyssee: () => import('./odyssee/pictures').then((found) => found.default),
};

export type AnyView = View;
