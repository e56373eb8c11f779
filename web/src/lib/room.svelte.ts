// What a room shows of a game and what can be done there, and all that follows from the two.
import type { BoardModule } from '@/boards';
import type { GameLine } from './collection.svelte';
import type { Help } from './hint.svelte';
import { entries, seatOf, type Entry } from './tell';
import type { ClockState, Line, Player, View } from './types';

/** A game as somebody sees it: now, or as it was. */
export interface Sight {
  game: GameLine;
  module: BoardModule;
  scene: Record<string, unknown>;
  view: View;
  players: Player[];
  log: Line[];
  /** A game that is over is looked at again: nobody thinks any more. */
  past?: boolean;
  /** What has just happened, if it is not what the others did since one's own move. */
  recent?: Line[];
  /** The position as the game itself draws it. */
  draw?: (move: string | null) => Promise<string>;
}

/** What one can do there, and how it went. */
export interface Hand {
  /** Whether moves can be made at all. */
  live: boolean;
  play: (move: string) => void;
  undo?: () => void;
  canUndo?: boolean;
  /** Where hints may be had. */
  help?: Help | undefined;
  /** Pass the device on to somebody else around it, if one of them is waited for. */
  pass?: (() => void) | undefined;
  /** A tap is meant, whatever people like elsewhere: nothing is lost by it. */
  quick?: boolean;
  /** A move is on its way. */
  sending?: boolean;
  /** Why the last one was not made. */
  trouble?: string;
  clock?: ClockState | null;
  /** How far the server's clock is ahead of ours. */
  skew?: number;
}

function movesOf(view: View): string[] {
  return ((view as View & { moves?: { move: string }[] }).moves ?? []).map((one) => one.move);
}

/** Whether there is still the same to choose from: others may have chosen meanwhile. */
export function sameChoice(before: View, after: View): boolean {
  const [one, other] = [movesOf(before), movesOf(after)];
  return one.length > 0 && one.length === other.length && one.every((move, i) => move === other[i]);
}

export class RoomState {
  constructor(
    private seen: () => Sight,
    private given: () => Hand | null,
  ) {}

  readonly sight = $derived.by(() => this.seen());
  readonly hand = $derived.by(() => this.given());
  readonly view = $derived.by(() => this.sight.view);
  readonly players = $derived.by(() => this.sight.players);
  readonly log = $derived.by(() => this.sight.log);
  /** One's own seat, if one has one. */
  readonly mine = $derived.by(() => (typeof this.view.seat === 'number' ? this.view.seat : null));
  readonly myTurn = $derived.by(() => this.hand?.live === true && this.mine !== null && this.view.to_act.includes(this.mine));
  readonly sending = $derived.by(() => this.hand?.sending ?? false);
  /** It is one's turn, and nothing is on its way. */
  readonly ready = $derived.by(() => this.myTurn && !this.sending);
  /** The move when there is only one. */
  readonly only = $derived.by(() => {
    const moves = this.ready ? movesOf(this.view) : [];
    return moves.length === 1 ? moves[0]! : null;
  });
  readonly entries = $derived.by(() => this.told(this.log));
  /** What the others have done since one's own last move. */
  readonly news = $derived.by(() => {
    const { recent, game } = this.sight;
    const own = this.log.findLastIndex((line) => this.mine !== null && seatOf(line) === this.mine && !game.passive.includes(line.key));
    return recent ?? (this.mine === null ? [] : this.log.slice(own + 1));
  });
  /** The same as entries, to be seen again one by one. */
  readonly lately = $derived.by(() =>
    this.hand?.live && this.mine !== null ? this.told(this.news).filter((entry) => entry.seat !== null && entry.seat !== this.mine) : [],
  );
  /** Whom the table waits for, besides oneself. */
  readonly awaited = $derived.by(() =>
    this.view.to_act
      .filter((seat): seat is number => typeof seat === 'number' && seat !== this.mine)
      .map((seat) => this.players[seat]?.name ?? ''),
  );

  /** Lines of the log as people read them. */
  told(lines: Line[]): Entry[] {
    return entries(lines, this.players, this.sight.scene, this.sight.module.teller);
  }

  /** What a move does, in a sentence. */
  summary(move: string): string {
    return this.sight.module.summary(this.view, move, this.players, this.sight.scene);
  }

  /** What to do now, in a sentence. */
  prompt(): string {
    return this.sight.module.prompt(this.view, this.players, this.sight.scene);
  }
}
