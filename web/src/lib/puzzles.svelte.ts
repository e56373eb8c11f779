// Positions to solve: those of a game, which of them were solved on this device, and what is found of the moves somebody tries.
import type { Decision } from '@/engine/review';
import type { Clerk } from '@/offline/clerk';
import type { Posed } from '@/offline/coach';
import type { Record_ } from './types';

/** A puzzle as `coach/puzzles.py` writes it. */
export interface Puzzle {
  record: Record_;
  ply: number;
  seat: number;
  solution: string;
  /** What a review says of the move that looks best there; its best is the solution. */
  greedy: Decision;
}

const files = import.meta.glob<{ puzzles: Puzzle[] }>('@puzzles/*.json', { import: 'default' });
const path = (game: string) => Object.keys(files).find((one) => one.endsWith(`/${game}.json`));

const key = (game: string) => `strapontin.puzzles.${game}`;

/** Those that were solved here, by their number. */
export function solvedOf(game: string): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key(game)) ?? '[]');
    return Array.isArray(kept) ? kept.filter((one): one is number => Number.isInteger(one) && one >= 0) : [];
  } catch {
    return [];
  }
}

export class Solving {
  puzzles = $state.raw<Puzzle[]>([]);
  /** Which one is on the table. */
  at = $state(0);
  posed = $state.raw<Posed | null>(null);
  phase: 'loading' | 'open' | 'solved' | 'shown' | 'lost' = $state('loading');
  /** A move that was tried is being looked at, and what was found of it. */
  judging = $state(false);
  tried = $state.raw<Decision | null>(null);
  solved: number[] = $state.raw([]);
  private clerk: Clerk | null = null;
  /** What is found of a puzzle that is no longer there comes too late. */
  private turn = 0;

  readonly puzzle = $derived.by(() => this.puzzles[this.at] ?? null);

  constructor(readonly game: string) {
    this.solved = solvedOf(game);
  }

  /** Fetch them, and lay the first that is not solved on the table. */
  async open(): Promise<void> {
    this.phase = 'loading';
    try {
      const found = path(this.game);
      if (found === undefined) throw new Error('no puzzles');
      this.puzzles = (await files[found]!()).puzzles;
      const first = this.puzzles.findIndex((_, i) => !this.solved.includes(i));
      await this.go(Math.max(0, first));
    } catch {
      this.phase = 'lost';
    }
  }

  async go(to: number): Promise<void> {
    const turn = ++this.turn;
    this.phase = 'loading'; // the one before still lies there, and cannot be solved any more
    this.at = (to + this.puzzles.length) % this.puzzles.length;
    this.judging = false;
    this.tried = null;
    const { record, seat } = this.puzzle!;
    try {
      const clerk = await this.hire();
      const posed = await clerk.ask('pose', record, seat);
      if (turn !== this.turn) return;
      this.posed = posed;
      this.phase = 'open';
    } catch {
      if (turn === this.turn) this.phase = 'lost';
    }
  }

  private async hire(): Promise<Clerk> {
    const { Clerk } = await import('@/offline/clerk');
    this.clerk ??= new Clerk(
      () => undefined,
      () => (this.clerk = null),
    );
    return this.clerk;
  }

  /** Is this it? Any other move is tried beside the solution, and counts if it cannot be told from it. */
  async tryOut(move: string): Promise<void> {
    const { puzzle } = this;
    if (!puzzle || this.phase !== 'open' || this.judging) return;
    if (move === puzzle.solution) return this.solve();
    const turn = ++this.turn;
    this.judging = true;
    try {
      const found = move === puzzle.greedy.played.move ? puzzle.greedy : await (await this.hire()).ask('versus', move, puzzle.solution);
      if (turn !== this.turn) return;
      this.tried = found;
      if (found.verdict === 'best') this.solve();
    } catch {
      if (turn === this.turn) this.phase = 'lost';
    } finally {
      if (turn === this.turn) this.judging = false;
    }
  }

  private solve(): void {
    this.phase = 'solved';
    if (this.solved.includes(this.at)) return;
    this.solved = [...this.solved, this.at].sort((a, b) => a - b);
    try {
      localStorage.setItem(key(this.game), JSON.stringify(this.solved));
    } catch {
      // a browser that keeps nothing: solved as long as the page is open
    }
  }

  /** Have the solution shown: it does not count as solved. */
  show(): void {
    if (this.phase !== 'open') return;
    this.turn += 1;
    this.judging = false;
    this.phase = 'shown';
  }

  close(): void {
    this.turn += 1;
    this.clerk?.end();
    this.clerk = null;
  }
}
