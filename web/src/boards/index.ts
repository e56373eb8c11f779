// The boards: a directory for each game that has one, each its own chunk, all with the same things in it.
import type { Component } from 'svelte';
import type { GameLine } from '@/lib/collection.svelte';
import type { BoardProps, Called, Player } from '@/lib/types';
import type { Part } from '@/lib/score';
import type { Teller } from '@/lib/tell';
import { need } from '@/lib/words.svelte';

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
  /** How what chance has drawn is asked for, shown and named, where real cards are played with. */
  drawn?: Drawn;
  /** The same, said so that another move of the same place is not meant, if words do it. */
  precise?: (view: any, move: string, scene: any) => string | undefined;
  /** How the log names this game's things. */
  teller: Teller;
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
export interface Drawn {
  Picture: Component<{ draw: string; players: Player[]; view: any; scene: any }>;
  /** The question, for any of the draws that can have come. */
  ask: (draw: string, players: Player[], view: any, scene: any) => string;
  name: (draw: string, players: Player[], view: any, scene: any) => string;
}
/* eslint-enable @typescript-eslint/no-explicit-any */

const BOARDS = import.meta.glob<BoardModule>(['./*/index.ts', '!./plain/index.ts']);

/** Whether this page knows a game by heart: its board, and so its rules. */
export const hasBoard = (game: string) => `./${game}/index.ts` in BOARDS;

/** The board of a game, and the words it speaks at hand; a game this page has none for is shown plainly. */
export async function boardOf(game: string): Promise<BoardModule> {
  const own = BOARDS[`./${game}/index.ts`];
  const [found] = await Promise.all(own ? [own(), need(game, `web-${game}`)] : [import('./plain'), need(game)]);
  return found;
}

const CALLERS = import.meta.glob<Component<{ game: GameLine }>>('./*/Caller.svelte', { import: 'default' });

/** Whether a game can be played on sheets of paper, its cards called by this page. */
export const hasCaller = (game: string) => `./${game}/Caller.svelte` in CALLERS;

/** Who calls the cards of a game, with the words for it. */
export async function callerOf(game: string): Promise<Component<{ game: GameLine }>> {
  const [found] = await Promise.all([CALLERS[`./${game}/Caller.svelte`]!(), need(game, `web-${game}`)]);
  return found;
}

const FOLLOWERS = import.meta.glob<Component<{ called: Called }>>('./*/Follower.svelte', { import: 'default' });

/** The card a caller shows, on the phone of somebody who follows it. */
export async function followerOf(game: string): Promise<Component<{ called: Called }>> {
  const own = FOLLOWERS[`./${game}/Follower.svelte`];
  if (!own) throw new Error(`nobody calls the cards of ${game}`);
  const [found] = await Promise.all([own(), need(game, `web-${game}`)]);
  return found;
}

/** Drawings by name: what the rules show. */
export type Pictures = Record<string, Component>;

const PICTURES = import.meta.glob<Pictures>('./*/pictures/index.ts', { import: 'default' });

/** The drawings of a game's rules. */
export async function picturesOf(game: string): Promise<Pictures> {
  return (await PICTURES[`./${game}/pictures/index.ts`]?.()) ?? {};
}

/** One thing a group is taught, by its words, and the drawing beside it. */
export interface Slide {
  key: string;
  picture: string;
}

const SLIDES = import.meta.glob<Slide[]>('./*/slides.ts', { import: 'default' });

/** Whether a group can be taught a game on a big screen. */
export const hasSlides = (game: string) => `./${game}/slides.ts` in SLIDES;

/** How a group is taught a game: slides with their drawings, the words at hand. */
export async function lessonSlides(game: string): Promise<{ slides: Slide[]; pictures: Pictures }> {
  const [slides, pictures] = await Promise.all([
    SLIDES[`./${game}/slides.ts`]!(),
    picturesOf(game),
    need(game, `web-${game}`, `teach-${game}`),
  ]);
  return { slides, pictures };
}
