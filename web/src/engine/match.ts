// A match as `core/match.py` has it: a setting, a seed and the list of moves; everything else is this list read again.
import type { Line, Record_, Replay, Verdict } from '@/lib/types';
import { commitment, hex, pick } from './draws';
import { CHANCE, SPECTATOR, type Actions, type Actor, type Eyes, type Game, type Note } from './game';
import { bytesOf } from './memory';
import { generator } from './generator';

export type Step = [actor: Actor, text: string];

/** Why a move cannot be played, by the name a server has for it. */
export class NotPlayed extends Error {
  constructor(
    readonly kind: 'not-to-act' | 'illegal-move' | 'unreadable-move' | 'cannot-undo',
    message: string,
  ) {
    super(message);
  }
}

/** So many truths are imagined to find out whether a move has shown something hidden. */
const IMAGINED = 8;

const numberOf = (actor: Actor) => (actor === '*' ? CHANCE : actor);

export class Match {
  readonly moves: Step[] = [];
  readonly commitment: string | null;
  /** The position as bytes; kernels work on a copy. */
  #state: Uint8Array;
  readonly #notes: Note[][] = [];
  /** The states before each of the last moves, as far as one of them could be taken back. */
  #befores: Uint8Array[] = [];
  #draws = 0;
  /** So many moves at the beginning can no longer be taken back: they have shown something hidden. */
  #fixed = 0;

  constructor(
    readonly game: Game,
    readonly names: readonly string[],
    /** Where chance comes from; without one it waits to be told. */
    readonly seed: Uint8Array | null,
    moves: readonly Step[] = [],
  ) {
    this.commitment = seed && commitment(seed);
    this.#state = this.#opening();
    for (const [actor, text] of moves) this.follow(actor, text);
    this.#draw();
  }

