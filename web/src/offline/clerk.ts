// Somebody behind a counter: a worker with the rules in it, who is asked and answers. The house on this device is one, and
// whoever looks back on a game has some of their own, so that nobody waits for them.
import { Refusal } from '@/lib/request';
import type { Coach } from './coach';
import type { Inward, Outward } from './device';
import type { House } from './house';
import type * as Rules from './rules';

/** What can be asked of the house, of a coach, or of the rules by whoever plays elsewhere, and comes back by itself. */
export type Desk = Pick<
  House,
  'create' | 'handTo' | 'call' | 'rank' | 'write' | 'lesson' | 'table' | 'scene' | 'record' | 'verify' | 'replay' | 'remove' | 'known'
> &
  Pick<Coach, 'look' | 'answer' | 'possible' | 'judge' | 'advise' | 'pose' | 'versus'> &
  Pick<typeof Rules, 'sizeOf' | 'viewFrom'>;
export type Asked = keyof Desk;
/** What is told at a table. */
export type Heard = Extract<Outward, { socket: number }>;

/** As it would be on a wire: what a page holds may be more than a worker can be handed. */
function plain(one: unknown): unknown {
  return one instanceof Uint8Array ? one : (JSON.parse(JSON.stringify(one ?? null)) as unknown);
}

export class Clerk {
  private readonly worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  private readonly asked = new Map<number, { resolve: (answer: never) => void; reject: (error: unknown) => void }>();
  private count = 0;

  constructor(heard: (told: Heard) => void, broken: () => void) {
    this.worker.onmessage = ({ data }: MessageEvent<Outward>) => {
      if ('socket' in data) return heard(data);
      const waiting = this.asked.get(data.n);
      this.asked.delete(data.n);
      if ('fault' in data) waiting?.reject(new Refusal(data.fault));
      else waiting?.resolve(data.answer as never);
    };
    this.worker.onerror = () => {
      // it could not be loaded, or broke down: whoever waits hears of it
      this.end();
      broken();
    };
  }

  ask<K extends Asked>(ask: K, ...given: Parameters<Desk[K]>): Promise<Awaited<ReturnType<Desk[K]>>> {
    return new Promise((resolve, reject) => {
      const n = ++this.count;
      this.asked.set(n, { resolve, reject });
      this.tell({ n, ask, given: given.map(plain) });
    });
  }

  tell(told: Inward): void {
    this.worker.postMessage(told);
  }

  /** Leave off at once, in the middle of a thought too. */
  end(): void {
    this.worker.terminate();
    for (const one of this.asked.values()) one.reject(new Refusal({ kind: 'our-fault', message: 'nobody is there any more' }));
    this.asked.clear();
  }
}
