import { describe, expect, test } from 'vitest';
import type { BoardModule } from '@/boards';
import { lineOf } from '@/lib/collection.svelte';
import { RoomState, sameChoice, type Hand, type Sight } from '@/lib/room.svelte';
import type { Line, View } from '@/lib/types';
import { gameInfo } from '../games';
import { party } from '../party';

const view = (given: object = {}) =>
  ({ game: 'x', seat: 0, players: 3, to_act: [0], over: false, scores: [], winners: [], moves: [], ...given }) as View;
const moves = (...all: string[]) => ({ moves: all.map((move) => ({ move })) });
const line = (key: string, seat: number): Line => ({ key, params: { seat } });
const module = {
  teller: () => ({}),
  summary: (_view, move) => `does ${move}`,
  prompt: () => 'do',
} as Partial<BoardModule> as BoardModule;

function room(sight: Partial<Sight> = {}, hand: Partial<Hand> | null = {}): RoomState {
  const seen: Sight = {
    game: lineOf(gameInfo({ passive: ['x.drew'] }), 0),
    module,
    scene: {},
    view: view(),
    players: party('Ana', 'Bo', 'Eve'),
    log: [],
    ...sight,
  };
  const given = hand && { live: true, play: () => undefined, ...hand };
  return new RoomState(
    () => seen,
    () => given,
  );
}

describe('whose turn it is', () => {
  test('mine, as long as nothing is on its way', () => {
    expect(room()).toMatchObject({ mine: 0, myTurn: true, ready: true });
    expect(room({}, { sending: true })).toMatchObject({ myTurn: true, ready: false });
  });

  test('not mine where nothing can be done, nor as a spectator, nor when others act', () => {
    expect(room({}, null).myTurn).toBe(false);
    expect(room({}, { live: false }).myTurn).toBe(false);
    expect(room({ view: view({ seat: null }) })).toMatchObject({ mine: null, myTurn: false });
    expect(room({ view: view({ to_act: [1, 2, '*'] }) })).toMatchObject({ myTurn: false, awaited: ['Bo', 'Eve'] });
  });

  test('the only move is chosen already', () => {
    expect(room({ view: view(moves('A')) }).only).toBe('A');
    expect(room({ view: view(moves('A', 'B')) }).only).toBeNull();
    expect(room({ view: view(moves('A')) }, { sending: true }).only).toBeNull();
  });
});

describe('what the others have done', () => {
  const log = [line('x.played', 0), line('x.played', 1), line('x.drew', 0), line('x.played', 2)];

  test('since I did something myself', () => {
    expect(room({ log }).news).toEqual(log.slice(1));
    expect(room({ log }).lately.map((entry) => entry.seat)).toEqual([1, 2]);
  });

  test('is nothing to a spectator, and in a replay what has just happened', () => {
    expect(room({ log, view: view({ seat: null }) })).toMatchObject({ news: [], lately: [] });
    expect(room({ log, recent: log.slice(3) }, null)).toMatchObject({ news: log.slice(3), lately: [] });
  });
});

test('a board says what to do and what a move does', () => {
  expect(room().prompt()).toBe('do');
  expect(room().summary('A')).toBe('does A');
});

test('the same choice is one with the same moves', () => {
  expect(sameChoice(view(moves('A', 'B')), view(moves('A', 'B')))).toBe(true);
  expect(sameChoice(view(moves('A')), view(moves('B')))).toBe(false);
  expect(sameChoice(view(moves('A')), view(moves('A', 'B')))).toBe(false);
  expect(sameChoice(view(), view())).toBe(false);
});
