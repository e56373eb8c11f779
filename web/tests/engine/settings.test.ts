import { describe, expect, it } from 'vitest';
import { settingOf, type Settings } from '@/engine/settings';

const ALL: Settings = {
  module: 'a-0123456789ab.wasm',
  options: [
    { name: 'map', default: 'berlin', values: ['berlin', 'paris'] },
    { name: 'special', default: false, values: [] },
  ],
  parts: [[], [{ key: 'metrox.why.empty', kind: 'number', good: -1, params: {} }]],
  settings: [
    { options: { map: 'berlin' }, players: 2, scene: 0, parts: [0, 0], board: [[0, '0203']] },
    { options: { map: 'berlin' }, players: 3, scene: 0, parts: [0, 0, 1], board: [[0, '03']] },
    {
      options: { map: 'berlin', special: true },
      players: 2,
      scene: 1,
      parts: [1, 1],
      board: [
        [0, '02'],
        [3, 'ff'],
      ],
    },
  ],
};

const board = (options: Record<string, unknown>, players: number) => {
  const found = settingOf(ALL, 4, options, players);
  return found && [...found.board];
};

describe('a setting that Python made ready', () => {
  it('has the board of its options and players, each as what differs from the one before', () => {
    expect(board({}, 2)).toEqual([2, 3, 0, 0]);
    expect(board({}, 3)).toEqual([3, 3, 0, 0]);
    expect(board({ special: true }, 2)).toEqual([2, 3, 0, 255]);
  });

  it('says what a review counts for each seat', () => {
    expect(settingOf(ALL, 4, {}, 3)?.parts?.map((parts) => parts.length)).toEqual([0, 0, 1]);
  });

  it('fills in what a record always writes, and keeps what was given', () => {
    expect(settingOf(ALL, 4, {}, 2)?.options).toEqual({ map: 'berlin' });
    expect(settingOf(ALL, 4, { special: false }, 2)).toMatchObject({ options: { map: 'berlin', special: false }, scene: 0 });
  });

  it('is not there for maps of one’s own, nor for more players than there are seats', () => {
    expect(settingOf(ALL, 4, { map: { id: 'mine' } }, 2)).toBeNull();
    expect(settingOf(ALL, 4, {}, 9)).toBeNull();
  });
});
