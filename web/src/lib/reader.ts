// What a page makes of frames with records (`strapontin.2`): frames with views, by the rules it carries. What its seat knows
// comes once as a whole, then as the bytes that changed; what follows from it is worked out here, in the worker.
import { askHere } from '@/offline/device';
import type { Event, RecordEvent, ServerFrame, TableInfo } from './types';

/** What a socket speaks if it can: the first that the server knows. */
export const RECORDS = 'strapontin.2';
export const SPOKEN = [RECORDS, 'strapontin.1'];

/** A frame as `strapontin.1` has it; an event may acknowledge what its own seat asked for. */
export type Frame = Exclude<ServerFrame, { type: 'event' | 'record' }> | (Event & { ack?: string | null }) | Known;

/** The answer to `records`: what is shown now. */
interface Known {
  type: 'record';
  version: number;
  view: Record<string, unknown> | null;
}

type Head = Exclude<ServerFrame, { type: 'event' }> | (RecordEvent & { type: 'event' });

/** A frame in which everything stands, whatever went without saying. */
export function completed(frame: Head): Frame {
  if (frame.type === 'record') return { ...frame, view: null };
  if (frame.type !== 'event') return frame;
  const plain = { steps: [], log: [], view: null, table: null, clock: null, can_undo: false, over: false, rewind: 0 };
  return { ...plain, ...frame };
}

/** What runs of bytes lead to: so many stay, so many are new. */
export function changed(record: Uint8Array, runs: Uint8Array): Uint8Array {
  const after = record.slice();
  const view = new DataView(runs.buffer, runs.byteOffset, runs.byteLength);
  for (let at = 0, place = 0; place < runs.length;) {
    const [same, size] = [view.getUint16(place, true), view.getUint16(place + 2, true)];
    place += 4;
    after.set(runs.subarray(place, place + size), at + same);
    place += size;
    at += same + size;
  }
  return after;
}

/** What the eyes at this page know of one table. */
export class Reader {
  /** Whose record it is: a game as it is played here, and how large its record is. */
  private played: { game: string; players: number; options: Record<string, unknown>; size: number } | null = null;
  private record: Uint8Array | null = null;
  private version = 0;

  /** Have the rules of a table here; false where the page has none for it. */
  async prepare({ game, seats, options }: TableInfo): Promise<boolean> {
    try {
      const size = await askHere('sizeOf', game, seats.length, options);
      this.played = { game, players: seats.length, options, size };
    } catch {
      this.played = null;
    }
    return this.ready;
  }

  /** Whether it can make views of records. */
  get ready(): boolean {
    return this.played !== null;
  }

  /** Whether it has the record of a version. */
  has(version: number): boolean {
    return this.record !== null && this.version === version;
  }

  /** What these eyes know at a version. */
  at(version: number): Uint8Array | null {
    return this.has(version) ? this.record : null;
  }

  /** Make no more views: the server is to tell them. */
  close(): void {
    this.played = this.record = null;
  }

  /** A frame with what these eyes see by its record; nothing new where that is as it was, or something was missed. */
  async read(data: ArrayBuffer, eyes: number | null): Promise<Frame> {
    if (!this.played) throw new Error('a record without rules');
    const size = 4 + new DataView(data).getUint32(0, true);
    const head = JSON.parse(new TextDecoder().decode(new Uint8Array(data, 4, size - 4))) as Head;
    const frame = completed(head);
    const runs = new Uint8Array(data, size);
    const follows = head.type === 'event' && !head.whole;
    if (follows && !(this.record && head.version === this.version + 1)) return frame;
    this.record = changed(follows ? this.record! : new Uint8Array(this.played.size), runs);
    this.version = (head as Event).version;
    if (follows && !runs.length) return frame;
    const { game, players, options } = this.played;
    const view = await askHere('viewFrom', game, players, options, this.record, head.type === 'snapshot' ? head.seat : eyes);
    return { ...frame, view } as unknown as Frame;
  }
}
