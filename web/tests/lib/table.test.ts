// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TableStore } from '@/lib/table.svelte';
import type { Event, ServerFrame, SnapshotFrame, TableInfo } from '@/lib/types';
import { chair } from '../party';
import { serve } from '../server';

/** The other end of the line: what the page has said, and a way to answer. */
class Line {
  static all: Line[] = [];
  static readonly OPEN = 1;
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: () => void = () => undefined;
  onmessage: (message: { data: string | ArrayBuffer }) => void = () => undefined;
  onclose: () => void = () => undefined;
  protocol = '';

  constructor(
    readonly url: string,
    readonly offered: string[],
  ) {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.readyState = 3;
  }
  /** The server lets us in. */
  open(): void {
    this.readyState = Line.OPEN;
    this.onopen();
  }
  /** The server says something. */
  tell(frame: object): void {
    this.onmessage({ data: JSON.stringify(frame) });
  }
  /** The server says something, and what leads to a record of one byte. */
  show(frame: object, byte: number): void {
    const told = new TextEncoder().encode(JSON.stringify(frame));
    const bytes = new Uint8Array([0, 0, 0, 0, ...told, 0, 0, 1, 0, byte]);
    new DataView(bytes.buffer).setUint32(0, told.length, true);
    this.onmessage({ data: bytes.buffer });
  }
  /** The line breaks. */
  cut(): void {
    this.readyState = 3;
    this.onclose();
  }
}

const askHere = vi.hoisted(() => vi.fn());
vi.mock('@/offline/device', () => ({ askHere }));

const CODE = '0123456789abcdef';
const table = (given: Partial<TableInfo> = {}) =>
  ({ id: CODE, game: 'metrox', options: {}, state: 'playing', you: 0, seats: [chair(0), chair(1, { name: 'Bo' })], ...given }) as TableInfo;
const view = (n: number) => ({ game: 'metrox', seat: 0, players: 2, to_act: [0], over: false, scores: [n, 0], winners: [] });
const snapshot = (version: number, given: Partial<SnapshotFrame> = {}): ServerFrame =>
  ({
    type: 'snapshot',
    version,
    seat: 0,
    table: table(),
    view: view(version),
    log: [{ key: 'metrox.drew', params: { card: '3' } }],
    history: [['*', '3']],
    chat: [],
    clock: null,
    watching: 0,
    can_undo: false,
    ...given,
  }) as ServerFrame;
const event = (version: number, given: Partial<Event> = {}): ServerFrame =>
  ({
    type: 'event',
    version,
    kind: 'move',
    by: 1,
    steps: [[1, 'A']],
    log: [{ key: 'metrox.rode', params: { seat: 1 } }],
    view: view(version),
    table: null,
    clock: null,
    can_undo: false,
    over: false,
    rewind: 0,
    ...given,
  }) as ServerFrame;

let store: TableStore;
const last = () => Line.all.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Line);
  askHere.mockRejectedValue(new Error('no rules here'));
  Line.all = [];
  serve({ '/guest': {}, [`/tables/${CODE}`]: table(), [`/tables/${CODE}/scene`]: { map: {} } });
});
afterEach(() => {
  store.close();
  vi.useRealTimers();
});

/** A store that has been let in and shown where the table stands. */
async function joined(): Promise<Line> {
  store = new TableStore(CODE);
  await vi.advanceTimersByTimeAsync(0);
  const line = last();
  line.open();
  line.tell({ type: 'welcome', now: Date.now() + 500, seat: 0, resumed: false });
  line.tell(snapshot(3));
  await vi.advanceTimersByTimeAsync(0);
  return line;
}

