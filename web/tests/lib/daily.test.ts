import { beforeEach, expect, test } from 'vitest';
import { dayName, picture, pictureWords, reason, shared, type Square } from '@/lib/daily';
import { prefs } from '@/lib/prefs.svelte';
import type { DailyRow, DailyStanding } from '@/lib/types';

beforeEach(() => {
  prefs.language = 'en';
});

const squares: Square[] = ['lost', 'same', 'gain', 'leap', ...Array<Square>(8).fill('gain')];
const told: DailyStanding = {
  line: {
    day: '2026-11-18',
    game: 'metrox',
    players: 1,
    options: { map: 'paris' },
    commitment: 'c0ffee',
    seed: null,
    ends_at: 0,
    results: 3,
    mine: { table: 'secret-code', outcome: 'counted', begun_at: 0, finished_at: 1, score: 31 },
  },
  rank: 2,
  of: 3,
  percentile: 50,
  marks: [],
  squares,
  streak: 4,
  longest: 9,
};

test('a day is said as people say it, whatever the time zone of the screen', () => {
  expect(dayName('2026-11-18')).toBe('Wednesday 18 November');
  prefs.language = 'fr';
  expect(dayName('2026-11-18')).toBe('mercredi 18 novembre');
});

test('the picture has a square a turn, ten a row', () => {
  const rows = picture(squares).split('\n');
  expect(rows.map((row) => [...row].length)).toEqual([10, 2]);
  expect(rows[0]).toMatch(/^🟥⬜🟦🟩/u);
  expect(picture([])).toBe('');
});

test('the picture can be heard', () => {
  expect(pictureWords(squares)).toContain('9 gained');
});

test('what is shared tells score, streak and where, and nothing of the cards or the table', () => {
  const text = shared('metroX', told, 'https://metro.example');
  expect(text.split('\n')).toEqual([
    'Strapontin · metroX · Wednesday 18 November',
    ...picture(squares).split('\n'),
    '31 points · 4 days in a row',
    'https://metro.example/daily/metrox/2026-11-18',
  ]);
  expect(text).not.toContain('secret-code');
});

test('of equal scores a board says why one is ahead, and of others nothing', () => {
  prefs.language = 'en';
  const row = (score: number, margin: number, took: number): DailyRow => ({ rank: 1, name: 'x', score, days: 1, you: false, margin, took });
  const rows = [row(40, 3, 1), row(30, 5, 61_000), row(30, 2, 60_000), row(30, 2, 125_000), row(9, 0, 5)];
  const told = (points: boolean) => rows.map((_, i) => reason(rows, i, points));
  expect(told(true)).toEqual(['', '+5 against the best bot', '+2 against the best bot · in 1 min 0 s', 'in 2 min 5 s', '']);
  expect(told(false)[1]).toBe('held out for 5 turns');
});
