// The names the page uses for the types of the wire.
export type * from './wire';
export type { Record as Record_ } from './wire';
import type { Line } from './wire';

/** What every view begins with. */
export interface View {
  game: string;
  seat: number | string | null;
  players: number;
  to_act: (number | string)[];
  over: boolean;
  scores: number[];
  winners: number[];
}

/** Somebody at the table, as a board shows them. */
export interface Player {
  seat: number;
  name: string;
  colour: string;
  mark: string;
  bot: boolean;
  you: boolean;
  here: boolean;
  away: boolean;
  resigned: boolean;
  /** How many hints they have had. */
  hints?: number;
  /** The level of a bot. */
  level?: string | null;
}

/** What the house tells in the log of any game: who left, who is back. */
interface HouseLine {
  key: `web.log.${string}`;
  params: { seat: number };
}

/** A line of the log of a table: the game's, or the house's. */
export type Told<N> = N | HouseLine;

/** What a board component is given; every board of the collection has these. */
export interface BoardProps<V extends View = View, S = Record<string, unknown>, N = Line> {
  scene: S;
  view: V;
  players: Player[];
  /** The seat whose side of the table is shown large. */
  focus: number;
  /** The move being looked at, if any. */
  chosen: string | null;
  /**
   * Look at a move (null: at none); the table asks for confirmation or plays it at once, as people like it; `sure` and it is
   * played, false and there is more to choose: it never is.
   */
  onchoose: (move: string | null, sure?: boolean) => void;
  /** Whether moves can be made here and now. */
  live: boolean;
  /** The move a lesson proposes: what is to be tapped for it pulses. */
  hint?: string | null;
  /** The position as the game itself draws it, as SVG, with a move as if it were made. */
  draw?: ((move: string | null) => Promise<string>) | undefined;
  /** Lines of the log to point out on the board: somebody wants to see again what happened. */
  shown: Told<N>[];
  /** What the others have done since one's own last move. */
  recent: Told<N>[];
}
