// A caller that phones follow: what it shows is told to the server under a code, again every while, so that they know it is there.
import { ask, Refusal } from './request';
import type { CallCode, Called } from './types';

export type Shown = Omit<Called, 'n' | 'game'>;

/** Milliseconds between two words of a caller that shows nothing new. */
const BEAT = 15_000;
const key = (game: string) => `strapontin.calling.${game}`;

export class Calling {
  /** The code phones follow by; none before somebody asks for one. */
  code: string | null = $state(null);
  /** Whether the server has what is shown: without a network the evening goes on, and the phones wait. */
  heard = $state(true);
  /** A code is on its way, or could not be had. */
  trouble = $state(false);
  private token = '';
  private called: Called | null = null;
  private timer: ReturnType<typeof setInterval> | undefined;
  private again = () => void this.send();

  constructor(private readonly game: string) {
    try {
      const kept = JSON.parse(localStorage.getItem(key(game)) ?? 'null') as CallCode | null;
      if (kept && typeof kept.code === 'string' && typeof kept.token === 'string') this.take(kept);
    } catch {
      // a browser that keeps nothing
    }
    addEventListener('online', this.again);
  }

  get link(): string {
    return `${location.origin}/follow/${this.code}`;
  }

  /** Let phones follow from now on. */
  async open(): Promise<void> {
    if (this.code) return;
    this.trouble = false;
    try {
      const found = await ask<CallCode>('POST', '/calls', {});
      this.take(found);
      localStorage.setItem(key(this.game), JSON.stringify(found));
    } catch {
      this.trouble = !this.code;
    }
    await this.send();
  }

  /** What lies open now. */
  show(shown: Shown): void {
    this.called = { ...shown, game: this.game, n: Math.max(Date.now(), (this.called?.n ?? 0) + 1) };
    void this.send();
  }

  /** No phone follows any more. */
  async end(): Promise<void> {
    const { code, token } = this;
    this.code = null;
    clearInterval(this.timer);
    try {
      localStorage.removeItem(key(this.game));
      if (code) await ask('DELETE', `/calls/${code}`, undefined, token);
    } catch {
      // it is forgotten by itself
    }
  }

  close(): void {
    clearInterval(this.timer);
    removeEventListener('online', this.again);
  }

  private take({ code, token }: CallCode): void {
    [this.code, this.token] = [code, token];
    clearInterval(this.timer);
    this.timer = setInterval(this.again, BEAT);
  }

  private async send(): Promise<void> {
    if (!this.code || !this.called) return;
    try {
      await ask('PUT', `/calls/${this.code}`, this.called, this.token);
      this.heard = true;
    } catch (error) {
      this.heard = false;
      // a server with another key than the one that gave the code: ask for a new one when somebody wants it
      if (error instanceof Refusal && error.fault.kind === 'not-your-seat') void this.end();
    }
  }
}
