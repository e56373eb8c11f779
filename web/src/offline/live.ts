// A table of this device that somebody has open.
import type { Match } from '@/engine/match';
import type { Line, ServerFrame } from '@/lib/types';
import { looking } from './eyes';
import type { Kept } from './shelf';

/** A table somebody has open, and how far they were told of it. */
export class Live {
  version = 1;
  told = { steps: 0, lines: 0 };
  undos = 0;
  /** What was asked for and done, by its id. */
  readonly done = new Set<string>();
  /** Who hears of it. */
  readonly ears = new Set<(frame: ServerFrame) => void>();
  /** Bots that think are thinking of this; a number that has passed is a thought too late. */
  thought = 0;
  thinking = false;
  acting: Promise<void> = Promise.resolve();
  /** Whoever looks at the screen; nobody while the curtain is down. */
  eyes: number | null;

  constructor(
    public kept: Kept,
    public match: Match,
  ) {
    this.eyes = looking(kept, match, kept.you);
  }
}

/** The log as the person reads it; that the game goes on from another one stands at its head. */
export function logOf({ kept, match, eyes }: Live): Line[] {
  const begun = kept.begun ? [{ key: 'web.log.begun', params: { seat: kept.you, n: kept.begun } }] : [];
  return [...begun, ...match.log(eyes)];
}
