// Moves and positions tried on many futures, as `coach/trying.py` does it around the kernel `trials`: repeatable, for it counts
// simulations only.
import { searchOf, stepwise, type Decision } from './bots';
import type { Actions, Game } from './game';
import { generator } from './generator';
import { LOOKS } from './search';

/** Columns of a result; from PARTS on what the game counts. */
export const [WORTH, WON, POINTS, PARTS] = [0, 1, 2, 3] as const;
/** In place of a move: any action, another one in every future. */
export const BLINDLY = 'blindly';
/** For the length of a move, to the kernel. */
const BLIND = -1;
const SEATS = 16;
/** Streams that are tried in one call: what comes of them has to lie in memory at once. */
const CHUNK = 512;

type Move = Actions | typeof BLINDLY;

/** What came of every simulation: by move, and there by column, one number for each stream. */
export type Results = Float64Array[][];

export class Trier {
  constructor(readonly game: Game) {}

  /** The best move found for whoever decides. */
  best(at: Decision, simulations: number): string {
    const { game } = this;
    const search = searchOf(game.engine);
    const { seat, evidence } = at;
    const now = game.blank();
    try {
      game.engine.assign(now, at.state);
      return stepwise(at, now, (state, step) => {
        search.desk.script.bytes.fill(0); // nothing that was thought before may show
        const discretion = evidence && ((action: number) => game.discretion(state as never, seat, action, evidence));
        const seed = `${at.seed}/${step}`;
        return search.think({ board: game.board, state, seat, seed, evidence, discretion, simulations, looks: LOOKS }).action;
      });
    } finally {
      game.engine.release(now);
    }
  }

  /** Let a position take its course, everybody by the game's policy: nobody plans, or every draw would look lucky. */
  course(at: Decision, streams: number): Results {
    return this.#try(at, [[]], streams, 0);
  }

  /** Try moves on the same futures, the seat's own next choices planned as the search plans them. */
  compare(at: Decision, moves: readonly Move[], streams: number): Results {
    return this.#try(at, moves, streams, this.game.engine.description.search.depth);
  }

  #try(at: Decision, moves: readonly Move[], streams: number, depth: number): Results {
    const { game } = this;
    const { engine, board } = game;
    const { seat, evidence } = at;
    const search = searchOf(game.engine);
    const columns = PARTS + (game.parts[seat]?.length ?? 0);
    const found: Results = moves.map(() => Array.from({ length: columns }, () => new Float64Array(streams)));
    const whole = moves.filter((move): move is Actions => move !== BLINDLY);
    search.desk.script.bytes.fill(0);
    const tree = search.plant(moves.length, evidence !== undefined, depth);
    const root = game.blank();
    engine.assign(root, at.state);
    const rows = {
      base: generator(engine, `compare/${at.seed}`),
      evidence: engine.floats(evidence?.length ?? 1).fill(evidence ?? [0]),
    };
    const tried = {
      actions: engine.ints(whole.flat().length).fill(whole.flat()),
      lengths: engine.ints(moves.length).fill(moves.map((move) => (move === BLINDLY ? BLIND : move.length))),
      dice: generator(engine, `blind/${at.seed}`),
      scores: engine.ints(SEATS),
      ranks: engine.ints(SEATS),
      row: engine.floats(columns - PARTS),
      results: engine.floats(CHUNK * moves.length * columns),
    };
    try {
      for (let first = 0; first < streams; first += CHUNK) {
        const last = Math.min(streams, first + CHUNK);
        const question = { board, root, seat, evidence: rows.evidence };
        engine.call('trials', question, tried, { base: rows.base, first, last }, tree, search.desk);
        const results = new Float64Array(engine.view.buffer, tried.results.address, (last - first) * moves.length * columns);
        results.forEach((value, i) => {
          const [stream, rest] = [Math.floor(i / (moves.length * columns)), i % (moves.length * columns)];
          found[Math.floor(rest / columns)]![rest % columns]![first + stream] = value;
        });
      }
      // won or lost here, half-way there: only their worth can be compared
      if (found.some((move) => move[POINTS]!.some(Number.isNaN))) for (const move of found) move[WON] = move[WORTH]!.slice();
      if (evidence) {
        moves.forEach((move, i) => {
          if (move === BLINDLY || !move.length) return;
          const more = game.discretion(root, seat, move[0]!, evidence);
          found[i]![WORTH] = found[i]![WORTH]!.map((one) => one + more);
        });
      }
      return found;
    } finally {
      for (const one of [root, ...Object.values(rows), ...Object.values(tried), tree.counts, tree.moments]) engine.release(one);
    }
  }
}
