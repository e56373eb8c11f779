// What a replay becomes while its game is reviewed: the decision in view, the moves drawn there, those somebody tries.
import type { BoardModule } from '@/boards';
import type { Decision } from '@/engine/review';
import type { Eyes } from './api';
import type { Look } from './look.svelte';
import { Reviewing } from './review.svelte';
import type { Hand } from './room.svelte';
import type { Record_, View } from './types';

/** Where the replay stands. */
export interface Stand {
  ply: number;
  eyes: Eyes;
  module: BoardModule | null;
  scene: Record<string, unknown> | null;
  /** The position as a seat saw it, with what it could do. */
  seenBy: (seat: number) => View | null;
}

/** What the board calls a move; two that it calls alike are told apart, by their notation if need be. */
export function nameOf(
  move: string,
  others: readonly string[],
  view: View | null,
  { module, scene }: Pick<Stand, 'module' | 'scene'>,
): string {
  const called = (one: string) => (view && module?.place(view, one, scene)) || one;
  if (!others.some((one) => one !== move && called(one) === called(move))) return called(move);
  return (view && module?.precise?.(view, move, scene)) ?? `${called(move)} (${move})`;
}

export class ReviewRoom {
  readonly reviewing = new Reviewing();
  /** Somebody looks for the better move themselves: nothing is given away. */
  seeking = $state(false);
  /** A move they tried is being looked at, and what was found of it. */
  judging = $state(false);
  tried = $state.raw<Decision | null>(null);
  private told = '';

  constructor(
    private readonly stand: () => Stand,
    readonly look: Look,
  ) {}

  readonly seat = $derived.by(() => this.reviewing.subject?.seat ?? null);
  readonly decision = $derived.by(() => this.reviewing.decision(this.stand().ply));
  readonly known = $derived.by(() => (this.seat === null ? null : this.stand().seenBy(this.seat)));
  /** Whether the board is seen with the eyes of the seat that is reviewed: only then is there something to draw on. */
  readonly own = $derived.by(() => this.stand().eyes === this.seat);
  /** At a decision of that seat every move can be looked at, and asked about. */
  readonly hand = $derived.by<Hand | null>(() =>
    this.decision && this.own ? { live: true, play: (move) => void this.tryOut(move), sending: this.judging } : null,
  );
  readonly others = $derived.by(() => (this.decision ? [this.decision.played.move, this.decision.best.move] : []));
  /** The move being looked at, if it may be asked about. */
  readonly asked = $derived.by(() => {
    const { chosen } = this.look;
    return this.hand && chosen !== null && (this.seeking || !this.others.includes(chosen)) ? chosen : null;
  });

  /** What a move is called here. */
  readonly name = (move: string): string => nameOf(move, this.others, this.known, this.stand());

  start(record: Record_, seat: number, budget: number | null): Promise<void> {
    return this.reviewing.start(record, seat, budget);
  }

  close(): void {
    this.reviewing.close();
    this.rest();
  }

  /** A move on the board, as if it were being looked at then. */
  draw(move: string): void {
    this.look.release();
    this.look.chosen = move;
  }

  private rest(): void {
    this.look.chosen = null;
    this.look.release();
  }

  seek(): void {
    this.seeking = true;
    this.look.chosen = this.tried = null;
  }

  /** Have the better move shown after all. */
  show(): void {
    this.seeking = false;
    if (this.decision) this.draw(this.decision.best.move);
  }

  /** What another move would have been worth there. */
  async tryOut(move: string): Promise<void> {
    const at = this.stand().ply;
    this.judging = true;
    const found = await this.reviewing.judge(at, move).catch(() => null);
    this.judging = false;
    if (at !== this.stand().ply) return;
    this.tried = found;
    if (found?.verdict === 'best') this.seeking = false;
  }

  /** Another decision has come into view: its better move is drawn, and what was tried before is forgotten. For an effect. */
  follow(): void {
    const { decision } = this;
    const here = decision && this.own ? `${decision.ply}/${decision.best.move}` : '';
    if (here === this.told) return;
    this.told = here;
    this.seeking = false;
    this.tried = null;
    if (here && decision && decision.verdict !== 'best') this.draw(decision.best.move);
    else this.rest();
  }
}
