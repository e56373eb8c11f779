import { beforeEach, expect, test } from 'vitest';
import { does, type PlainView } from '@/boards/plain/moves';
import { prefs } from '@/lib/prefs.svelte';
import { need } from '@/lib/words.svelte';
import { serve } from '../../server';

const view = (game: string): PlainView => ({
  game,
  seat: 0,
  players: 2,
  to_act: [0],
  over: false,
  scores: [0, 0],
  winners: [],
  moves: [
    { move: 'G', points: 3, near: ['A'] },
    { move: '-', points: 0, near: [] },
  ],
});

beforeEach(async () => {
  prefs.language = 'en';
  serve({ '/words/en?subject=quais': { 'quais.move': '{points} {points|point|points}', 'quais.move.-': 'It goes on.' } });
  await need('quais');
});

test('a move does what the game says of it, or of all moves', () => {
  expect(does(view('quais'), 'G')).toBe('3 points');
  expect(does(view('quais'), '-')).toBe('It goes on.');
});

test('of a game without words the view tells it', () => {
  expect(does(view('silent'), 'G')).toBe('points 3 · near ["A"]');
});

test('a move that is none does nothing', () => {
  expect(does(view('quais'), 'Z')).toBe('');
});
