// The page's side of the house on this device: asks it over a worker, and has sockets to its tables.
import type { ClientFrame, Fault, ServerFrame } from '@/lib/types';
import { Clerk, type Asked, type Desk, type Heard } from './clerk';

/** To the worker: a question, or something said at a table. */
export type Inward =
  | { n: number; ask: Asked; given: unknown[] }
  | { socket: number; open: string }
  | { socket: number; frame: ClientFrame }
  | { socket: number; close: true };

/** From the worker. */
export type Outward =
  { n: number; answer: unknown } | { n: number; fault: Fault } | { socket: number; frame: ServerFrame } | { socket: number; lost: true };

let clerk: Clerk | null = null;
let count = 0;
const sockets = new Map<number, DeviceSocket>();

function house(): Clerk {
  clerk ??= new Clerk(
    (told) => sockets.get(told.socket)?.hear(told),
    () => {
      clerk = null; // the next question starts another
      for (const one of sockets.values()) one.hear({ socket: 0, lost: true });
    },
  );
  return clerk;
}

/** Ask the house on this device. */
export function askHere<K extends Asked>(ask: K, ...given: Parameters<Desk[K]>): Promise<Awaited<ReturnType<Desk[K]>>> {
  return house().ask(ask, ...given);
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
    house().tell({ socket: this.number, open: table });
    queueMicrotask(() => {
      if (this.readyState !== WebSocket.CONNECTING) return;
      this.readyState = WebSocket.OPEN;
      this.onopen?.();
    });
  }

  hear(told: Heard): void {
    if ('frame' in told) this.onmessage?.({ data: JSON.stringify(told.frame) });
    else {
      this.forget();
      this.onclose?.();
    }
  }

  send(text: string): void {
    house().tell({ socket: this.number, frame: JSON.parse(text) as ClientFrame });
  }

  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.forget();
    house().tell({ socket: this.number, close: true });
  }

  private forget(): void {
    this.readyState = WebSocket.CLOSED;
    sockets.delete(this.number);
  }
}
