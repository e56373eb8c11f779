// A game laid out to be played: its module at work, one setting in its memory, and the faces that put names to its numbers. What
// `core/game.py` has around kernels, here.
import type { View } from '@/lib/types';
import type { Description, Of } from './description';
import type { Engine } from './engine';
import type { Numbers, Records } from './memory';

/** The seat number of chance, in kernels; spectators have the same number, where eyes are meant. */
export const CHANCE = -1;
export const SPECTATOR = -1;
/** Scores and ranks are written for so many seats. */
const SEATS = 16;

/** Whoever may act: a seat, or `*` for chance. */
export type Actor = number | '*';
/** A point of view: a seat, null for a spectator, `*` for somebody who sees everything. */
export type Eyes = number | '*' | null;
export type Actions = readonly number[];
/** Legal moves by their notation, each with the actions it stands for. */
export type Moves = Map<string, Actions>;
/** Steps as a seat saw them. */
export type History = readonly (readonly [actor: Actor, text: string])[];
export type Options = { readonly [name: string]: unknown };

/** One line of the log: a key of the catalogues, its parameters, and who may read it; without seats, everybody. */
export interface Note {
  key: string;
  params?: Record<string, unknown>;
  seats?: number[] | null;
}

export type BoardOf<D extends Description> = Of<D['records']['Board']>;
export type StateOf<D extends Description> = Of<D['records']['State']>;

/** What people see of a game: the twins of the functions in `games/<id>/faces`. They know no rule, and ask kernels. */
export interface Faces<D extends Description, S, V extends View> {
  /** The notation of a move (or, for CHANCE, of a draw) in this position, before it is played. */
  text(game: Game<D, S, V>, state: StateOf<D>, seat: number, actions: Actions): string;
  /** The actions a text stands for here, legal or not; none if it cannot exist here, null if it is not in the notation. */
  read(game: Game<D, S, V>, state: StateOf<D>, seat: number, move: string): Actions | null;
  /** What a screen needs now, from an already concealed state, with what each move would do. */
  view(game: Game<D, S, V>, state: StateOf<D>, header: View, moves: () => Moves): V;
  /** The log lines of one step, from the state before it to the one after, each addressed to those who may read it. */
  story(game: Game<D, S, V>, before: StateOf<D>, actor: number, actions: Actions, after: StateOf<D>): Note[];
  /** A step's notation as a seat (or SPECTATOR) saw it; a hidden part is written `?`. */
  witness?(game: Game<D, S, V>, before: StateOf<D>, actor: number, text: string, seat: number): string;
  /** Whose the draw is that chance is to make, where nobody sees it: with real cards, that seat tells it. */
  holder?(game: Game<D, S, V>, state: StateOf<D>): number;
  /** What the history tells a seat about what is hidden, for a search that weighs several truths. */
  evidence?(game: Game<D, S, V>, history: History, seat: number): number[];
  /** All whole moves, where a move is not always one action. */
  moves?(game: Game<D, S, V>, state: StateOf<D>, seat: number, actions: number[]): Actions[];
  /** Whether actions make a whole move, where a move is not always one action. */
  finished?(seat: number, actions: Actions): boolean;
  /** What somebody alone could have scored who knew all draws; the width is how many ways to play may be looked into at once. */
  clairvoyant?(game: Game<D, S, V>, draws: readonly number[], width: number): Foreseen;
  /** Write into a state what somebody has counted on a sheet of paper. */
  count?(game: Game<D, S, V>, state: StateOf<D>, seat: number, sheet: Counted): void;
  /** Write into an opening what stands on a sheet of paper; the sheet as screens show it, and what there is to count. */
  write?(game: Game<D, S, V>, state: StateOf<D>, seat: number, sheet: Written): { sheet: unknown; counted: Counted };
}

/** The best score found, the actions that reach it, and whether nothing is better. */
export interface Foreseen {
  best: number;
  actions: number[];
  exact: boolean;
}

/** A sheet of paper as its player has counted it, by the names the game has for its parts. */
export type Counted = Readonly<Record<string, number>>;

