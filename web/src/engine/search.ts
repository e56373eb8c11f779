// The search of `bots/search.py` around the kernel `simulations`: a race of the candidate actions on the same luck. With a budget
// in simulations it comes to what Python comes to, value for value.
import type { Description } from './description';
import type { Engine } from './engine';
import { seed } from './generator';
import type { Numbers, Place, Records } from './memory';

/** So many looks at the clock a search takes, about. */
export const LOOKS = 12;
/** Milliseconds that are too few to begin anything with. */
const NARROW = 1;

/** What is to be found out: what a seat should do, from a state that is concealed for it. */
export interface Question {
  board: Place;
  state: Place;
  seat: number;
  /** What the luck of the search is made of. */
  seed: string;
  /** What the history tells about what is hidden. */
  evidence?: readonly number[] | undefined;
  /** What an action is worth for what it keeps from the others. */
  discretion?: ((action: number) => number) | undefined;
  simulations?: number | undefined;
  milliseconds?: number | undefined;
  /** Of a budget in simulations: at so many moments at most whoever is behind may be dropped. */
  looks?: number | undefined;
}

/** What a search has come to. */
export interface Thought {
  action: number;
  simulations: number;
  /** The mean worth of every candidate, and on how many streams it was tried. */
  values: Map<number, number>;
  visits: Map<number, number>;
}

/** A search for one game, with its memory laid out once; not for two questions at a time. */
export class Search {
  readonly desk;
  readonly nodes;
  readonly edges;
  readonly #rng: Numbers;
  readonly #truth: Place;

  constructor(readonly engine: Engine) {
    const { most, width, search } = engine.description;
    this.nodes = engine.records('Node', search.nodes);
    this.edges = engine.records('Edge', search.edges);
    this.desk = {
      out: engine.ints(most),
      weights: engine.ints(most),
      logits: engine.floats(most),
      slot: engine.ints(width),
      path: engine.ints(search.deepest),
      scratch: engine.records('State', 2),
      script: engine.ints(search.script),
      luck: engine.ints(4),
      rng: engine.ints(4),
    };
    this.#rng = engine.ints(4);
    this.#truth = engine.record('State');
  }

