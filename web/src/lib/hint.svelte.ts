// A hint as somebody at a table gets it: the table hears of it first, then a worker thinks, and can be stopped at any time.
import type { History } from '@/engine/game';
import type { Hint } from '@/engine/hint';
import type { Clerk } from '@/offline/clerk';
import type { Advice } from '@/offline/coach';
import { nameOf } from './review-room.svelte';
import type { Sight } from './room.svelte';
import { explained } from './telling';
import { need, say, t } from './words.svelte';

/** What a seat knows, for whoever thinks about it. */
export interface Knowledge {
  game: string;
  players: number;
  options: Record<string, unknown>;
  state: Uint8Array;
  seat: number;
  history: History;
}

/** What can be done with hints at a table, and how it went. */
export interface Help {
  phase: Hinting['phase'];
  /** What is said of the move that is shown. */
  told: string;
  ask: () => void;
  stop: () => void;
}

export class Hinting {
  phase: 'none' | 'thinking' | 'shown' | 'lost' = $state('none');
  found = $state.raw<Advice | null>(null);
  private clerk: Clerk | null = null;
  /** A thought about another choice comes too late. */
  private turn = 0;

  /** Think, once the table has noted it; `known` is what the seat knows then. */
  async ask(noted: () => Promise<void>, known: () => Promise<Knowledge>): Promise<void> {
    this.stop();
    this.phase = 'thinking';
    const turn = ++this.turn;
    try {
      await need('coach');
      await noted();
      const { game, players, options, state, seat, history } = await known();
      const { Clerk } = await import('@/offline/clerk');
      if (turn !== this.turn) return;
      this.clerk ??= new Clerk(
        () => undefined,
        () => (this.clerk = null),
      );
      const found = await this.clerk.ask('advise', game, players, options, state, seat, history);
      if (turn !== this.turn) return;
      this.found = found;
      this.phase = 'shown';
    } catch {
      if (turn === this.turn) this.phase = 'lost';
    }
  }

  /** Leave off, in the middle of a thought too; what is shown goes. */
  stop(): void {
    this.turn += 1;
    if (this.phase === 'thinking') this.close();
    this.phase = 'none';
    this.found = null;
  }

  close(): void {
    this.turn += 1;
    this.clerk?.end();
    this.clerk = null;
  }
}

/** One reason is enough for somebody in the middle of a game. */
const ONE = { for: 1, against: 0 };

/** A hint in words: which move, and why. */
export function hintTold({ move, other, why, manners }: Hint & Pick<Advice, 'manners'>, sight: Sight): string {
  const others = other === null ? [move] : [move, other];
  // where reasons are told, the two moves they are about need no names
  const name = (one: string) => t(one === move ? 'hint.it' : one === '' ? 'hint.another' : 'hint.tempting');
  const teller = { say, name, players: sight.players.map((one) => one.name), manners: { ...manners, ...ONE } };
  const reasons = explained({ why, best: { move } }, teller);
  const named = nameOf(move, others, sight.view, sight);
  return `${t('hint.best', { move: named })} ${reasons.charAt(0).toUpperCase()}${reasons.slice(1)}`.trim();
}