/** What stands on a sheet of paper, by the names the game has for it. */
export type Written = Readonly<Record<string, readonly string[]>>;

/** Scores and ranks by seat. */
export interface Standing {
  scores: number[];
  ranks: number[];
}

/** Something a score is made of, or that decides who wins: what a review counts (`Entry` of `core/game.py`). */
export interface Part {
  readonly key: string;
  readonly kind: 'points' | 'share' | 'number';
  /** 1 if more of it is better for the seat, -1 if less is, 0 where that depends. */
  readonly good: number;
  readonly params: { readonly [name: string]: unknown };
}

/** What is played with: a board as bytes, what a screen draws once, and what a review counts for each seat. */
export interface Setting<S> {
  options: Options;
  players: number;
  board: Uint8Array;
  scene: S;
  parts?: readonly (readonly Part[])[];
}

export class Game<D extends Description = Description, S = unknown, V extends View = View> {
  readonly options: Options;
  readonly players: number;
  readonly scene: S;
  readonly parts: readonly (readonly Part[])[];
  readonly board: BoardOf<D>;
  /** A state to try things on; and the same as a row of one, as some kernels take it. */
  readonly trial: StateOf<D>;
  readonly trials: Records<D['records']['State']>;
  readonly #out: Numbers;
  readonly #weights: Numbers;
  readonly #scores: Numbers;
  readonly #ranks: Numbers;
  readonly #rows = new Map<number, Numbers>();
  /** The same module, for kernels that every game has: their types do not depend on the game. */
  readonly #any: Engine;