  /** The legal actions of a seat that are worth trying, the most appealing first. */
  candidates(board: Place, state: Place, seat: number, luck: string): number[] {
    const { engine, desk } = this;
    const n = engine.call('legal', board, state, seat, desk.out);
    const actions = desk.out.list(n);
    if (n < 2) return actions;
    engine.assign(this.#truth, state);
    engine.call('imagine', board, this.#truth, seat, seed(this.#rng, luck));
    engine.call('appeal', board, this.#truth, seat, desk.out, n, desk.logits);
    const appeal = desk.logits.list(n);
    const order = actions.map((_, i) => i).sort((i, j) => appeal[j]! - appeal[i]!);
    return order.slice(0, engine.description.search.candidates).map((i) => actions[i]!);
  }

  /** Forget everything, for n candidates: an edge for each, under which its tree grows. Whoever asks releases what is new. */
  plant(n: number, knowing: boolean, depth = this.engine.description.search.depth): Tree {
    const { engine, nodes, edges, desk } = this;
    const { truths, patience, explore } = engine.description.search;
    edges.bytes.fill(0, edges.item, (n + 1) * edges.item);
    desk.slot.bytes.fill(0);
    const counts = engine.ints(5).fill([0, n, depth, knowing ? truths : 1, patience]);
    return { nodes, edges, counts, moments: engine.floats(4).fill([0, 0, 0, explore]) };
  }

  /** The best action found within either budget. */
  think(question: Question): Thought {
    const began = performance.now();
    const { board, state, seat, simulations = Infinity, milliseconds = Infinity } = question;
    let actions = this.candidates(board, state, seat, `appeal/${question.seed}`);
    // with fewer simulations than candidates, only the most appealing are tried
    if (simulations < Infinity) actions = actions.slice(0, Math.max(2, simulations));
    const [only] = actions;
    if (actions.length === 1) {
      return { action: only!, simulations: 0, values: new Map([[only!, 0.5]]), visits: new Map([[only!, 0]]) };
    }
    const race = new Race(this, question, actions);
    try {
      race.run(began, simulations, milliseconds);
      return race.thought();
    } finally {
      race.release();
    }
  }
}

type Kept = Records<Description['records'][string]>;
/** What has been tried, and what came of it. */
export type Tree = { nodes: Kept; edges: Kept } & Rows<'counts' | 'moments'>;

/** The candidates of one search, and how they have done on the streams so far. */
class Race {
  done = 0;
  #stream = 0;
  readonly #habits;
  readonly #alive: boolean[];
  readonly #tried: number[];
  readonly #discretion: number[];
  readonly #base: Numbers;
  readonly #evidence: Numbers;
  readonly #starters: Numbers;
  readonly #tree: Tree;
  readonly #tally: Rows<'results' | 'sums' | 'products'>;

  constructor(
    readonly search: Search,
    readonly question: Question,
    readonly actions: number[],
  ) {
    const { engine } = search;
    const n = actions.length;
    this.#habits = engine.description.search;
    const { evidence, discretion } = question;
    this.#alive = actions.map(() => true);
    this.#tried = actions.map(() => 0);
    this.#discretion = actions.map((action) => (evidence && discretion ? discretion(action) : 0));
    this.#base = seed(engine.ints(4), `search/${question.seed}`);
    this.#evidence = engine.floats(evidence?.length ?? 1).fill(evidence ?? [0]);
    this.#starters = engine.ints(2 * n);
    this.#tree = search.plant(n, evidence !== undefined);
    this.#tally = { results: engine.floats(n), sums: engine.floats(n), products: engine.floats(n * n) };
  }

  release(): void {
    const rows = [this.#base, this.#evidence, this.#starters, this.#tree.counts, this.#tree.moments, ...Object.values(this.#tally)];
    for (const row of rows) this.search.engine.release(row);
  }

  /** Go on until a single one is left, or a budget is used up. */
  run(began: number, simulations: number, milliseconds: number): void {
    const { looks } = this.question;
    let chunk = looks === undefined ? this.#habits.chunk : Math.max(this.#habits.chunk, Math.floor(simulations / looks));
    let now = performance.now();
    while (this.#racing().length > 1 && this.done < simulations) {
      const [done, started] = [this.done, now];
      this.#advance(Math.min(chunk, simulations - this.done));
      if (milliseconds === Infinity) continue;
      now = performance.now();
      const left = milliseconds - (now - began);
      if (left < NARROW) return;
      const pace = (this.done - done) / Math.max(1e-3, now - started);
      if (simulations === Infinity || chunk > pace * left) {
        chunk = Math.max(1, Math.floor(pace * Math.min(0.8 * left, milliseconds / LOOKS)));
      }
      if (this.#racing().length > 1.5 * pace * left) return; // not even one stream would be finished in time
    }
  }

  #racing(): number[] {
    return this.actions.map((_, i) => i).filter((i) => this.#alive[i]);
  }

  /** Try those still racing on the next few streams, then drop who is clearly behind. */
  #advance(simulations: number): void {
    const { engine, desk } = this.search;
    const { board, state, seat } = this.question;
    this.#starters.fill(this.actions.flatMap((action, i) => [action, this.#alive[i] ? i + 1 : -1]));
    const first = this.#stream;
    const last = first + Math.max(1, Math.floor(simulations / this.#racing().length));
    this.done += engine.call(
      'simulations',
      { board, root: state, seat, evidence: this.#evidence },
      this.#starters,
      { base: this.#base, first, last },
      this.#tally,
      this.#tree,
      desk,
    );
    this.#stream = last;
    for (const i of this.#racing()) this.#tried[i] = last;
    if (last >= this.#habits.least) this.#drop();
  }

  #drop(): void {
    const racing = this.#racing();
    const { sums, products } = this.#tally;
    const n = this.actions.length;
    const means = racing.map((i) => sums.at(i) / this.#stream);
    const worths = racing.map((i, k) => means[k]! + this.#discretion[i]!);
    const leader = highest(worths);
    const square = (i: number, j: number) => products.at(i * n + j);
    racing.forEach((i, k) => {
      const first = racing[leader]!;
      const apart = square(first, first) + square(i, i) - 2 * square(first, i);
      const behind = means[leader]! - means[k]!;
      const variance = Math.max(0, apart / this.#stream - behind * behind);
      const doubt = this.#habits.doubt * Math.sqrt(variance / this.#stream);
      if (k !== leader && !(worths[leader]! - worths[k]! <= doubt)) this.#alive[i] = false;
    });
  }

  /** The leader of those still racing; before any stream is finished, the most appealing. */
  thought(): Thought {
    const means = this.actions.map((_, i) => {
      const tried = this.#tried[i]!;
      return tried > 0 ? this.#tally.sums.at(i) / tried + this.#discretion[i]! : -Infinity;
    });
    const racing = this.#racing();
    const best = racing[highest(racing.map((i) => means[i]!))]!;
    return {
      action: this.actions[best]!,
      simulations: this.done,
      values: new Map(this.actions.map((action, i) => [action, means[i]!])),
      visits: new Map(this.actions.map((action, i) => [action, this.#tried[i]!])),
    };
  }
}

type Rows<Names extends string> = { [name in Names]: Numbers };

/** Where the highest of these numbers is; of several, the first. */
function highest(numbers: number[]): number {
  return numbers.reduce((best, one, i) => (one > numbers[best]! ? i : best), 0);
}
