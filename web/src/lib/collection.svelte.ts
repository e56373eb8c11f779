// What can be played here, as the server tells it: every game is a line of the map, in the order of the collection.
// Where no server answers it is what the page carries itself.
import { games } from './api';
import { pause } from './retry';
import { prefs } from './prefs.svelte';
import type { GameInfo } from './types';
import { say } from './words.svelte';

const COLOURS = 8;
const PATTERNS = ['solid', 'dashed', 'double', 'dotted'] as const;

/** A game as a line: with its number, colour and stroke three ways to tell it from the others. */
export interface GameLine extends GameInfo {
  number: number;
  colour: string;
  pattern: (typeof PATTERNS)[number];
}

/** Where the colours begin again, the strokes are others. */
export function lineOf(game: GameInfo, i: number): GameLine {
  return { ...game, number: i + 1, colour: `var(--line-${(i % COLOURS) + 1})`, pattern: PATTERNS[(i + Math.floor(i / COLOURS)) % 4]! };
}

/** What a game is about, as a sentence. */
export function about(game: GameInfo): string {
  const told = game.about[prefs.language] ?? '';
  return told && told.charAt(0).toUpperCase() + told.slice(1).replace(/[^.!?…]$/, '$&.');
}

/** How long a game takes. */
export function lasting({ minutes, longest }: GameInfo): string {
  return longest === null ? say('common.minutes', { n: minutes }) : say('common.minutes.range', { n: minutes, most: longest });
}

class Collection {
  games: GameLine[] = $state.raw([]);
  phase: 'waiting' | 'here' | 'lost' = $state('waiting');
  private asking: Promise<void> | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private tries = 0;
  /** What is here is what the page carries. */
  private carried = false;

  /** Have the games; if the server does not answer, ask again by and by. */
  load(): Promise<void> {
    clearTimeout(this.timer);
    this.asking ??= this.ask().finally(() => (this.asking = null));
    return this.asking;
  }

  private async ask(): Promise<void> {
    if (this.phase === 'here' && !this.carried) return;
    try {
      this.games = (await games()).games.map(lineOf);
      this.phase = 'here';
      this.carried = false;
    } catch {
      await this.carry();
      this.timer = setTimeout(() => void this.load(), pause(this.tries++));
    }
  }

  private async carry(): Promise<void> {
    if (this.phase === 'here') return;
    try {
      this.games = ((await import('@/offline/carried/collection.json')).default as GameInfo[]).map(lineOf);
      this.phase = 'here';
      this.carried = true;
    } catch {
      this.phase = 'lost';
    }
  }

  /** The game of this short name, if there is one. */
  find(id: string): GameLine | null {
    return this.games.find((one) => one.id === id) ?? null;
  }
}

export const collection = new Collection();
