import { beforeEach, describe, expect, test } from 'vitest';
import { levelName, markPath, people } from '@/lib/people';
import { prefs } from '@/lib/prefs.svelte';
import type { TableInfo } from '@/lib/types';
import { chair } from '../party';

beforeEach(() => {
  prefs.language = 'en';
});

const bot = (seat: number, level: string, name: string | null = null) => chair(seat, { kind: 'bot', level, name });
const at = (you: number | null, ...seats: TableInfo['seats']) => people({ seats, you } as TableInfo);

test('bots of a level are numbered where there are several', () => {
  const names = at(0, chair(0), bot(1, 'novice'), bot(2, 'novice'), bot(3, 'expert')).map((player) => player.name);
  expect(names[1]).toBe(`${names[1]!.slice(0, -1)}1`);
  expect(names[2]).toBe(`${names[1]!.slice(0, -1)}2`);
  expect(names[3]).not.toMatch(/\d/);
});

test('a bot with a name of its own keeps it', () => expect(at(null, bot(0, 'expert', 'Robi'))[0]!.name).toBe('Robi'));

test('everybody differs by colour and by shape', () => {
  const all = at(2, ...Array.from({ length: 6 }, (_, seat) => chair(seat)));
  expect(new Set(all.map((player) => player.colour)).size).toBe(6);
  expect(new Set(all.map((player) => markPath(player.mark))).size).toBe(6);
  expect(all.map((player) => player.you)).toEqual([false, false, true, false, false, false]);
});

test('a seat somebody has left is played by a bot', () => {
  const [gone, away] = at(null, chair(0, { resigned: true }), chair(1, { away: true, present: false }));
  expect([gone!.bot, away!.bot, away!.here]).toEqual([true, true, false]);
});

describe('levels', () => {
  test('have names', () => expect(levelName('novice')).not.toBe('novice'));
  test('a new one is called what the house calls it', () => expect(levelName('grand-master')).toBe('grand-master'));
  test('none is nothing', () => expect(levelName(null)).toBe(''));
});
