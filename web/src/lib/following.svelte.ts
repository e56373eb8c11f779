// A phone that follows a caller: asks what is shown, then waits for the next card; nobody has to say who they are.
import { ask, Refusal } from './request';
import { pause } from './retry';
import type { Called, Following as Told } from './types';

export class Following {
  called: Called | null = $state.raw(null);
  /** `silent`: the caller is not heard; `lost`: we have no network; `over`: nobody calls under this code. */
  state: 'loading' | 'live' | 'silent' | 'lost' | 'over' = $state('loading');
  private ended = false;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private again = () => {
    if (this.state === 'lost') this.soon(0);
  };

  constructor(private readonly code: string) {
    addEventListener('online', this.again);
    void this.ask();
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    removeEventListener('online', this.again);
  }

  private soon(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(), milliseconds);
  }

  private async ask(): Promise<void> {
    if (this.ended) return;
    try {
      const after = this.called && this.state !== 'lost' ? `?after=${this.called.n}` : '';
      const { called, silent } = await ask<Told>('GET', `/calls/${encodeURIComponent(this.code)}${after}`);
      if (this.ended) return;
      this.called = called;
      this.state = silent ? 'silent' : 'live';
      this.tries = 0;
      this.soon(0);
    } catch (error) {
      if (this.ended) return;
      const gone = error instanceof Refusal && error.fault.kind === 'unknown-table';
      this.state = gone ? 'over' : 'lost';
      this.soon(gone ? 10_000 : pause(this.tries++)); // a server that has just started hears of it soon
    }
  }
}
