// The page's side of the house on this device: asks it over a worker, and has sockets to its tables.
import { Refusal } from '@/lib/request';
import type { ClientFrame, Fault, ServerFrame } from '@/lib/types';
import type { House } from './house';
import type * as Rules from './rules';

/** What can be asked of the house, and comes back by itself; and of the rules, for whoever plays elsewhere. */
type Answering = Pick<
  House,
  'create' | 'handTo' | 'call' | 'rank' | 'write' | 'lesson' | 'table' | 'scene' | 'record' | 'verify' | 'replay' | 'remove'
> &
  Pick<typeof Rules, 'sizeOf' | 'look'>;
export type Asked = keyof Answering;

/** To the worker: a question, or something said at a table. */
export type Inward =
  | { n: number; ask: Asked; given: unknown[] }
  | { socket: number; open: string }
  | { socket: number; frame: ClientFrame }
  | { socket: number; close: true };

/** From the worker. */
export type Outward =
  { n: number; answer: unknown } | { n: number; fault: Fault } | { socket: number; frame: ServerFrame } | { socket: number; lost: true };

let worker: Worker | null = null;
let count = 0;
const asked = new Map<number, { resolve: (answer: never) => void; reject: (error: unknown) => void }>();
const sockets = new Map<number, DeviceSocket>();

function house(): Worker {
  if (worker) return worker;
  worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = ({ data }: MessageEvent<Outward>) => {
    if ('socket' in data) sockets.get(data.socket)?.hear(data);
    else {
      const waiting = asked.get(data.n);
      asked.delete(data.n);
      if ('fault' in data) waiting?.reject(new Refusal(data.fault));
      else waiting?.resolve(data.answer as never);
    }
  };
  worker.onerror = () => {
    // it could not be loaded, or broke down: whoever waits hears of it, and the next question starts another
    worker = null;
    for (const one of asked.values()) one.reject(new Refusal({ kind: 'our-fault', message: 'the house on this device broke down' }));
    asked.clear();
    for (const one of sockets.values()) one.hear({ socket: 0, lost: true });
  };
  return worker;
}

/** As it would be on a wire: what a page holds may be more than a worker can be handed. */
function plain(one: unknown): unknown {
  return one instanceof Uint8Array ? one : (JSON.parse(JSON.stringify(one ?? null)) as unknown);
}

/** Ask the house on this device. */
export function askHere<K extends Asked>(ask: K, ...given: Parameters<Answering[K]>): Promise<Awaited<ReturnType<Answering[K]>>> {
  return new Promise((resolve, reject) => {
    const n = ++count;
    asked.set(n, { resolve, reject });
    house().postMessage({ n, ask, given: given.map(plain) } satisfies Inward);
  });
}

/** As a WebSocket, as far as a table needs one. */
export class DeviceSocket {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;
  private readonly number = ++count;

  constructor(table: string) {
    sockets.set(this.number, this);
    house().postMessage({ socket: this.number, open: table } satisfies Inward);
    queueMicrotask(() => {
      if (this.readyState !== WebSocket.CONNECTING) return;
      this.readyState = WebSocket.OPEN;
      this.onopen?.();
    });
  }

  hear(told: Extract<Outward, { socket: number }>): void {
    if ('frame' in told) this.onmessage?.({ data: JSON.stringify(told.frame) });
    else {
      this.forget();
      this.onclose?.();
    }
  }

  send(text: string): void {
    house().postMessage({ socket: this.number, frame: JSON.parse(text) as ClientFrame } satisfies Inward);
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.forget();
    house().postMessage({ socket: this.number, close: true } satisfies Inward);
  }

  private forget(): void {
    this.readyState = WebSocket.CLOSED;
    sockets.delete(this.number);
  }
}