  #opening(): Uint8Array {
    const state = this.game.blank();
    this.game.setup(state);
    const bytes = bytesOf(state).slice();
    this.game.engine.release(state);
    return bytes;
  }

  /** Look at a state, in the memory of the engine; whatever is done to it there is forgotten. */
  #at<T>(bytes: Uint8Array, look: (state: ReturnType<Game['blank']>) => T): T {
    const state = this.game.blank();
    try {
      this.game.engine.assign(state, bytes);
      return look(state);
    } finally {
      this.game.engine.release(state);
    }
  }

  // playing

  get toAct(): Actor[] {
    return this.#at(this.#state, (state) => this.game.actors(state).map((one): Actor => (one === CHANCE ? '*' : one)));
  }

  get over(): boolean {
    return this.toAct.length === 0;
  }

  /** The legal moves of a seat, in a stable order. */
  legal(seat: number): string[] {
    if (!this.toAct.includes(seat)) return [];
    return this.#at(this.#state, (state) => [...this.game.moves(state, seat).keys()]);
  }

  /** Play a move (or, where chance waits to be told, a draw), then whatever chance has to do. */
  play(seat: Actor, text: string): void {
    if (!this.toAct.includes(seat)) throw new NotPlayed('not-to-act', `seat ${seat} is not to act`);
    if (seat === '*') return this.#tell(text);
    const [before, actions] = [this.#state, this.#checked(seat, text)];
    this.#step(seat, text, actions);
    if (this.canUndo(seat) && this.#reveals(before, seat, actions)) this.#fixed = this.moves.length;
    this.#draw();
  }

  #tell(text: string): void {
    const found = this.#at(this.#state, (state) => this.game.outcomes(state)).get(text);
    if (!found) throw new NotPlayed('illegal-move', `${text.slice(0, 40)} cannot be drawn here`);
    this.#step('*', text, [found.action]);
  }

  /** Take back the last step, whatever it was: a move after which nothing was drawn, or a draw that was told by mistake. */
  untell(): void {
    const past = this.at(this.moves.length - 1);
    [this.#state, this.#befores, this.#draws] = [past.#state, past.#befores, past.#draws];
    this.moves.length = this.#notes.length = past.moves.length;
  }

  #checked(seat: number, text: string): Actions {
    const { game } = this;
    const actions = this.#at(this.#state, (state) => game.faces.read(game, state, seat, text));
    if (actions === null) throw new NotPlayed('unreadable-move', `${text.slice(0, 40)} cannot be read`);
    const allowed = this.#at(this.#state, (state) =>
      actions.every((action, i) => {
        if (i) game.apply(state, seat, actions[i - 1]!);
        return game.actions(state, seat).includes(action);
      }),
    );
    if (!game.finished(seat, actions) || !allowed) throw new NotPlayed('illegal-move', `${text.slice(0, 40)} is not possible here`);
    return actions;
  }

  /** Whether a seat could take back its last move: nobody has acted since, nothing was drawn or shown. */
  canUndo(seat: number): boolean {
    const settled = !this.game.simultaneous && this.moves.length <= this.#fixed;
    return !settled && this.#undoable(seat) !== null;
  }

  undo(seat: number): void {
    const ply = this.#undoable(seat);
    if (ply === null || !this.canUndo(seat)) throw new NotPlayed('cannot-undo', 'this move cannot be taken back');
    const later = this.moves.slice(ply + 1);
    const at = this.#befores.length - (this.moves.length - ply);
    this.#state = this.#befores[at]!;
    this.#befores.length = at;
    this.moves.length = this.#notes.length = ply;
    for (const [actor, text] of later) this.follow(actor, text); // hidden choices of the same round do not depend on each other
  }

  #undoable(seat: number): number | null {
    const { simultaneous } = this.game;
    const last = this.moves.at(-1)?.[0] ?? '*';
    if (last === '*' || !(simultaneous || last === seat)) return null;
    const acting = this.toAct;
    if (!acting.length || acting.includes('*') || !(simultaneous || (acting.length === 1 && acting[0] === seat))) return null;
    for (let ply = this.moves.length - 1; ply >= 0; ply--) {
      const actor = this.moves[ply]![0];
      if (actor === seat) return ply;
      if (actor === '*' || !simultaneous) return null;
    }
    return null;
  }

  /** Whether a move showed its own seat something hidden: some truth it held possible is possible no longer. */
  #reveals(before: Uint8Array, seat: number, actions: Actions): boolean {
    const { game } = this;
    if (game.simultaneous) return false;
    const told = hex(this.#concealed(this.#state, seat));
    const rng = generator(game.engine, `${this.commitment}/${this.moves.length}`);
    const known = this.#concealed(before, seat);
    try {
      for (let i = 0; i < IMAGINED; i++) {
        const same = this.#at(known, (truth) => {
          game.engine.call('imagine', game.board, truth, seat, rng);
          for (const action of actions) {
            if (!game.actors(truth).includes(seat) || !game.actions(truth, seat).includes(action)) return false;
            game.apply(truth, seat, action);
          }
          game.conceal(truth, seat);
          return hex(bytesOf(truth)) === told;
        });
        if (!same) return true;
      }
      return false;
    } finally {
      game.engine.release(rng);
    }
  }

  /** Take one step of a record that is known to be right. */
  follow(actor: Actor, text: string): void {
    const actions = this.#at(this.#state, (state) => this.game.faces.read(this.game, state, numberOf(actor), text));
    if (!actions) throw new NotPlayed('unreadable-move', `${text.slice(0, 40)} cannot be read`);
    this.#step(actor, text, actions);
  }

  #step(actor: Actor, text: string, actions: Actions): void {
    const { game } = this;
    const before = this.#state;
    this.#state = this.#at(before, (state) => {
      for (const action of actions) game.apply(state, numberOf(actor), action);
      return bytesOf(state).slice();
    });
    const goingOn = actor !== '*' && (game.simultaneous || this.moves.at(-1)?.[0] === actor);
    this.#befores = actor === '*' ? [] : goingOn ? [...this.#befores, before] : [before];
    this.moves.push([actor, text]);
    this.#notes.push(this.#at(before, (one) => this.#at(this.#state, (other) => game.story(one, numberOf(actor), actions, other))));
    if (actor === '*') this.#draws += 1;
  }

  /** Let chance play as long as it is to act. */
  #draw(): void {
    while (this.seed && this.toAct[0] === '*') {
      const outcomes = this.#at(this.#state, (state) => this.game.outcomes(state));
      const text = pick(this.seed, this.#draws, outcomes);
      this.#step('*', text, [outcomes.get(text)!.action]);
    }
  }

  // looking

  #concealed(bytes: Uint8Array, eyes: Eyes): Uint8Array {
    return this.#at(bytes, (state) => {
      this.game.conceal(state, eyes);
      return bytesOf(state).slice();
    });
  }

  /** The position with all wiped that these eyes cannot know. */
  concealed(eyes: Eyes): Uint8Array {
    return this.#concealed(this.#state, eyes);
  }

  /** Look at the position as these eyes know it; whatever is done to it there is forgotten. */
  look<T>(eyes: Eyes, look: (state: ReturnType<Game['blank']>) => T): T {
    return this.#at(this.concealed(eyes), look);
  }

  view(eyes: Eyes): Record<string, unknown> {
    return this.#at(this.concealed(eyes), (state) => this.game.view(state, eyes)) as unknown as Record<string, unknown>;
  }

  /** What has happened (since a position), as far as these eyes may know it. */
  log(eyes: Eyes, since = 0): Line[] {
    return this.#notes
      .slice(since)
      .flat()
      .filter((note) => !note.seats || eyes === '*' || (eyes !== null && note.seats.includes(eyes)))
      .map(({ key, params }) => ({ key, params: params ?? {} }));
  }

  /** The moves as these eyes saw them; choices of a round still open are left out. */
  history(eyes: Eyes): Step[] {
    if (eyes === '*') return [...this.moves];
    const { game } = this;
    const seen = this.#at(this.#opening(), (state) =>
      this.moves.map(([actor, text]): Step => {
        const actions = game.faces.read(game, state, numberOf(actor), text)!;
        const shown = game.witness(state, numberOf(actor), text, eyes ?? SPECTATOR);
        for (const action of actions) game.apply(state, numberOf(actor), action);
        return [actor, shown];
      }),
    );
    return game.simultaneous ? closedRounds(seen, eyes, this.#choosing) : seen;
  }

  get #choosing(): boolean {
    const acting = this.toAct;
    return this.game.simultaneous && acting.length > 0 && acting[0] !== '*';
  }

  get scores(): number[] {
    return this.#at(this.#state, (state) => this.game.standing(state).scores);
  }

  get winners(): number[] {
    if (!this.over) return [];
    return this.#at(this.#state, (state) => this.game.standing(state).ranks).flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  }

  /** The match as it stood after its first moves. */
  at(ply: number): Match {
    return new Match(this.game, this.names, null, this.moves.slice(0, ply));
  }

  /** How these eyes would see a step that is taken now. */
  shown(actor: Actor, text: string, eyes: Eyes): string {
    if (eyes === '*') return text;
    return this.#at(this.#state, (now) => this.game.witness(now, numberOf(actor), text, eyes ?? SPECTATOR));
  }

  /** What the end is worth to a seat, from 0 to 1, as a search counts it. */
  worth(seat: number): number {
    return this.#at(this.#state, (state) => this.game.engine.call('worth', this.game.board, state, seat));
  }

  /**
   * Positions as these eyes saw them then, one for each step, or each `every` steps; the last is never left out, and what
   * happened in those between is told by the log of the next one.
   */
  positions(eyes: Eyes, start: number, count: number, every = 1): Replay['positions'] {
    const last = this.moves.length;
    const past = this.at(Math.max(0, Math.min(start, last) - 1));
    const found: Replay['positions'] = [];
    for (let ply = start; ply <= last && found.length < count; ply++) {
      if (!ply) {
        found.push({ ply, actor: null, move: null, log: [], view: past.view(eyes), noticed: true });
        continue;
      }
      const [actor, text] = this.moves[ply - 1]!;
      if ((ply - start) % every && ply < last) {
        past.follow(actor, text);
        continue;
      }
      const known = hex(past.concealed(eyes));
      const shown = past.shown(actor, text, eyes);
      past.follow(actor, text);
      const log = past.log(eyes, found.at(-1)?.ply ?? ply - 1);
      const noticed = eyes === '*' || actor === eyes || actor === '*' || log.length > 0 || hex(past.concealed(eyes)) !== known;
      const hidden = past.#choosing && actor !== eyes && actor !== '*' && eyes !== '*'; // that this seat is done is all that shows
      found.push({ ply, actor: noticed ? actor : null, move: noticed && !hidden ? shown : null, log, view: past.view(eyes), noticed });
    }
    return found;
  }

  record(): Record_ {
    const { game, over } = this;
    return {
      format: 'strapontin/1',
      game: game.engine.description.game,
      options: game.options,
      players: this.names.map((name) => ({ name })),
      moves: [...this.moves],
      rules: game.rules,
      commitment: this.commitment,
      seed: over && this.seed ? hex(this.seed) : null,
      result: over ? { scores: this.scores, winners: this.winners } : null,
    } as unknown as Record_;
  }

  /** Check every draw against the seed, and every move against the rules; from the beginning, or from some move on. */
  verify(since = 0): Verdict {
    const seed = this.seed!;
    const told = { moves: this.moves.length, commitment: commitment(seed), seed: hex(seed) };
    const again = new Match(this.game, this.names, seed, this.moves.slice(0, since));
    let draws = 0;
    for (const [ply, [actor, text]] of this.moves.entries()) {
      if (ply < since) continue;
      if (actor !== '*') again.play(actor, text);
      else if (again.moves[ply]?.[1] === text) draws += 1;
      else return { ...told, fair: false, draws, message: `moves[${ply}]: the seed gives ${again.moves[ply]?.[1]}` };
    }
    return { ...told, fair: true, draws };
  }
}

/** Moves of simultaneous rounds by seat, so that their order tells nothing; others' open choices left out. */
function closedRounds(seen: readonly Step[], eyes: Eyes, open: boolean): Step[] {
  const bySeat = (round: Step[]) => round.sort(([one], [other]) => Number(one) - Number(other));
  const told: Step[] = [];
  let running: Step[] = [];
  for (const step of seen) {
    if (step[0] !== '*') running.push(step);
    else {
      told.push(...bySeat(running), step);
      running = [];
    }
  }
  return [...told, ...bySeat(open ? running.filter(([actor]) => actor === eyes) : running)];
}
