// When a word would help, how quiet hours are written, and what becomes of a subscription.
import { describe, expect, it } from 'vitest';
import type { TableLine } from '@/lib/api';
import { clock, helps, minutes } from '@/lib/push.svelte';

const seat = (seat: number, kind: 'guest' | 'bot') => ({ seat, kind, name: 'x', level: null, present: true, away: false, resigned: false });
const line = (more: Partial<TableLine>): TableLine =>
  ({
    state: 'playing',
    you: 0,
    waiting: true,
    seats: [seat(0, 'guest'), seat(1, 'guest')],
    clock: { kind: 'none' },
    touched_at: 0,
    line: null,
    ...more,
  }) as TableLine;

describe('asking', () => {
  it.each<[string, Partial<TableLine>, number, boolean]>([
    ['a turn others wait for and nobody saw', {}, 120_000, true],
    ['a turn that has just begun', {}, 10_000, false],
    ['bots, who have all the time in the world', { seats: [seat(0, 'guest'), seat(1, 'bot')] as TableLine['seats'] }, 120_000, false],
    ['a game of days, whoever is to move', { clock: { kind: 'days', days: 2 }, waiting: false }, 0, true],
    ['a counted try', { line: '2026-11-18' }, 120_000, false],
    ['a table one only owns', { you: null }, 120_000, false],
    ['a game that is over', { state: 'over' }, 120_000, false],
  ])('helps with %s: %#', (_, table, now, told) => {
    expect(helps([line(table)], now)).toBe(told);
  });
});

describe('quiet hours', () => {
  it('are minutes of a day, as a clock shows them', () => {
    expect(clock(22 * 60)).toBe('22:00');
    expect(clock(8 * 60 + 5)).toBe('08:05');
    expect(minutes('22:00')).toBe(1320);
    expect(minutes('24:00')).toBe(0);
  });
});