describe('coming to a table', () => {
  test('says hello, and shows what the snapshot shows', async () => {
    const line = await joined();
    expect(line.url).toMatch(new RegExp(`^ws://.*/api/v1/tables/${CODE}/socket$`));
    expect(line.sent[0]).toEqual({ type: 'hello', token: null, version: null, chat: 0 });
    expect([store.link, store.seat, store.skew]).toEqual(['live', 0, 500]);
    expect(store.view?.scores).toEqual([3, 0]);
    expect(store.log).toHaveLength(1);
  });

  test.each([
    ['unknown-table', 'unknown', {}],
    ['no-spectators', 'closed', {}],
    ['set-aside', 'aside', {}],
    ['set-aside', 'rules', { rules: 1 }],
  ])('%s: the link is %s', async (kind, link, more) => {
    serve({ '/guest': {}, [`/tables/${CODE}`]: { error: { kind, message: '', ...more } } });
    store = new TableStore(CODE);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.link).toBe(link);
    expect(Line.all).toHaveLength(0);
  });

  test('whoever has a seat there without having taken it mixes a number into the draws, once and before the start', async () => {
    const nonce = `/tables/${CODE}/seats/0/nonce`;
    const asked = serve({ '/guest': {}, [`/tables/${CODE}`]: table(), [`/tables/${CODE}/scene`]: { map: {} }, [nonce]: {} });
    const given = () => asked.filter((one) => one.path === nonce);
    const line = await joined();
    expect(given()).toHaveLength(0);
    const open = { table: table({ state: 'open' }), view: null } as Partial<SnapshotFrame>;
    line.tell(snapshot(1, open));
    line.tell(snapshot(2, open));
    await vi.advanceTimersByTimeAsync(0);
    expect(given().map((one) => one.method)).toEqual(['PUT']);
  });

  test('whoever has given one gives no other, nor does who has no seat', async () => {
    const asked = serve({ '/guest': {}, [`/tables/${CODE}`]: table(), [`/tables/${CODE}/scene`]: { map: {} } });
    const line = await joined();
    const seats = [chair(0, { nonce: '0'.repeat(32) }), chair(1)];
    line.tell(snapshot(1, { table: table({ state: 'open', seats }), view: null } as Partial<SnapshotFrame>));
    line.tell(snapshot(2, { table: table({ state: 'open', you: null }), seat: null, view: null } as Partial<SnapshotFrame>));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.filter((one) => one.method === 'PUT')).toEqual([]);
  });

  test('a server that does not answer is asked again', async () => {
    serve({});
    store = new TableStore(CODE);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.link).toBe('lost');
    serve({ '/guest': {}, [`/tables/${CODE}`]: table() });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(Line.all).toHaveLength(1);
  });

  test('who left a game is told by the seats, for its journal does not know', async () => {
    const line = await joined();
    line.tell(snapshot(3, { table: table({ seats: [chair(0), chair(1, { resigned: true })] }) } as Partial<SnapshotFrame>));
    expect(store.log.at(-1)).toEqual({ key: 'web.log.resign', params: { seat: 1 } });
  });

  test('the first view waits for the scene, and then it is the latest that is shown', async () => {
    let bring: (scene: object) => void = () => undefined;
    serve({ '/guest': {}, [`/tables/${CODE}`]: table(), [`/tables/${CODE}/scene`]: () => new Promise((resolve) => (bring = resolve)) });
    const line = await joined();
    line.tell(event(4));
    expect(store.view).toBeNull();
    bring({ map: {} });
    await vi.advanceTimersByTimeAsync(0);
    expect(store.view?.scores).toEqual([4, 0]);
  });

  test('a scene that does not come is asked for again', async () => {
    serve({ '/guest': {}, [`/tables/${CODE}`]: table() });
    await joined();
    expect(store.view).toBeNull();
    serve({ [`/tables/${CODE}/scene`]: { map: {} } });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(store.view?.scores).toEqual([3, 0]);
  });
});

describe('what happens', () => {
  test('is followed, once', async () => {
    const line = await joined();
    const heard: number[] = [];
    store.onevent = (one) => heard.push(one.version);
    line.tell(event(4));
    line.tell(event(4));
    expect(heard).toEqual([4]);
    expect(store.log).toHaveLength(2);
    expect(store.history).toEqual([
      ['*', '3'],
      [1, 'A'],
    ]);
    expect(store.view?.scores).toEqual([4, 0]);
  });

  test('something was missed: ask for it, from where one was', async () => {
    const line = await joined();
    line.tell(event(6));
    expect(store.view?.scores).toEqual([3, 0]);
    expect(last()).not.toBe(line);
    last().open();
    expect(last().sent[0]).toMatchObject({ type: 'hello', version: 3 });
  });

  test('a move was taken back: ask for the whole again', async () => {
    const line = await joined();
    line.tell(event(4, { kind: 'undo', rewind: 1 } as Partial<Event>));
    last().open();
    expect(last()).not.toBe(line);
    expect(last().sent[0]).toMatchObject({ type: 'hello', version: null });
  });

  test('who goes away is told in the log', async () => {
    const line = await joined();
    line.tell(event(4, { kind: 'away', log: [], steps: [] } as Partial<Event>));
    expect(store.log.at(-1)).toEqual({ key: 'web.log.away', params: { seat: 1 } });
  });

  test('a reminder holds until somebody plays', async () => {
    const line = await joined();
    line.tell({ type: 'notice', kind: 'reminder', seat: 1 });
    expect(store.reminded).toBe(1);
    line.tell(event(4));
    expect(store.reminded).toBeNull();
  });

  test('who is here', async () => {
    const line = await joined();
    line.tell({ type: 'presence', here: [0], watching: 2 });
    expect(store.table?.seats.map((seat) => seat.present)).toEqual([true, false]);
    expect(store.watching).toBe(2);
  });

  test('a word is heard once, and the last hundred are kept', async () => {
    const line = await joined();
    const heard = vi.fn();
    store.onchat = heard;
    for (let n = 1; n <= 101; n++) line.tell({ type: 'chat', n, seat: 1, name: 'Bo', text: String(n) });
    line.tell({ type: 'chat', n: 101, seat: 1, name: 'Bo', text: 'again' });
    expect(heard).toHaveBeenCalledTimes(101);
    expect([store.chat.length, store.chat[0]!.n]).toEqual([100, 2]);
  });
});

