// Looks back on a game, in a worker: opens a record for one seat, and answers one question about it after the other.
import {
  answer,
  decision,
  questions,
  subject,
  type Answer,
  type Choice,
  type Decision,
  type Question,
  type Subject,
} from '@/engine/review';
import type { Description } from '@/engine/description';
import type { Game, History, Options } from '@/engine/game';
import { hindsight, type Hindsight } from '@/engine/hindsight';
import { hint, type Hint } from '@/engine/hint';
import type { Match, Step } from '@/engine/match';
import type { Line, Record_, View } from '@/lib/types';
import type { Rules } from './house';
import { refusal } from './refused';

/** A hint is thought about with this part of what a review spends on a decision: somebody waits for it. */
const BRIEFLY = 4;

/** A hint, and how it is told. */
export interface Advice extends Hint {
  manners: Description['coach'];
}

/** What a coach plays by. */
interface Known extends Pick<Rules, 'match'> {
  gameOf(id: string, players: number, options: Options): Promise<Game>;
}

/** A position somebody is to solve, as their seat sees it. */
export interface Posed {
  scene: Record<string, unknown>;
  view: View;
  log: Line[];
  manners: Description['coach'];
}

export class Coach {
  private match: Match | null = null;
  private asked: Question[] = [];
  /** The position that was posed. */
  private posed: Omit<Choice, 'played'> | null = null;
  private budget = 0;

  constructor(private readonly rules: Known) {}

  /** Open the record of a game for a seat; simulations for each decision are what the game asks for, unless told otherwise. */
  async look(record: Record_, seat: number, budget: number | null): Promise<Subject> {
    const names = record.players.map((one) => one.name);
    const match = await this.rules.match(record.game, names, record.options, null, record.moves as Step[]);
    this.match = match;
    this.asked = questions(match, seat);
    this.budget = budget ?? match.game.engine.description.coach.budget;
    return subject(match, seat, this.asked, this.budget);
  }

  /** What to do now, from what a seat knows and has seen: neither has anything in it that is hidden from it. */
  async advise(id: string, players: number, options: Options, state: Uint8Array, seat: number, history: History): Promise<Advice> {
    const game = await this.rules.gameOf(id, players, options);
    const manners = game.engine.description.coach;
    const at = { game, state, seat, seed: `hint/${seat}/${history.length}`, evidence: game.evidence(history, seat) };
    return { ...hint(at, Math.floor(manners.budget / BRIEFLY)), manners };
  }

  /** Lay the position a record leads to on the table of one seat. */
  async pose(record: Record_, seat: number): Promise<Posed> {
    const names = record.players.map((one) => one.name);
    const moves = record.moves as Step[];
    const match = await this.rules.match(record.game, names, record.options, null, moves, record.rules ?? 1);
    const { game } = match;
    const at = { game, state: match.concealed(seat), seat, seed: 'puzzle', evidence: game.evidence(match.history(seat), seat) };
    this.posed = { ply: moves.length, at, legal: match.legal(seat).length };
    const { coach: manners } = game.engine.description;
    return { scene: game.scene as Record<string, unknown>, view: match.view(seat) as unknown as View, log: match.log(seat), manners };
  }

  /** What a move is worth there beside the solution. */
  versus(move: string, solution: string): Promise<Decision> {
    if (!this.posed) return Promise.reject(refusal('our-fault', 'nothing was posed'));
    const { budget } = this.posed.at.game.engine.description.coach;
    return Promise.resolve(decision({ ...this.posed, played: move }, Math.floor(budget / BRIEFLY), solution));
  }

  /** What is to be said of a decision or of draws, by their number. */
  answer(number: number): Promise<Answer> {
    const question = this.asked[number];
    if (!question) return Promise.reject(refusal('our-fault', `there is no question ${number}`));
    return Promise.resolve(answer(question, this.budget));
  }

  /** What was possible in hindsight, for who played alone to the end. */
  possible(): Promise<Hindsight | null> {
    return Promise.resolve(this.match && hindsight(this.match));
  }

  /** What another move would have been worth where so many moves came before it. */
  judge(ply: number, move: string): Promise<Decision> {
    const question = this.asked.find((one) => 'at' in one && one.ply === ply);
    if (!question || !('at' in question)) return Promise.reject(refusal('our-fault', `nothing was decided at ${ply}`));
    return Promise.resolve(decision({ ...question, played: move }, this.budget));
  }
}
