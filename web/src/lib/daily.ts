// The line of the day: what is asked about it, and how it is written for people.
import { greet } from './api';
import { prefs } from './prefs.svelte';
import { ask } from './request';
import { localeOf } from './sentence';
import type { Created, DailyArchive, DailyBoard, DailyRow, DailyLines, DailyStanding } from './types';
import { gain, t } from './words.svelte';

export type Period = 'day' | 'week' | 'month';
export type Square = DailyStanding['squares'][number];

const query = (given: Record<string, string | null | undefined>): string => {
  const told = Object.entries(given).flatMap(([name, value]) => (value ? [[name, value]] : []));
  return told.length ? `?${String(new URLSearchParams(told))}` : '';
};

export const today = () => greet().then(() => ask<DailyLines>('GET', '/daily'));
export const standing = (game: string, day: string | null) =>
  greet().then(() => ask<DailyStanding>('GET', `/daily/${game}${query({ day })}`));
export const board = (game: string, period: Period, day: string | null, after: string | null = null) =>
  ask<DailyBoard>('GET', `/daily/${game}/board${query({ period, day, after })}`);
export const archive = (game: string, after: string | null = null) => ask<DailyArchive>('GET', `/daily/${game}/archive${query({ after })}`);

/** Get on a line: today's counts and is tried once, those of the past do not. The table to go to. */
export async function getOn(game: string, day: string | null = null): Promise<string> {
  await greet();
  const name = prefs.name || t('you.guest');
  return (await ask<Created>('POST', `/daily/${game}`, { day, name })).table.id;
}

/** A day as it is said. */
export function dayName(day: string): string {
  const shown: Intl.DateTimeFormatOptions = { weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' };
  return new Intl.DateTimeFormat(localeOf(prefs.language), shown).format(new Date(`${day}T12:00Z`));
}

/** An instant as a clock on this wall shows it. */
export function clockTime(at: number): string {
  return new Intl.DateTimeFormat(localeOf(prefs.language), { hour: '2-digit', minute: '2-digit' }).format(at);
}

/** Of equal scores: why a line of a board stands where it stands; nothing where the score says it all. */
export function reason(rows: readonly DailyRow[], i: number, points: boolean): string {
  const row = rows[i]!;
  const equal = [rows[i - 1], rows[i + 1]].filter((one) => one !== undefined && one.score === row.score);
  if (!equal.length) return '';
  const seconds = Math.round(row.took / 1000);
  const time = t('daily.why.time', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 });
  if (equal.every((one) => one!.margin === row.margin)) return time;
  const margin = points ? t('daily.why.margin', { n: gain(row.margin) }) : t('daily.why.turns', { n: row.margin });
  return equal.some((one) => one!.margin === row.margin) ? `${margin} · ${time}` : margin;
}

const PAINT: Record<Square, string> = { lost: '🟥', same: '⬜', gain: '🟦', leap: '🟩' };
/** So many turns a row. */
export const ROW = 10;

/** A square for each turn, in rows. */
export function picture(squares: Square[]): string {
  return squares.reduce((text, one, i) => text + (i && i % ROW === 0 ? '\n' : '') + PAINT[one], '');
}

/** The picture in words, for those who hear it. */
export function pictureWords(squares: Square[]): string {
  const count = (kind: Square) => squares.filter((one) => one === kind).length;
  return t('daily.squares', { lost: count('lost'), same: count('same'), gain: count('gain'), leap: count('leap') });
}

/** What is shared: how it went, and nothing about what was drawn. */
export function shared(game: string, told: DailyStanding, origin: string): string {
  const { day, game: id, mine } = told.line;
  return [
    t('daily.text', { game, date: dayName(day) }),
    picture(told.squares),
    [t('daily.points', { n: mine?.score ?? 0 }), t('daily.streak', { n: told.streak })].join(' · '),
    `${origin}/daily/${id}/${day}`,
  ].join('\n');
}
