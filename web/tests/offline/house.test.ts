// The house on this device, with a game of nothing but counting: each move adds to a sum, and it ends at ten.
import { beforeEach, expect, test, vi } from 'vitest';
import { NotPlayed, type Match, type Step } from '@/engine/match';
import type { ServerFrame } from '@/lib/types';
import { House, type Rules, type SetUp } from '@/offline/house';
import { NoShelf, lineOf, type Kept, type Shelf } from '@/offline/shelf';

class Counting {
  readonly commitment = 'c0';
  readonly game = { options: { upTo: 10 }, scene: { drawn: 'once' } };
  constructor(
    readonly players: number,
    readonly moves: Step[],
  ) {}
  get sum() {
    return this.moves.reduce((all, [, text]) => all + Number(text), 0);
  }
  get over() {
    return this.sum >= 10;
  }
  get toAct() {
    return this.over ? [] : [this.moves.length % this.players];
  }
  scores = [0, 0];
  winners = [0];
  play(seat: number, text: string) {
    if (!(Number(text) > 0)) throw new NotPlayed('unreadable-move', `${text} is no number`);
    this.moves.push([seat, text]);
  }
  canUndo() {
    return false;
  }
  undo() {
    this.moves.pop();
  }
  view(eyes: number | null) {
    return { sum: this.sum, to_act: this.toAct, over: this.over, eyes };
  }
  log() {
    return this.moves.map(([seat, n]) => ({ key: 'counted', params: { seat, n } }));
  }
  history() {
    return [...this.moves];
  }
}

let kept: Map<string, Kept>;
let full: boolean;
const shelf = {
  get: (id: string) => Promise.resolve(kept.get(id) ?? null),
  put: (one: Kept) => {
    if (full) return Promise.reject(new NoShelf('no room'));
    kept.set(one.id, structuredClone(one));
    return Promise.resolve();
  },
  remove: (id: string) => Promise.resolve(void kept.delete(id)),
} as unknown as Shelf;
const rules = {
  match: (_: string, names: string[], __: unknown, ___: unknown, moves: readonly Step[] = []) =>
    Promise.resolve(new Counting(names.length, [...moves]) as unknown as Match),
  think: () => '2',
};

