import { expect, test } from 'vitest';
import { ANY, asCsv, asJson, dateOf, days, rivals, search, sum, tripHere, type Trip } from '@/lib/journeys';
import type { Kept } from '@/offline/shelf';
import type { SeatInfo } from '@/lib/types';

const DAY = 86_400_000;
const NOON = new Date(2026, 10, 18, 12).getTime();

const bot = (level: string, rank: number) => ({ seat: 1, who: null, name: null, level, bot: null, score: 5, rank, given_up: false });
const friend = (who: string | null, name: string | null, rank: number, given_up = false) => ({
  ...bot('', rank),
  who,
  name,
  level: null,
  given_up,
});

function trip(n: number, more: Partial<Trip> = {}): Trip {
  return {
    table: `t${n}`,
    kept: true,
    game: 'odyssee',
    map: null,
    line: null,
    players: 2,
    seat: 0,
    outcome: 'won',
    score: 10,
    rank: 1,
    others: [bot('novice', 2)],
    started_at: NOON - n * DAY - 1000,
    finished_at: NOON - n * DAY,
    accuracy: null,
    rating: null,
    ...more,
  };
}

test('games add up: best and average leave out what was given up, wins what is played alone', () => {
  const found = sum([
    trip(0, { score: 12, accuracy: 80, rating: { mean: 27, doubt: 6 } }),
    trip(1, { score: 6, outcome: 'shared', accuracy: 90, rating: { mean: 26, doubt: 7 } }),
    trip(2, { score: 3, outcome: 'lost', rank: 2 }),
    trip(3, { score: 40, outcome: 'given-up' }),
    trip(4, { score: 30, outcome: 'alone', others: [] }),
    trip(5),
    trip(6),
    trip(7),
  ]);
  expect(found).toMatchObject({ played: 8, won: 5, met: 7, accuracy: 85, reviewed: 2, running: 2, longest: 3 });
  expect(found.best?.score).toBe(30);
  expect(found.average).toBeCloseTo((12 + 6 + 3 + 30 + 10 + 10 + 10) / 7);
  expect(found.rating).toEqual({ mean: 27, doubt: 6 });
  expect(sum([])).toMatchObject({ played: 0, best: null, average: null, accuracy: null, rating: null, running: 0, longest: 0 });
});

test('days in a row go on while today is open, and end with the day after', () => {
  const played = [trip(1), trip(2), trip(2), trip(5), trip(6), trip(7), trip(8)];
  expect(days(played, NOON)).toEqual({ running: 2, longest: 4 });
  expect(days(played, NOON + DAY)).toEqual({ running: 0, longest: 4 });
  expect(days([trip(0), ...played], NOON)).toEqual({ running: 3, longest: 4 });
  expect(days([], NOON)).toEqual({ running: 0, longest: 0 });
});

test('a friend is the same under another name, a bot by its level, and who was forgotten is a traveller', () => {
  const found = rivals([
    trip(0, { others: [friend('x', 'Bo the second', 2)] }),
    trip(1, { others: [friend('x', 'Bo', 1)], rank: 2, outcome: 'lost' }),
    trip(2, { others: [friend('x', 'Bo', 1)], outcome: 'shared' }),
    trip(3, { others: [friend(null, null, 2), bot('novice', 3)] }),
    trip(4, { others: [friend('x', 'Bo', 2)], outcome: 'given-up' }),
    trip(5, { others: [friend('x', 'Bo', 1, true)], rank: 2 }),
  ]);
  expect(found.map(({ name, level, games, ahead, behind, even }) => [name, level, games, ahead, behind, even])).toEqual([
    ['Bo the second', null, 5, 2, 2, 1],
    [null, 'novice', 1, 1, 0, 0],
    [null, null, 1, 1, 0, 0],
  ]);
});

test('games are found by game, opponent, result and date, both ends included', () => {
  const [alone, lost] = [{ game: 'metrox', others: [] }, { others: [friend('x', 'Bo', 1)] }];
  const all = [trip(0), trip(1, { ...alone, outcome: 'alone' }), trip(2, { ...lost, outcome: 'lost' })];
  const tables = (asked: Partial<typeof ANY>) => search(all, { ...ANY, ...asked }).map((one) => one.table);
  expect(tables({})).toEqual(['t0', 't1', 't2']);
  expect(tables({ game: 'metrox' })).toEqual(['t1']);
  expect(tables({ rival: 'guest x' })).toEqual(['t2']);
  expect(tables({ rival: 'bot novice', outcome: 'won' })).toEqual(['t0']);
  expect(tables({ from: dateOf(NOON - DAY) })).toEqual(['t0', 't1']);
  expect(tables({ to: dateOf(NOON - DAY) })).toEqual(['t1', 't2']);
});

const seat = (number: number, more: Partial<SeatInfo>): SeatInfo => ({
  seat: number,
  kind: 'bot',
  name: null,
  level: 'regular',
  present: true,
  away: false,
  resigned: false,
  ...more,
});
const kept: Kept = {
  id: '~abc',
  game: 'correspondances',
  options: { map: 'paris' },
  seats: [seat(0, { kind: 'guest', name: 'Ana', level: null }), seat(1, {}), seat(2, { kind: 'guest', name: 'Bo', level: null })],
  you: 0,
  seed: '00',
  moves: [],
  state: 'over',
  result: { scores: [7, 9, 3], winners: [1] },
  waits: [],
  rematch: null,
  created: 1,
  touched: 2,
};

test('a game on this device counts once it is over, and one that goes on from another never', () => {
  expect(tripHere(kept, { '~abc': 71.5 })).toMatchObject({
    table: '~abc',
    here: true,
    map: 'paris',
    outcome: 'lost',
    score: 7,
    rank: 2,
    accuracy: 71.5,
    rating: null,
    others: [
      { level: 'regular', who: null, rank: 1 },
      { level: null, who: '~Bo', name: 'Bo', rank: 3 },
    ],
  });
  expect(tripHere({ ...kept, state: 'playing', result: null }, {})).toBeNull();
  expect(tripHere({ ...kept, begun: 4 }, {})).toBeNull();
  expect(tripHere({ ...kept, seats: kept.seats.slice(0, 1), result: { scores: [7], winners: [0] } }, {})?.outcome).toBe('alone');
  expect(tripHere({ ...kept, result: { scores: [9, 9, 1], winners: [0, 1] } }, {})?.outcome).toBe('shared');
});

test('a file has all of it, and a name in it is never worked out', () => {
  const all = [trip(0, { others: [friend('x', '=SUM(A1), "Bo"', 2)], accuracy: 80.5 })];
  const [head, row, end] = asCsv(all).split('\r\n');
  expect(head?.split(',').slice(0, 3)).toEqual(['table', 'device', 'game']);
  expect(row).toContain(`"'=SUM(A1), ""Bo"""`);
  expect(row).toContain(',80.5,');
  expect(end).toBe('');
  expect((JSON.parse(asJson(all)) as { games: Trip[] }).games).toEqual(all);
});
