// What Python says of a compiled game. Every file in `built/` is such a description, to the letter, so that a type checker
// knows what its kernels take and what its records have.
import type { Numbers, Place, Records, Row } from './memory';

/** Where a field lies in its record, in bytes; its type is that of a number or the layout of a record, of which a shape has several. */
export interface Field {
  readonly offset: number;
  readonly type: string | Layout;
  readonly shape: readonly number[];
}

export interface Layout {
  readonly size: number;
  readonly fields: { readonly [name: string]: Field };
}

/** What a kernel takes: `int`, `float`, a record by its name, a row by that of its items and `[]`, or a group of such things. */
export type Taken = readonly [name: string, type: string | readonly Taken[]];

export interface Description {
  readonly game: string;
  /** The version of its rules. */
  readonly rules: number;
  /** No position has more legal actions, nor more outcomes of chance. */
  readonly most: number;
  /** All actions are below this. */
  readonly width: number;
  /** Whether seats choose at the same time, unseen until the round closes. */
  readonly simultaneous: boolean;
  /** The bit of chance in what `actors` returns; bit s is seat s, and 0 means that the game is over. */
  readonly chance_bit: number;
  /** Numbers and names that faces and kernels share, by the module of Python they stand in. */
  readonly constants: { readonly [module: string]: { readonly [name: string]: unknown } };
  readonly search: Habits;
  readonly levels: Tempers;
  readonly coach: Manners;
  readonly records: { readonly [name: string]: Layout };
  readonly kernels: { readonly [name: string]: { readonly takes: readonly Taken[]; readonly gives: 'int' | 'float' | 'none' } };
}

/** What makes the levels of bots what they are, as `bots/levels.py` has it: seconds a move of `expert` and `regular`, a novice's haste. */
interface Tempers {
  readonly think: number;
  readonly brief: number;
  /** The share of its choices a novice makes without looking at what comes of them. */
  readonly haste: number;
}

/** How a review judges and tells, as `coach/` has it, and what of it is the game's own. */
export interface Manners {
  /** Chances to win, and alone points, from which on a move that gives them away is an inaccuracy, a mistake, a blunder. */
  readonly chances: readonly number[];
  readonly points: readonly number[];
  /** The least value that a whole game counts as being about. */
  readonly at_stake: number;
  /** Standard errors to either side of a mean that make its interval. */
  readonly wide: number;
  /** Of what only some futures have, so many must have it for its mean to be told. */
  readonly fewest: number;
  /** Standard errors, and how much, from which on a difference is spoken of. */
  readonly sure: number;
  readonly least: number;
  /** So many reasons are told for the best move, and so many against it. */
  readonly for: number;
  readonly against: number;
  /** A position is valued with this part of the budget. */
  readonly draws: number;
  /** A chance to win below this is told as none. */
  readonly telling: number;
  /** Ways to play that are kept after every draw, looking back with the draws known. */
  readonly width: number;
  /** Simulations for each decision, unless told otherwise. */
  readonly budget: number;
  /** Whether one plays for points. */
  readonly scored: boolean;
}

/** How widely a search looks, as `core/game.py` and `bots/search.py` have it. */
interface Habits {
  readonly nodes: number;
  readonly edges: number;
  readonly deepest: number;
  readonly least: number;
  readonly explore: number;
  readonly candidates: number;
  readonly truths: number;
  readonly depth: number;
  readonly patience: number;
  readonly doubt: number;
  readonly chunk: number;
  readonly script: number;
  readonly regular: number;
}

/** A record whose fields are properties. */
export type Of<L extends Layout> = Place & { -readonly [F in keyof L['fields']]: FieldOf<L['fields'][F]> };

type FieldOf<F extends Field> = F['type'] extends Layout
  ? F['shape'] extends readonly []
    ? Of<F['type']>
    : Records<F['type']>
  : F['shape'] extends readonly []
    ? number
    : Numbers;

/** What can be handed to a kernel. */
export type Given = number | Place | Row | { readonly [name: string]: Given };

/** What is handed to one that takes these things. */
export type Arguments<T extends readonly Taken[], D extends Description> = number extends T['length']
  ? Given[]
  : { [I in keyof T]: T[I] extends Taken ? Argument<T[I][1], D> : never };

type Argument<T, D extends Description> = T extends 'int' | 'float'
  ? number
  : T extends `${infer Item}[]`
    ? Item extends keyof D['records']
      ? Records<D['records'][Item]>
      : Numbers
    : T extends keyof D['records']
      ? Of<D['records'][T]>
      : T extends readonly Taken[]
        ? { readonly [P in T[number] as P[0]]: Argument<P[1], D> }
        : never;