describe('where the page has the rules', () => {
  /** A page that has them, at a server that tells records. */
  async function reading(looked = 4000): Promise<Line> {
    askHere.mockImplementation((ask: string, ...given: unknown[]) =>
      Promise.resolve(ask === 'sizeOf' ? 1 : view((given[3] as Uint8Array)[0]!)),
    );
    store = new TableStore(CODE);
    await vi.advanceTimersByTimeAsync(0);
    last().protocol = 'strapontin.2';
    last().open();
    last().tell({ type: 'welcome', now: Date.now(), seat: 0, resumed: false });
    last().tell(snapshot(3));
    await vi.advanceTimersByTimeAsync(looked);
    return last();
  }
  const told = (version: number, given: object = {}) => ({ type: 'event', version, kind: 'move', by: 1, ...given });

  test('whoever only glances at a table fetches no rules', async () => {
    const line = await reading(3900);
    store.close();
    await vi.advanceTimersByTimeAsync(1000);
    expect(line.sent.map((frame) => frame['type'])).toEqual(['hello']);
  });

  test('it asks for records when they are here, and shows what follows from them', async () => {
    const line = await reading();
    expect(line.offered).toEqual(['strapontin.2', 'strapontin.1']);
    expect(line.sent.map((frame) => frame['type'])).toEqual(['hello', 'records']);
    line.show({ type: 'record', version: 3 }, 33);
    line.show(told(4, { steps: [[1, 'A']] }), 44);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.view?.scores).toEqual([44, 0]);
    expect(store.history.at(-1)).toEqual([1, 'A']);
  });

  test('what comes while a view is made waits for it', async () => {
    const line = await reading();
    store.play('A');
    const { id } = line.sent.at(-1)!;
    const bring: (() => void)[] = [];
    line.show({ type: 'record', version: 3 }, 3);
    await vi.advanceTimersByTimeAsync(0);
    askHere.mockImplementation((_: string, ...given: unknown[]) => {
      return new Promise((resolve) => bring.push(() => resolve(view((given[3] as Uint8Array)[0]!))));
    });
    line.show(told(4, { by: 0, ack: id }), 4);
    line.tell({ type: 'presence', here: [], watching: 7 });
    line.show(told(5), 5);
    await vi.advanceTimersByTimeAsync(0);
    expect([store.sending, store.watching, store.view?.scores[0]]).toEqual([true, 0, 3]);
    bring[0]!();
    await vi.advanceTimersByTimeAsync(0);
    expect([store.sending, store.watching, store.view?.scores[0]]).toEqual([false, 7, 4]);
    bring[1]!();
    await vi.advanceTimersByTimeAsync(0);
    expect(store.view?.scores[0]).toBe(5);
  });

  test('a move is on its way until its record is here, though somebody else’s is told with it', async () => {
    const line = await reading();
    line.show({ type: 'record', version: 3 }, 3);
    await vi.advanceTimersByTimeAsync(0);
    store.play('A');
    const { id } = line.sent.at(-1)!;
    line.tell(told(4, { by: 0, ack: id }));
    await vi.advanceTimersByTimeAsync(0);
    expect([store.sending, store.view?.scores[0]]).toEqual([true, 3]);
    line.show(told(5, { whole: true }), 5);
    await vi.advanceTimersByTimeAsync(0);
    expect([store.sending, store.view?.scores[0]]).toEqual([false, 5]);
  });

  test('a move that was told with others, and then the line broke, is not on its way for good', async () => {
    const line = await reading();
    line.show({ type: 'record', version: 3 }, 3);
    await vi.advanceTimersByTimeAsync(0);
    store.play('A');
    line.tell(told(4, { by: 0, ack: line.sent.at(-1)!['id'] }));
    line.cut();
    await vi.advanceTimersByTimeAsync(10_000);
    last().open();
    last().tell({ type: 'welcome', now: Date.now(), seat: 0, resumed: true });
    expect([store.sending, last().sent.length]).toEqual([false, 1]);
  });

  test('it comes back with the version of its record, and without one asks for all', async () => {
    const line = await reading();
    line.cut();
    await vi.advanceTimersByTimeAsync(10_000);
    last().protocol = 'strapontin.2';
    last().open();
    expect(last().sent[0]).toMatchObject({ version: null, records: true });
    last().tell({ type: 'welcome', now: Date.now(), seat: 0, resumed: false });
    last().show(snapshot(6, { view: null } as Partial<SnapshotFrame>), 66);
    await vi.advanceTimersByTimeAsync(0);
    expect(store.view?.scores).toEqual([66, 0]);
    last().cut();
    await vi.advanceTimersByTimeAsync(10_000);
    last().protocol = 'strapontin.2';
    last().open();
    expect(last().sent[0]).toMatchObject({ version: 6, records: true });
  });

  test('a server that does not know of records is not asked for them', async () => {
    const line = await reading();
    line.cut();
    await vi.advanceTimersByTimeAsync(10_000);
    last().protocol = 'strapontin.1';
    last().open();
    expect(last().sent[0]).toEqual({ type: 'hello', token: null, version: 3, chat: 0 });
  });

  test('where they fail, the server is asked for views again', async () => {
    const line = await reading();
    askHere.mockRejectedValue(new Error('broke down'));
    line.show({ type: 'record', version: 3 }, 3);
    await vi.advanceTimersByTimeAsync(0);
    expect(last()).not.toBe(line);
    last().protocol = 'strapontin.2';
    last().open();
    expect(last().sent[0]).toEqual({ type: 'hello', token: null, version: null, chat: 0 });
    last().tell(snapshot(5));
    expect(store.view?.scores).toEqual([5, 0]);
  });
});

