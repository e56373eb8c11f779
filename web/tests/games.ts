// A game as the server tells of it, as tests need one.
import type { GameInfo } from '@/lib/types';

export function gameInfo(given: Partial<GameInfo> = {}): GameInfo {
  return {
    id: 'metrox',
    name: 'metroX',
    about: { en: 'mark your stations', fr: 'cochez vos stations' },
    least: 1,
    most: 6,
    usual: 2,
    minutes: 20,
    longest: null,
    simultaneous: true,
    secrets: false,
    points: true,
    passive: [],
    lesson: true,
    printable: true,
    levels: ['random', 'novice', 'regular'],
    level: 'novice',
    options: [
      { name: 'map', kind: 'choice', default: 'tube-town', values: ['tube-town', 'metro-city'] },
      { name: 'special', kind: 'flag', default: true, values: [] },
    ],
    ...given,
  };
}