  constructor(
    readonly engine: Engine<D>,
    readonly faces: Faces<D, S, V>,
    setting: Setting<S>,
  ) {
    this.#any = engine as unknown as Engine;
    this.options = setting.options;
    this.players = setting.players;
    this.scene = setting.scene;
    this.parts = setting.parts ?? [];
    this.board = this.#any.record('Board') as BoardOf<D>;
    engine.assign(this.board, setting.board);
    this.trials = this.#any.records('State', 1) as Records<D['records']['State']>;
    this.trial = this.trials.at(0) as StateOf<D>;
    const { most } = engine.description;
    [this.#out, this.#weights] = [engine.ints(most), engine.ints(most)];
    [this.#scores, this.#ranks] = [engine.ints(SEATS), engine.ints(SEATS)];
  }

  /** Give all its memory back. */
  release(): void {
    const rows = [this.#out, this.#weights, this.#scores, this.#ranks, ...this.#rows.values()];
    for (const one of [this.board, this.trials, ...rows]) this.engine.release(one);
  }

  get simultaneous(): boolean {
    return this.engine.description.simultaneous;
  }

  /** The version of its rules. */
  get rules(): number {
    return this.engine.description.rules;
  }

  /** A state full of zeros; whoever asks for one releases it. */
  blank(): StateOf<D> {
    return this.#any.record('State') as StateOf<D>;
  }

  /** A copy of a state to try things on, until the next one is asked for. */
  copy(state: StateOf<D>): StateOf<D> {
    this.engine.assign(this.trial, state);
    return this.trial;
  }

  /** So many whole numbers, all zero, to write into until the same are asked for again. */
  row(n: number): Numbers {
    let found = this.#rows.get(n);
    if (!found) this.#rows.set(n, (found = this.engine.ints(n)));
    found.bytes.fill(0);
    return found;
  }

  setup(state: StateOf<D>): void {
    this.#any.call('setup', this.board, state);
  }

  apply(state: StateOf<D>, seat: number, action: number): void {
    this.#any.call('apply', this.board, state, seat, action);
  }

  /** Wipe what these eyes cannot know. */
  conceal(state: StateOf<D>, eyes: Eyes): void {
    if (eyes !== '*') this.#any.call('conceal', this.board, state, eyes ?? SPECTATOR);
  }

  /** The seats that may act now; CHANCE alone for chance, nobody when the game is over. */
  actors(state: StateOf<D>): number[] {
    const mask = this.#any.call('actors', this.board, state);
    return mask === this.engine.description.chance_bit ? [CHANCE] : bits(mask, this.players);
  }

  actions(state: StateOf<D>, seat: number): number[] {
    return this.#out.list(this.#any.call('legal', this.board, state, seat, this.#out));
  }

  /** All legal moves of a seat, by their notation. */
  moves(state: StateOf<D>, seat: number): Moves {
    const actions = this.actions(state, seat);
    const whole = this.faces.moves?.(this, state, seat, actions) ?? actions.map((action) => [action]);
    return new Map(whole.map((one) => [this.faces.text(this, state, seat, one), one]));
  }

  finished(seat: number, actions: Actions): boolean {
    return actions.length > 0 && (this.faces.finished?.(seat, actions) ?? true);
  }

  /** All outcomes of chance by their notation, each with its action and weight. */
  outcomes(state: StateOf<D>): Map<string, { action: number; weight: number }> {
    const n = this.#any.call('chances', this.board, state, this.#out, this.#weights);
    const [actions, weights] = [this.#out.list(n), this.#weights.list(n)];
    return new Map(actions.map((action, i) => [this.faces.text(this, state, CHANCE, [action]), { action, weight: weights[i]! }]));
  }

  /** Scores and ranks of all seats as things stand. */
  standing(state: StateOf<D>): Standing {
    this.#any.call('scores', this.board, state, this.#scores, this.#ranks);
    return { scores: this.#scores.list(this.players), ranks: this.#ranks.list(this.players) };
  }

  /** Scores and ranks of sheets of paper, one for each seat. */
  counted(sheets: readonly Counted[]): Standing {
    const state = this.blank();
    sheets.forEach((sheet, seat) => this.faces.count?.(this, state, seat, sheet));
    const found = this.standing(state);
    this.engine.release(state);
    return found;
  }

  /** What these eyes' screen needs now, from an already concealed state. */
  view(state: StateOf<D>, eyes: Eyes): V {
    const header = this.header(state, eyes);
    const acting = typeof eyes === 'number' && header.to_act.includes(eyes);
    return this.faces.view(this, state, header, () => (acting ? this.moves(state, eyes) : new Map()));
  }

  /** The fields every view begins with. */
  header(state: StateOf<D>, eyes: Eyes): View {
    const acting = this.actors(state);
    const { scores, ranks } = this.standing(state);
    return {
      game: this.engine.description.game,
      seat: eyes,
      players: this.players,
      to_act: acting.map((one) => (one === CHANCE ? '*' : one)),
      over: acting.length === 0,
      scores,
      winners: acting.length ? [] : ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : [])),
    };
  }

  story(before: StateOf<D>, actor: number, actions: Actions, after: StateOf<D>): Note[] {
    return this.faces.story(this, before, actor, actions, after);
  }

  /** What the history, as a seat saw it, tells about what is hidden; undefined where nothing is to be told. */
  evidence(history: History, seat: number): number[] | undefined {
    return this.engine.description.search.truths > 1 ? this.faces.evidence?.(this, history, seat) : undefined;
  }

  /** What an action is worth for what it keeps from the others, in the light of what they may have learned so far. */
  discretion(state: StateOf<D>, seat: number, action: number, evidence: readonly number[]): number {
    if (!('discretion' in this.engine.description.kernels)) return 0;
    const row = this.engine.floats(evidence.length).fill(evidence);
    const worth = this.#any.call('discretion', this.board, state, seat, action, row);
    this.engine.release(row);
    return worth;
  }

  witness(before: StateOf<D>, actor: number, text: string, seat: number): string {
    return this.faces.witness?.(this, before, actor, text, seat) ?? text;
  }
}

/** The numbers from 0 on whose bits are set. */
export function bits(mask: number, most: number): number[] {
  return range(most).filter((one) => (mask >> one) & 1);
}

/** The numbers from 0 to n - 1. */
export function range(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i);
}

/** A quotient of whole numbers, rounded down, and what is left. */
export function divided(a: number, b: number): [number, number] {
  return [Math.floor(a / b), a % b];
}
