// What is going on in the station: my tables and open ones, asked for again and again while somebody looks.
import { isHere } from '@/offline/shelf';
import { lines, linesHere, type TableLine } from './api';
import { today } from './daily';
import type { DailyLines } from './types';

const EVERY = 8000;

export class Platform {
  mine: TableLine[] = $state([]);
  open: TableLine[] = $state([]);
  /** Today's lines; where there is no server there are none. */
  daily: DailyLines | null = $state.raw(null);
  phase: 'waiting' | 'here' | 'lost' = $state('waiting');
  /** Tables of mine that are not over, those that wait for me first; a try of today stands among today's lines already. */
  readonly running = $derived(
    this.mine
      .filter((table) => (table.state === 'open' || table.state === 'playing') && !(table.line && table.line === this.daily?.day))
      .sort((a, b) => Number(b.waiting) - Number(a.waiting)),
  );
  readonly finished = $derived(this.mine.filter((table) => table.state === 'over'));
  readonly turns = $derived(this.running.filter((table) => table.waiting));

  /** Look from now on, until the returned function is called. */
  watch(): () => void {
    void this.refresh();
    void today().then(
      (found) => (this.daily = found),
      () => undefined,
    );
    const timer = setInterval(() => document.hidden || this.refresh(), EVERY);
    return () => clearInterval(timer);
  }

  private async refresh(): Promise<void> {
    const here = await linesHere();
    try {
      const [mine, open] = await Promise.all([lines('mine'), lines('open')]);
      this.mine = [...mine, ...here].sort((a, b) => b.touched_at - a.touched_at);
      this.open = open.filter((table) => !mine.some((other) => other.id === table.id));
      this.phase = 'here';
    } catch {
      this.mine = [...this.mine.filter((table) => !isHere(table.id)), ...here];
      if (this.phase === 'waiting') this.phase = 'lost';
    }
  }
}