beforeEach(() => {
  kept = new Map();
  full = false;
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

async function seated(house = new House(shelf, rules), setUp: Partial<SetUp> = { name: 'Ana', bots: { '1': 'novice' } }) {
  const id = await house.create({ game: 'counting', players: 2, ...setUp });
  const told: ServerFrame[] = [];
  const { hear, close } = await house.open(id, (frame) => told.push(frame));
  hear({ type: 'hello', token: null, version: null, chat: 0 });
  await vi.advanceTimersByTimeAsync(0);
  return { house, id, told, hear, close };
}

const last = (told: ServerFrame[], type: string) => told.findLast((frame) => frame.type === type);

test('somebody who comes is welcomed and sees everything', async () => {
  const { told } = await seated();
  expect(told.map((frame) => frame.type)).toEqual(['welcome', 'snapshot']);
  expect(last(told, 'snapshot')).toMatchObject({ seat: 0, view: { sum: 0 }, table: { state: 'playing', chat_open: false } });
});

test('a move is written down, then told, and the bot answers', async () => {
  const { id, told, hear } = await seated();
  hear({ type: 'move', id: 'a', move: '3' });
  await vi.advanceTimersByTimeAsync(0);
  expect(kept.get(id)!.moves).toEqual([[0, '3']]);
  expect(last(told, 'ack')).toMatchObject({ id: 'a' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(kept.get(id)!.moves).toEqual([
    [0, '3'],
    [1, '2'],
  ]);
  expect(last(told, 'event')).toMatchObject({ by: 1, steps: [[1, '2']], log: [{ key: 'counted', params: { seat: 1, n: '2' } }] });
});

test('what cannot be written down has not happened', async () => {
  const { id, told, hear } = await seated();
  full = true;
  hear({ type: 'move', id: 'a', move: '3' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(last(told, 'refused')).toMatchObject({ id: 'a', error: { kind: 'our-fault' } });
  full = false;
  hear({ type: 'move', id: 'b', move: '4' });
  await vi.advanceTimersByTimeAsync(0);
  expect(kept.get(id)!.moves).toEqual([[0, '4']]);
});

test('a move of a bot that cannot be written down is made later, and holds up nobody', async () => {
  const { id, told, hear } = await seated();
  hear({ type: 'move', id: 'a', move: '3' });
  await vi.advanceTimersByTimeAsync(0);
  full = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(kept.get(id)!.moves).toHaveLength(1);
  hear({ type: 'move', id: 'b', move: '1' });
  await vi.advanceTimersByTimeAsync(0);
  expect(last(told, 'refused')).toMatchObject({ id: 'b', error: { kind: 'not-to-act' } });
  full = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(kept.get(id)!.moves).toHaveLength(2);
});

test('what is no move is refused by the name a server has for it', async () => {
  const { told, hear } = await seated();
  hear({ type: 'move', id: 'a', move: 'nonsense' });
  await vi.advanceTimersByTimeAsync(0);
  expect(last(told, 'refused')).toMatchObject({ id: 'a', error: { kind: 'unreadable-move' } });
});

test('a game goes on where it was, in another house', async () => {
  const { id, hear, close } = await seated();
  hear({ type: 'move', id: 'a', move: '3' });
  await vi.advanceTimersByTimeAsync(0);
  close();
  await vi.advanceTimersByTimeAsync(5000); // nobody looks, so the bot waits
  expect(kept.get(id)!.moves).toHaveLength(1);
  const told: ServerFrame[] = [];
  const again = await new House(shelf, rules).open(id, (frame) => told.push(frame));
  again.hear({ type: 'hello', token: null, version: null, chat: 0 });
  await vi.advanceTimersByTimeAsync(1000);
  expect(last(told, 'event')).toMatchObject({ view: { sum: 5 } });
  expect(lineOf(kept.get(id)!)).toMatchObject({ waiting: true, state: 'playing' });
});

test('a game that is over can be had again', async () => {
  const { house, id, told, hear } = await seated();
  hear({ type: 'rematch', id: 'x' });
  await vi.advanceTimersByTimeAsync(0);
  expect(last(told, 'refused')).toMatchObject({ error: { kind: 'not-over' } });
  hear({ type: 'move', id: 'a', move: '10' });
  hear({ type: 'rematch', id: 'y' });
  await vi.advanceTimersByTimeAsync(0);
  const { rematch, result } = await house.table(id);
  expect(result).toEqual({ scores: [0, 0], winners: [0] });
  expect((await house.table(rematch!)).seats.map((seat) => seat.level)).toEqual([null, 'novice']);
});

test('whoever gives up is played for', async () => {
  const { id, hear } = await seated();
  hear({ type: 'resign', id: 'a' });
  await vi.advanceTimersByTimeAsync(5000);
  expect(kept.get(id)!.state).toBe('over');
});

test('a table that is not here is told so', async () => {
  await expect(new House(shelf, rules).table('~nowhere')).rejects.toMatchObject({ fault: { kind: 'unknown-table' } });
});

test('a table is taken up by the rules it was begun with, those of before being the first', async () => {
  const asked: (number | undefined)[] = [];
  const watched: Rules = {
    ...rules,
    match: (...given) => {
      asked.push(given[5]);
      return rules.match(...(given.slice(0, 5) as Parameters<typeof rules.match>));
    },
  };
  const { id, hear } = await seated(new House(shelf, watched));
  hear({ type: 'move', id: 'a', move: '3' });
  await vi.advanceTimersByTimeAsync(0);
  kept.set(id, { ...kept.get(id)!, rules: 2 });
  await new House(shelf, watched).table(id);
  const old = { ...kept.get(id)! };
  delete old.rules;
  kept.set(id, old);
  await new House(shelf, watched).table(id);
  expect(asked).toEqual([undefined, 2, 1]);
});

const around = (curtain: boolean) => seated(undefined, { people: { 0: 'Ana', 1: 'Ben' }, curtain });
/** For whose eyes everything was told since the device was last passed on. */
const eyesOf = (told: ServerFrame[]) => told.flatMap((frame) => ('view' in frame ? [(frame.view as { eyes: number | null }).eyes] : []));

test('where nobody hides anything, the screen goes on to whoever is next', async () => {
  const { told, hear } = await around(false);
  expect(last(told, 'snapshot')).toMatchObject({ seat: 0, table: { you: 0, seats: [{ name: 'Ana' }, { name: 'Ben' }] } });
  hear({ type: 'move', id: 'a', move: '3' });
  await vi.advanceTimersByTimeAsync(0);
  expect(last(told, 'snapshot')).toMatchObject({ seat: 1, table: { you: 1 } });
  hear({ type: 'move', id: 'b', move: '7' });
  await vi.advanceTimersByTimeAsync(0);
  expect(last(told, 'snapshot')).toMatchObject({ seat: null, table: { state: 'over' } });
});

test('where something is hidden, nobody sees anything of a seat before they say they are there', async () => {
  const { house, id, told, hear, close } = await around(true);
  expect(eyesOf(told)).toEqual([null]);
  hear({ type: 'move', id: 'a', move: '3' });
  await vi.advanceTimersByTimeAsync(0);
  expect(last(told, 'refused')).toMatchObject({ error: { kind: 'not-your-seat' } });
  await house.handTo(id, 0);
  hear({ type: 'move', id: 'b', move: '3' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(eyesOf(told)).toEqual([null, 0, 0]); // Ana looks at what she has done, however long
  await house.handTo(id, null);
  await house.handTo(id, 1);
  expect(eyesOf(told)).toEqual([null, 0, 0, null, 1]);
  close();
  const later: ServerFrame[] = [];
  (await house.open(id, (frame) => later.push(frame))).hear({ type: 'hello', token: null, version: null, chat: 0 });
  await vi.advanceTimersByTimeAsync(0);
  expect(eyesOf(later)).toEqual([null]); // whoever comes back may be somebody else
});

test('the device shows no seat that nobody around it plays', async () => {
  const { house, id } = await seated(undefined, { players: 3, people: { 0: 'Ana', 2: 'Ben' }, bots: { '1': 'novice' }, curtain: true });
  for (const seat of [1, 3, -1]) await expect(house.handTo(id, seat)).rejects.toMatchObject({ fault: { kind: 'not-your-seat' } });
  const alone = await seated();
  for (const seat of [null, 0, 1])
    await expect(alone.house.handTo(alone.id, seat)).rejects.toMatchObject({ fault: { kind: 'not-your-seat' } });
});

test('whoever gives up leaves the device to the others, and a bot plays on', async () => {
  const { house, id, told, hear } = await around(true);
  await house.handTo(id, 0);
  hear({ type: 'resign', id: 'a' });
  await vi.advanceTimersByTimeAsync(1000);
  expect(last(told, 'snapshot')).toMatchObject({ seat: null });
  expect(kept.get(id)!.moves).toEqual([[0, '2']]);
  await expect(house.handTo(id, 0)).rejects.toMatchObject({ fault: { kind: 'not-your-seat' } });
  expect(lineOf(kept.get(id)!).waiting).toBe(true);
});

test('those around the device have their rematch, each on their own seat', async () => {
  const { house, id, hear } = await around(true);
  await house.handTo(id, 0);
  hear({ type: 'move', id: 'a', move: '10' });
  hear({ type: 'rematch', id: 'b' });
  await vi.advanceTimersByTimeAsync(0);
  const { rematch } = await house.table(id);
  expect(kept.get(rematch!)).toMatchObject({ curtain: true, seats: [{ name: 'Ana' }, { name: 'Ben' }] });
});

test('a game that goes on from another one says so, and cannot be taken back behind its beginning', async () => {
  const house = new House(shelf, rules);
  const id = await house.create({ game: 'counting', players: 2, name: 'Ana', seat: 0, bots: { '1': 'novice' } }, [
    [0, '1'],
    [1, '2'],
  ]);
  vi.spyOn(Counting.prototype, 'canUndo').mockReturnValue(true);
  const told: ServerFrame[] = [];
  const { hear } = await house.open(id, (frame) => told.push(frame));
  hear({ type: 'hello', token: null, version: null, chat: 0 });
  await vi.advanceTimersByTimeAsync(0);
  expect(last(told, 'snapshot')).toMatchObject({
    view: { sum: 3 },
    log: [{ key: 'web.log.begun', params: { seat: 0, n: 2 } }, { key: 'counted' }, { key: 'counted' }],
    can_undo: false,
  });
  hear({ type: 'move', id: 'a', move: '9' });
  await vi.advanceTimersByTimeAsync(0);
  expect(last(told, 'event')).toMatchObject({ over: true, log: [{ key: 'counted', params: { seat: 0, n: '9' } }] });
  expect(kept.get(id)).toMatchObject({ begun: 2, state: 'over' });
  hear({ type: 'rematch', id: 'b' });
  await vi.advanceTimersByTimeAsync(0);
  expect(kept.get(kept.get(id)!.rematch!)).toMatchObject({
    begun: 2,
    moves: [
      [0, '1'],
      [1, '2'],
    ],
    state: 'playing',
  });
  vi.restoreAllMocks();
});

test('what is said twice under one id is done once', async () => {
  const { id, told, hear } = await seated();
  hear({ type: 'move', id: 'a', move: '3' });
  hear({ type: 'move', id: 'a', move: '3' });
  await vi.advanceTimersByTimeAsync(0);
  expect(kept.get(id)!.moves).toEqual([[0, '3']]);
  expect(told.filter((frame) => frame.type === 'ack')).toHaveLength(2);
});

test('a hint is kept and told; nobody has one beside another person, nor out of turn', async () => {
  const { house, id, told, hear } = await seated();
  hear({ type: 'hint', id: 'h1' });
  await vi.advanceTimersByTimeAsync(0);
  expect(last(told, 'event')).toMatchObject({ kind: 'hint', by: 0, table: { seats: [{ hints: 1 }, {}] } });
  expect(kept.get(id)!.seats[0]!.hints).toBe(1);
  expect((await house.table(id)).seats[0]!.hints).toBe(1);
  const around = await seated(house, { people: { 0: 'Ana', 1: 'Bo' }, bots: {} });
  around.hear({ type: 'hint', id: 'h2' });
  await vi.advanceTimersByTimeAsync(0);
  expect(last(around.told, 'refused')).toMatchObject({ id: 'h2', error: { kind: 'no-hints' } });
});
