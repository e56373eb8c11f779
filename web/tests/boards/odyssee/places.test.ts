import { describe, expect, test } from 'vitest';
import { spot, ways } from '@/boards/odyssee/places';
import type { OdysseeNote } from '@/lib/types';
import { seen } from './quarter';

describe('where a line of the log happened', () => {
  test('a tunnel, from corner to corner', () => {
    const line: OdysseeNote = { key: 'odyssee.dug', params: { seat: 1, line: 's', corner: '1,0' } };
    expect(ways(line, seen)).toEqual([{ from: '0,0', to: '1,0', cell: 'a' }]);
    expect(spot(line, seen).corners).toEqual([]);
  });

  test('a tunnel out of the city, to its outer cell', () => {
    const left: OdysseeNote = { key: 'odyssee.left', params: { seat: 1, line: 's', outer: 9 } };
    const whole = { ...seen, lines: seen.lines.map((one) => ({ ...one, path: [...one.path, '@9'], cells: [...one.cells, '@9'] })) };
    expect(ways(left, whole).map((way) => way.to)).toEqual(['@9']);
  });

  test('a tunnel of a line that is not there, or that it begins with, is none', () => {
    expect(ways({ key: 'odyssee.dug', params: { seat: 0, line: 's', corner: '1,0' } }, seen)).toEqual([]);
    expect(ways({ key: 'odyssee.dug', params: { seat: 1, line: 's', corner: '@7' } }, seen)).toEqual([]);
  });

  test('a station, on its corner', () => {
    const line: OdysseeNote = { key: 'odyssee.built', params: { seat: 0, corner: '0,1', n: 0, near: [] } };
    expect(spot(line, seen)).toEqual({ ways: [], corners: ['0,1'], cells: [] });
  });

  test('a house, on its cell; one that is not drawn yet nowhere', () => {
    expect(spot({ key: 'odyssee.home', params: { house: 1, corner: '0,1' } }, seen).cells).toEqual(['a']);
    expect(spot({ key: 'odyssee.home', params: { house: 2, corner: '0,1' } }, seen).cells).toEqual([]);
  });

  test('a line that is blocked, where it ends', () => {
    expect(spot({ key: 'odyssee.blocked', params: { seat: 1, line: 's' } }, seen).corners).toEqual(['1,1']);
  });
});
