import { describe, expect, test } from 'vitest';
import { spot, ways } from '@/boards/odyssee/story';
import { seen } from './quarter';

describe('where a line of the log happened', () => {
  test('a tunnel, from corner to corner', () => {
    const line = { key: 'odyssee.dug', params: { seat: 1, line: 's', corner: '1,0' } };
    expect(ways(line, seen)).toEqual([{ from: '0,0', to: '1,0', cell: 'a' }]);
    expect(spot(line, seen).corners).toEqual([]);
  });

  test('a tunnel of a line that is not there, or that it begins with, is none', () => {
    expect(ways({ key: 'odyssee.dug', params: { seat: 0, line: 's', corner: '1,0' } }, seen)).toEqual([]);
    expect(ways({ key: 'odyssee.dug', params: { seat: 1, line: 's', corner: '@7' } }, seen)).toEqual([]);
  });

  test('a station, on its corner', () => {
    expect(spot({ key: 'odyssee.built', params: { seat: 0, corner: '0,1' } }, seen)).toEqual({ ways: [], corners: ['0,1'], cells: [] });
  });

  test('a house, on its cell; one that is not drawn yet nowhere', () => {
    expect(spot({ key: 'odyssee.home', params: { house: 1 } }, seen).cells).toEqual(['a']);
    expect(spot({ key: 'odyssee.home', params: { house: 2 } }, seen).cells).toEqual([]);
  });

  test('a line that is blocked, where it ends', () => {
    expect(spot({ key: 'odyssee.blocked', params: { seat: 1, line: 's' } }, seen).corners).toEqual(['1,1']);
  });
});
