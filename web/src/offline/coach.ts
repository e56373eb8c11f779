// Looks back on a game, in a worker: opens a record for one seat, and answers one question about it after the other.
import { answer, decision, questions, subject, type Answer, type Decision, type Question, type Subject } from '@/engine/review';
import type { Step } from '@/engine/match';
import type { Record_ } from '@/lib/types';
import type { Rules } from './house';
import { refusal } from './refused';

export class Coach {
  private asked: Question[] = [];
  private budget = 0;

  constructor(private readonly rules: Pick<Rules, 'match'>) {}

  /** Open the record of a game for a seat; simulations for each decision are what the game asks for, unless told otherwise. */
  async look(record: Record_, seat: number, budget: number | null): Promise<Subject> {
    const names = record.players.map((one) => one.name);
    const match = await this.rules.match(record.game, names, record.options, null, record.moves as Step[]);
    this.asked = questions(match, seat);
    this.budget = budget ?? match.game.engine.description.coach.budget;
    return subject(match, seat, this.asked, this.budget);
  }

  /** What is to be said of a decision or of draws, by their number. */
  answer(number: number): Promise<Answer> {
    const question = this.asked[number];
    if (!question) return Promise.reject(refusal('our-fault', `there is no question ${number}`));
    return Promise.resolve(answer(question, this.budget));
  }

  /** What another move would have been worth where so many moves came before it. */
  judge(ply: number, move: string): Promise<Decision> {
    const question = this.asked.find((one) => 'at' in one && one.ply === ply);
    if (!question || !('at' in question)) return Promise.reject(refusal('our-fault', `nothing was decided at ${ply}`));
    return Promise.resolve(decision({ ...question, played: move }, this.budget));
  }
}