describe('a move', () => {
  test('is on its way until the server has it', async () => {
    const line = await joined();
    store.play('A');
    const sent = line.sent.at(-1)!;
    expect(sent).toMatchObject({ type: 'move', move: 'A' });
    expect(store.sending).toBe(true);
    line.tell({ type: 'ack', id: sent['id'], version: 4 });
    expect(store.sending).toBe(false);
  });

  test('that is refused says why, until another is made', async () => {
    const line = await joined();
    store.play('Z');
    line.tell({ type: 'refused', id: line.sent.at(-1)!['id'], error: { kind: 'illegal-move', message: '' } });
    expect([store.refused?.kind, store.sending]).toEqual(['illegal-move', false]);
    store.play('A');
    expect(store.refused).toBeNull();
  });

  test('that was not acknowledged is said again, as the same move, and one that was is not', async () => {
    const line = await joined();
    store.play('A');
    const first = line.sent.at(-1)!;
    line.tell({ type: 'ack', id: first['id'], version: 4 });
    store.play('B');
    const second = line.sent.at(-1)!;
    line.cut();
    expect(store.link).toBe('lost');
    await vi.advanceTimersByTimeAsync(10_000);
    last().open();
    last().tell({ type: 'welcome', now: Date.now(), seat: 0, resumed: true });
    expect(last().sent.slice(1)).toEqual([second]);
  });

  test('made while the line is broken goes out when it stands', async () => {
    const line = await joined();
    line.cut();
    store.play('A');
    expect(store.sending).toBe(true);
    await vi.advanceTimersByTimeAsync(10_000);
    last().open();
    last().tell({ type: 'welcome', now: Date.now(), seat: 0, resumed: true });
    expect(last().sent.at(-1)).toMatchObject({ type: 'move', move: 'A' });
  });

  test('a word in between does not make the page wait', async () => {
    await joined();
    store.say('hello');
    expect(store.sending).toBe(false);
  });
});

describe('the line', () => {
  test('is tried again, more and more slowly', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.5);
    (await joined()).cut();
    const times: number[] = [];
    for (const start = Date.now(); times.length < 4;) {
      const before = Line.all.length;
      await vi.advanceTimersByTimeAsync(50);
      if (Line.all.length === before) continue;
      times.push(Date.now() - start);
      last().cut();
    }
    const gaps = times.map((at, i) => at - (times[i - 1] ?? 0));
    expect(gaps).toEqual([400, 800, 1600, 3200]);
  });

  test('that has been silent for long is taken for broken', async () => {
    const line = await joined();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(line.sent.filter((frame) => frame['type'] === 'ping')).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(last()).not.toBe(line);
  });

  test('breaks at once where the device says so, and is tried at once when it is back', async () => {
    const line = await joined();
    dispatchEvent(new window.Event('offline'));
    expect([store.link, line.readyState]).toEqual(['lost', 3]);
    dispatchEvent(new window.Event('online'));
    expect(last()).not.toBe(line);
  });

  test('to a server that restarts says so', async () => {
    const line = await joined();
    line.tell({ type: 'notice', kind: 'back-in-a-moment', retry_after: 2 });
    line.cut();
    expect(store.link).toBe('restarting');
  });

  test('of a table that is left is not tried again', async () => {
    const line = await joined();
    store.close();
    line.cut();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(last()).toBe(line);
  });
});
