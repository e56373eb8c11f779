import { describe, expect, test } from 'vitest';
import type { JeudumetroNote } from '@/lib/types';
import { columns, gains, hits, matching, touched, type Place, type Play } from '@/boards/jeudumetro/table';

const play = (move: string, card: string | null, targets: string[] = [], victim: number | null = null) =>
  ({ move, card, targets, victim }) as Play;
const places = [
  { place: '1', seat: 0, passengers: 11 },
  { place: '2', seat: 1, passengers: 6 },
  { place: '3', seat: 2, passengers: 14 },
] as Place[];

describe('the moves that agree with what was tapped', () => {
  const swaps = [play('CC12', 'CC', ['1', '2']), play('CC13', 'CC', ['1', '3']), play('CC23', 'CC', ['2', '3'])];

  test('no card: none', () => expect(matching(swaps, null, [])).toEqual([]));
  test('places may be named in any order', () => {
    expect(matching(swaps, 'CC', ['3', '1']).map((one) => one.move)).toEqual(['CC13']);
    expect(matching(swaps, 'CC', ['2'])).toHaveLength(2);
  });
  test('but a change goes from one train to the other', () => {
    const changes = [play('CO12', 'CO', ['1', '2']), play('CO21', 'CO', ['2', '1'])];
    expect(matching(changes, 'CO', ['2']).map((one) => one.move)).toEqual(['CO21']);
    expect(matching(changes, 'CO', ['2', '1']).map((one) => one.move)).toEqual(['CO21']);
  });
  test('whom to rob is named by any of their places', () => {
    const robs = [play('PP1', 'PP', ['2'], 1), play('PP2', 'PP', ['3'], 2)];
    expect(matching(robs, 'PP', ['3']).map((one) => one.move)).toEqual(['PP2']);
  });
});

const onTrain = (key: 'V2' | 'M1' | 'M2', seat: number, place: string, before: number, after: number): JeudumetroNote => ({
  key: `jeudumetro.play.${key}`,
  params: { seat, card: key, place, before, after, n: Math.abs(after - before) },
});
const onAll = (key: 'HP' | 'CS', seat: number, n: number): JeudumetroNote => ({
  key: `jeudumetro.play.${key}`,
  params: { seat, card: key, n },
});
const onPair = (key: 'CO' | 'CC' | 'AI', seat: number, here: string, there: string, n: number): JeudumetroNote => ({
  key: `jeudumetro.play.${key}`,
  params: { seat, card: key, here, there, n },
});

describe('what lines of the log tell of', () => {
  test('cards lie on the places they were played on, oldest first', () => {
    const found = hits(
      [onTrain('V2', 0, '2', 4, 6), onPair('CC', 1, '2', '3', 0), { key: 'jeudumetro.drew', params: { seat: 0, card: 'V1' } }],
      places,
    );
    expect(found.get('2')).toEqual([
      { card: 'V2', seat: 0 },
      { card: 'CC', seat: 1 },
    ]);
    expect(found.get('3')).toEqual([{ card: 'CC', seat: 1 }]);
    expect(found.has('1')).toBe(false);
  });

  test('a card without a place strikes all, and with a victim theirs', () => {
    expect([...hits([onAll('HP', 0, 6)], places).keys()]).toEqual(['1', '2', '3']);
    expect([...hits([{ key: 'jeudumetro.play.PP', params: { card: 'PP', seat: 0, victim: 2 } }], places).keys()]).toEqual(['3']);
  });

  const gained = (...lines: JeudumetroNote[]) => Object.fromEntries(gains(lines, places));

  test('gains and losses of a place add up', () => {
    const found = gained(
      { key: 'jeudumetro.attached', params: { seat: 0, place: '1', before: 10, after: 12 } },
      onTrain('M1', 0, '1', 12, 11),
      onPair('CO', 0, '2', '3', 4),
    );
    expect(found).toEqual({ 1: 1, 2: -4, 3: 4 });
  });

  test('what everybody gets adds to it, where enough was there for all', () => {
    expect(gained(onTrain('V2', 0, '1', 7, 9), onAll('HP', 1, 6))).toEqual({ 1: 4, 2: 2, 3: 2 });
    expect(gained(onAll('CS', 1, 6))).toEqual({ 1: -2, 2: -2, 3: -2 });
    expect(gained(onAll('CS', 1, 5))).toEqual({ 1: 0, 2: 0, 3: 0 });
  });

  test('trains that change places take their passengers along', () => {
    expect(gained(onTrain('M2', 0, '1', 16, 14), onPair('AI', 0, '1', '3', 3))).toEqual({ 1: -5, 2: 0, 3: 3 });
  });

  test('what changes no train is told of all the same', () => {
    expect([...touched([onAll('HP', 1, 6)], places)]).toEqual(['1', '2', '3']);
    expect([...touched([{ key: 'jeudumetro.drew', params: { seat: 1, card: 'V1' } }], places)]).toEqual(['2']);
    expect([...touched([{ key: 'web.log.away', params: { seat: 1 } }], places)]).toEqual(['2']);
    expect([...touched([{ key: 'jeudumetro.refilled', params: { n: 20, refill: 1 } }], places)]).toEqual([]);
  });
});

describe('columns of trains', () => {
  test('few and long ones, as long as all are seen', () => {
    expect(columns(3, 56, 25)).toEqual({ wide: 1, tight: false });
    expect(columns(3, 56, 15.6)).toEqual({ wide: 2, tight: false });
    expect(columns(6, 40, 26)).toEqual({ wide: 2, tight: true });
    expect(columns(4, 22, 14.4)).toEqual({ wide: 1, tight: false });
    expect(columns(6, 22, 13.8)).toEqual({ wide: 2, tight: true });
    expect(columns(3, 20, 5)).toEqual({ wide: 2, tight: true });
  });
});
