import { beforeEach, describe, expect, test, vi } from 'vitest';
import { changed, completed, Reader } from '@/lib/reader';
import type { TableInfo } from '@/lib/types';
import { chair } from '../party';

const askHere = vi.hoisted(() => vi.fn());
vi.mock('@/offline/device', () => ({ askHere }));

const table = { game: 'metrox', options: { map: 'paris' }, seats: [chair(0), chair(1)] } as unknown as TableInfo;

/** A frame with a record, as a server sends it. */
function framed(head: object, runs: number[]): ArrayBuffer {
  const told = new TextEncoder().encode(JSON.stringify(head));
  const bytes = new Uint8Array(4 + told.length + runs.length);
  new DataView(bytes.buffer).setUint32(0, told.length, true);
  bytes.set(told, 4);
  bytes.set(runs, 4 + told.length);
  return bytes.buffer;
}

let reader: Reader;

beforeEach(async () => {
  // what is seen is who looks, and the record itself
  askHere.mockImplementation((ask: string, ...given: unknown[]) =>
    Promise.resolve(ask === 'sizeOf' ? 6 : { seat: given[4], record: [...(given[3] as Uint8Array)] }),
  );
  reader = new Reader();
  await reader.prepare(table);
});

describe('runs of bytes', () => {
  test('say how many stay and which are new', () => {
    const record = Uint8Array.of(1, 2, 3, 4, 5, 6);
    expect([...changed(record, Uint8Array.of(1, 0, 2, 0, 8, 9, 2, 0, 1, 0, 7))]).toEqual([1, 8, 9, 4, 5, 7]);
    expect([...record]).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...changed(record, new Uint8Array())]).toEqual([...record]);
  });

  test('may lie anywhere in a frame', () => {
    const raw = Uint8Array.of(255, 255, 255, 0, 0, 1, 0, 9);
    expect([...changed(new Uint8Array(2), raw.subarray(3))]).toEqual([9, 0]);
  });

  test('pass over more than two bytes can say by a run of none', () => {
    expect(changed(new Uint8Array(65_537), Uint8Array.of(255, 255, 0, 0, 1, 0, 1, 0, 9)).at(-1)).toBe(9);
  });
});

describe('a reader', () => {
  test('asks for the rules of a table once, and knows whether they came', async () => {
    expect(reader.ready).toBe(true);
    expect(askHere).toHaveBeenCalledWith('sizeOf', 'metrox', 2, { map: 'paris' });
    askHere.mockRejectedValue(new Error('no such map'));
    expect(await new Reader().prepare(table)).toBe(false);
  });

  test('makes the view of a whole record, then of what changed', async () => {
    const first = await reader.read(framed({ type: 'snapshot', version: 3, seat: 1, view: null }, [0, 0, 1, 0, 5]), null);
    expect(first).toMatchObject({ type: 'snapshot', view: { seat: 1, record: [5, 0, 0, 0, 0, 0] } });
    const next = await reader.read(framed({ type: 'event', version: 4, kind: 'move', by: 0, ack: 'x' }, [1, 0, 1, 0, 6]), 1);
    expect(next).toMatchObject({ view: { seat: 1, record: [5, 6, 0, 0, 0, 0] }, ack: 'x', steps: [], log: [], rewind: 0 });
    const whole = await reader.read(framed({ type: 'event', version: 9, kind: 'move', by: 0, whole: true }, [0, 0, 1, 0, 2]), 1);
    expect(whole).toMatchObject({ view: { record: [2, 0, 0, 0, 0, 0] } });
    expect([reader.has(9), reader.has(8)]).toEqual([true, false]);
  });

  test('makes none of what does not follow on what it has, nor anew of what is as it was', async () => {
    const event = (version: number) => framed({ type: 'event', version, kind: 'away', by: 0 }, []);
    expect(await reader.read(event(4), 0)).toMatchObject({ view: null });
    await reader.read(framed({ type: 'record', version: 4 }, [0, 0, 1, 0, 5]), 0);
    for (const version of [3, 4, 6]) expect(await reader.read(event(version), 0)).toMatchObject({ view: null });
    expect(reader.has(4)).toBe(true);
    expect(await reader.read(event(5), 0)).toMatchObject({ view: null });
    expect(reader.has(5)).toBe(true);
  });

  test('whose rules fail says so', async () => {
    askHere.mockRejectedValue(new Error('broke down'));
    await expect(reader.read(framed({ type: 'record', version: 4 }, []), 0)).rejects.toThrow('broke down');
    reader.close();
    expect(reader.ready).toBe(false);
  });
});

test('what went without saying stands in a frame afterwards', () => {
  expect(completed({ type: 'event', version: 1, kind: 'seat', by: 0 })).toMatchObject({ steps: [], log: [], view: null, over: false });
  expect(completed({ type: 'pong', n: 0, now: 0 })).toEqual({ type: 'pong', n: 0, now: 0 });
});
