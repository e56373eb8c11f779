// A review as it comes about: several workers answer its questions, in the order of the game, until all are or somebody stops.
import type { Hindsight } from '@/engine/hindsight';
import { costliest, review, type Answer, type Decision, type Subject } from '@/engine/review';
import type { Clerk } from '@/offline/clerk';
import type { Record_ } from './types';

/** So many moves are marked. */
const MARKED = 3;
/** So many workers at most, and one core is left to whatever else there is. */
const MOST = 4;
const hands = () => Math.max(1, Math.min(MOST, (navigator.hardwareConcurrency || 2) - 1));

export class Reviewing {
  phase: 'none' | 'running' | 'stopped' | 'done' | 'lost' = $state('none');
  subject: Subject | null = $state.raw(null);
  /** What was possible knowing the draws; told last, for who played alone to the end. */
  hindsight: Hindsight | null = $state.raw(null);
  private answers: (Answer | undefined)[] = $state.raw([]);
  private clerks: Clerk[] = [];
  /** A record that is no longer looked at is a thought too late. */
  private turn = 0;

  readonly done = $derived.by(() => this.answers.filter((one) => one !== undefined).length);
  readonly found = $derived.by(() =>
    this.subject
      ? review(
          this.subject,
          this.answers.filter((one) => one !== undefined),
        )
      : null,
  );
  /** The costliest moves so far. */
  readonly marked = $derived.by(() => (this.found ? costliest(this.found).slice(0, MARKED) : []));

  /** What was found of the decision after so many moves. */
  decision(ply: number): Decision | null {
    return this.found?.decisions.find((one) => one.ply === ply) ?? null;
  }

  async start(record: Record_, seat: number, budget: number | null): Promise<void> {
    this.close();
    this.hire = async () => {
      const turn = this.turn;
      const { Clerk } = await import('@/offline/clerk');
      if (turn !== this.turn) throw new Error('nobody waits for it any more');
      const clerk = new Clerk(
        () => undefined,
        () => undefined,
      );
      this.clerks.push(clerk);
      return { clerk, subject: await clerk.ask('look', record, seat, budget) };
    };
    await this.resume();
  }

  /** Answer what has no answer yet. */
  async resume(): Promise<void> {
    const { hire } = this;
    if (!hire || this.phase === 'running') return;
    this.phase = 'running';
    const turn = ++this.turn;
    try {
      const first = await hire();
      this.subject ??= first.subject;
      const open = first.subject.plies.map((_, number) => number).filter((number) => this.answers[number] === undefined);
      const work = async (clerk: Clerk): Promise<void> => {
        for (let number = open.shift(); number !== undefined; number = open.shift()) {
          const answer = await clerk.ask('answer', number);
          if (turn !== this.turn) return;
          const answers = [...this.answers];
          answers[number] = answer;
          this.answers = answers;
        }
      };
      const others = Array.from({ length: Math.min(hands(), open.length) - 1 }, async () => work((await hire()).clerk));
      await Promise.all([work(first.clerk), ...others]);
      if (first.subject.alone && first.subject.end) {
        const possible = await first.clerk.ask('possible');
        if (turn !== this.turn) return;
        this.hindsight = possible;
      }
      this.dismiss(1); // one stays, for whoever tries something else
      this.phase = 'done';
    } catch {
      if (turn !== this.turn) return; // somebody has stopped it
      this.dismiss();
      this.phase = 'lost';
    }
  }

  /** A worker who has the record open. */
  private hire: (() => Promise<{ clerk: Clerk; subject: Subject }>) | null = null;

  private dismiss(keep = 0): void {
    for (const one of this.clerks.splice(keep)) one.end();
  }

  /** Leave off; what was found stays. */
  stop(): void {
    if (this.phase !== 'running') return;
    this.turn += 1;
    this.dismiss();
    this.phase = this.subject ? 'stopped' : 'none';
  }

  /** What another move would have been worth. */
  async judge(ply: number, move: string): Promise<Decision> {
    const clerk = this.clerks[0] ?? (await this.hire!()).clerk;
    return clerk.ask('judge', ply, move);
  }

  /** Forget all of it. */
  close(): void {
    this.turn += 1;
    this.dismiss();
    this.hire = null;
    this.phase = 'none';
    this.subject = null;
    this.hindsight = null;
    this.answers = [];
  }
}
