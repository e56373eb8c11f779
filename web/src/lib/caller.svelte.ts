// Cards called one by one: where the pile is, how quickly it goes, and what people have counted in the end; kept in this browser.
import { call, rank, write } from './api';
import type { Sheet } from '@/offline/paper';
import type { Counted, Standing } from '@/engine/game';
import type { View } from './types';

/** Somebody's sheet of paper. */
export interface PaperSheet {
  name: string;
  counted: Record<string, number>;
  /** What stands on it, if it was tapped and not counted. */
  written?: Record<string, string[]>;
}

interface Session {
  options: Record<string, unknown>;
  seed: string;
  /** So many cards have been turned over; none before it has begun. */
  cards: number;
  sheets: PaperSheet[];
}

/** Seconds a card: by hand, or one of these. */
export const PACES = [0, 30, 45, 60, 90] as const;

const key = (game: string) => `strapontin.caller.${game}`;
const newSeed = () => Array.from(crypto.getRandomValues(new Uint8Array(32)), (one) => one.toString(16).padStart(2, '0')).join('');

export class Caller<V extends View> {
  /** What lies open; null before the first card. */
  view: V | null = $state.raw(null);
  /** The card that is looked at, from 1; the last one, unless somebody looks back. */
  at = $state(0);
  /** All cards are out, and the sheets are being counted. */
  counting = $state(false);
  pace = $state(0);
  aloud = $state(false);
  sheets: PaperSheet[] = $state([]);
  options: Record<string, unknown> = $state({});
  standing: Standing | null = $state.raw(null);
  /** A card is on its way. */
  private busy = false;
  private seed = '';
  private cards = $state(0);
  readonly last = $derived(this.at >= this.cards);

  constructor(
    private readonly game: string,
    /** A card has been turned over. */
    private readonly oncard: (view: V) => void,
  ) {}

  /** Go on where the evening was, if it had begun. */
  async resume(): Promise<void> {
    try {
      const kept = JSON.parse(localStorage.getItem(key(this.game)) ?? 'null') as Session | null;
      if (!kept?.cards || typeof kept.seed !== 'string' || !Array.isArray(kept.sheets)) return;
      this.options = kept.options;
      this.seed = kept.seed;
      this.sheets = kept.sheets;
      this.view = await this.ask(kept.cards);
      this.at = this.cards = kept.cards;
    } catch {
      // a browser that keeps nothing, or something else under this name: a new evening
    }
  }

  async begin(options: Record<string, unknown>): Promise<void> {
    this.options = options;
    this.seed = newSeed();
    this.cards = this.at = 0;
    this.counting = false;
    this.standing = null;
    await this.next();
  }

  /** Forget all of it. */
  clear(): void {
    this.view = null;
    this.cards = this.at = 0;
    this.counting = false;
    this.standing = null;
    this.keep();
  }

  /** The card after the one looked at; after the last one, the counting. */
  async next(): Promise<void> {
    if (this.busy) return;
    if (!this.last) {
      this.at += 1;
      return;
    }
    if (this.view && this.ended) {
      this.counting = true;
      return;
    }
    this.busy = true;
    try {
      const view = await this.ask(this.cards + 1);
      // what comes after the last card is no card, but the end
      if (!view.over) this.at = this.cards += 1;
      else this.counting = true;
      this.view = view;
      this.keep();
      if (!view.over) this.oncard(view);
    } finally {
      this.busy = false;
    }
  }

  back(): void {
    if (this.counting) this.counting = false;
    else if (this.at > 1) this.at -= 1;
  }

  get ended(): boolean {
    return this.view?.over ?? false;
  }

  /** A sheet as it lies there now, and counted from now on. */
  async write(i: number): Promise<Sheet> {
    const found = await write(this.game, this.options, { ...this.sheets[i]!.written });
    this.sheets[i]!.counted = { ...found.counted };
    await this.count();
    return found;
  }

  async count(): Promise<void> {
    this.keep();
    this.standing = this.sheets.length
      ? await rank(
          this.game,
          this.options,
          this.sheets.map((sheet): Counted => ({ ...sheet.counted })),
        )
      : null;
  }

  private async ask(cards: number): Promise<V> {
    return (await call(this.game, this.options, this.seed, cards)) as unknown as V;
  }

  private keep(): void {
    const kept: Session = { options: this.options, seed: this.seed, cards: this.cards, sheets: this.sheets };
    try {
      localStorage.setItem(key(this.game), JSON.stringify(kept));
    } catch {
      // nothing to do
    }
  }
}
