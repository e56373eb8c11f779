// My journeys: the games I have finished, at the server and on this device, and what they add up to.
import { shelf, type Kept } from '@/offline/shelf';
import { greet, Refusal } from './api';
import { ask } from './request';
import type { Journey, Journeys } from './types';

/** A finished game; `here`: it lies on this device. */
export type Trip = Journey & { here?: boolean };
export type Outcome = Trip['outcome'];
export const OUTCOMES: Outcome[] = ['won', 'shared', 'lost', 'given-up', 'alone'];

/** Pages that are asked for at most: ten thousand games. */
const MOST_PAGES = 50;
const REVIEWS = 'strapontin.reviews';

/** All games of mine the server knows, the latest first. */
async function there(): Promise<Trip[]> {
  await greet();
  const found: Trip[] = [];
  let after: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const told: Journeys = await ask<Journeys>('GET', `/guest/journeys${after ? `?after=${after}` : ''}`);
    found.push(...told.games);
    after = told.next ?? null;
    if (!after) break;
  }
  return found;
}

/** What reviews of games on this device found, by table. */
function reviewsHere(): Record<string, number> {
  try {
    return JSON.parse(localStorage.getItem(REVIEWS) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

/** Keep what a review found of my own play: with the game, which lies at the server or here. */
export async function keepReview(table: string, accuracy: number, here: boolean): Promise<void> {
  try {
    if (here) localStorage.setItem(REVIEWS, JSON.stringify({ ...reviewsHere(), [table]: accuracy }));
    else await ask('PUT', `/guest/journeys/${table}`, { accuracy });
  } catch {
    // it can be reviewed again
  }
}

/** A finished game on this device; null for what counts nowhere. */
export function tripHere(kept: Kept, reviews: Record<string, number>): Trip | null {
  const { id, game, options, seats, you, state, result, begun, created, touched } = kept;
  if (state !== 'over' || !result || begun) return null;
  const { scores, winners } = result;
  const rank = (seat: number) =>
    winners.includes(seat) ? 1 : 1 + scores.filter((score, other) => winners.includes(other) || score > scores[seat]!).length;
  const others = seats
    .filter((one) => one.seat !== you)
    .map((one) => ({
      seat: one.seat,
      who: one.kind === 'bot' ? null : `~${one.name ?? ''}`,
      name: one.kind === 'bot' ? null : one.name,
      level: one.kind === 'bot' ? one.level : null,
      bot: null,
      score: scores[one.seat] ?? 0,
      rank: rank(one.seat),
      given_up: one.resigned,
    }));
  const won = winners.includes(you) ? (winners.length > 1 ? 'shared' : 'won') : 'lost';
  return {
    table: id,
    kept: true,
    here: true,
    game,
    map: typeof options['map'] === 'string' ? options['map'] : null,
    line: null,
    players: seats.length,
    seat: you,
    outcome: seats[you]?.resigned ? 'given-up' : others.length ? won : 'alone',
    score: scores[you] ?? 0,
    rank: rank(you),
    others,
    started_at: created,
    finished_at: touched,
    accuracy: reviews[id] ?? null,
    rating: null,
  };
}

/** All I have played, the latest first; and whether the server could be asked. */
export async function allTrips(): Promise<{ trips: Trip[]; whole: boolean }> {
  const reviews = reviewsHere();
  const kept = await shelf.all().catch(() => []);
  const here = kept.map((one) => tripHere(one, reviews)).filter((one) => one !== null);
  let whole = true;
  const far = await there().catch((error: unknown) => {
    whole = error instanceof Refusal;
    return [];
  });
  return { trips: [...far, ...here].sort((a, b) => b.finished_at - a.finished_at), whole };
}

const mean = (values: number[]): number | null => (values.length ? values.reduce((all, one) => all + one, 0) / values.length : null);

/** What the games of one kind add up to. */
export interface Sum {
  played: number;
  won: number;
  /** Games that could be won. */
  met: number;
  best: Trip | null;
  average: number | null;
  accuracy: number | null;
  reviewed: number;
  rating: Trip['rating'];
  /** Games won in a row up to now, and at best. */
  running: number;
  longest: number;
}

const isWin = ({ outcome }: Trip) => outcome === 'won' || outcome === 'shared';

/** The latest first, as everywhere here. */
export function sum(trips: readonly Trip[]): Sum {
  const whole = trips.filter((one) => one.outcome !== 'given-up');
  const met = trips.filter((one) => one.outcome !== 'alone');
  const accuracies = trips.flatMap((one) => (one.accuracy === null ? [] : [one.accuracy]));
  let [running, longest, length, open] = [0, 0, 0, true];
  for (const one of met) {
    length = isWin(one) ? length + 1 : 0;
    if (!isWin(one)) open = false;
    if (open) running = length;
    longest = Math.max(longest, length);
  }
  return {
    played: trips.length,
    won: met.filter(isWin).length,
    met: met.length,
    best: whole.reduce<Trip | null>((best, one) => (!best || one.score > best.score ? one : best), null),
    average: mean(whole.map((one) => one.score)),
    accuracy: mean(accuracies),
    reviewed: accuracies.length,
    rating: trips.find((one) => one.rating)?.rating ?? null,
    running,
    longest,
  };
}

const DAY = 86_400_000;
/** The date of an instant on the calendar of this wall, as a number of days. */
const dayOf = (at: number) => Math.floor((at - new Date(at).getTimezoneOffset() * 60_000) / DAY);

/** On how many days in a row a game was finished, up to today (or yesterday, while today is open), and at best. */
export function days(trips: readonly Trip[], now: number): { running: number; longest: number } {
  const played = [...new Set(trips.map((one) => dayOf(one.finished_at)))].sort((a, b) => a - b);
  let [longest, length, before] = [0, 0, NaN];
  for (const one of played) {
    length = one - before === 1 ? length + 1 : 1;
    longest = Math.max(longest, length);
    before = one;
  }
  return { running: dayOf(now) - before <= 1 ? length : 0, longest };
}

/** Somebody I have met, the same whatever they were called: a guest, a level of bots, or those who were forgotten. */
export interface Rival {
  key: string;
  /** Of a person: as they were called last; null: they have been forgotten. */
  name: string | null;
  level: string | null;
  games: number;
  ahead: number;
  behind: number;
  even: number;
}

type Companion = Trip['others'][number];
const rivalKey = (one: Companion): string => (one.level === null ? `guest ${one.who ?? ''}` : `bot ${one.level}`);

/** Those I have met, the most often met first. */
export function rivals(trips: readonly Trip[]): Rival[] {
  const found = new Map<string, Rival>();
  for (const trip of trips) {
    for (const one of trip.others) {
      const key = rivalKey(one);
      const rival = found.get(key) ?? { key, name: one.name, level: one.level, games: 0, ahead: 0, behind: 0, even: 0 };
      rival.games += 1;
      const gone = Number(one.given_up) - Number(trip.outcome === 'given-up');
      const lead = gone || one.rank - trip.rank;
      rival[lead > 0 ? 'ahead' : lead < 0 ? 'behind' : 'even'] += 1;
      found.set(key, rival);
    }
  }
  return [...found.values()].sort((a, b) => b.games - a.games || a.key.localeCompare(b.key));
}

/** What is looked for; empty: anything. Dates as a calendar has them, both ends included. */
export interface Search {
  game: string;
  rival: string;
  outcome: string;
  from: string;
  to: string;
}
export const ANY: Search = { game: '', rival: '', outcome: '', from: '', to: '' };

/** The date of an instant here, such as 2026-11-18. */
export function dateOf(at: number): string {
  return new Date(dayOf(at) * DAY).toISOString().slice(0, 10);
}

export function search(trips: readonly Trip[], asked: Search): Trip[] {
  return trips.filter(
    (one) =>
      (!asked.game || one.game === asked.game) &&
      (!asked.rival || one.others.some((other) => rivalKey(other) === asked.rival)) &&
      (!asked.outcome || one.outcome === asked.outcome) &&
      (!asked.from || dateOf(one.finished_at) >= asked.from) &&
      (!asked.to || dateOf(one.finished_at) <= asked.to),
  );
}

/** Games as a list for programs. */
export const asJson = (trips: readonly Trip[]): string => JSON.stringify({ kind: 'strapontin journeys', games: trips }, null, 1);

/** A cell that a table of figures shows as it is: nothing in it is ever worked out. */
function cell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\n\r]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const COLUMNS: [string, (one: Trip) => string | number | null][] = [
  ['table', (one) => one.table],
  ['device', (one) => (one.here ? 1 : 0)],
  ['game', (one) => one.game],
  ['map', (one) => one.map],
  ['day', (one) => one.line],
  ['started', (one) => new Date(one.started_at).toISOString()],
  ['finished', (one) => new Date(one.finished_at).toISOString()],
  ['players', (one) => one.players],
  ['outcome', (one) => one.outcome],
  ['score', (one) => one.score],
  ['rank', (one) => one.rank],
  ['opponents', (one) => one.others.map((other) => other.name ?? other.level ?? '').join('; ')],
  ['opponent scores', (one) => one.others.map((other) => other.score).join('; ')],
  ['accuracy', (one) => one.accuracy],
  ['rating', (one) => one.rating?.mean ?? null],
  ['doubt', (one) => one.rating?.doubt ?? null],
];

/** Games as a table of figures. */
export function asCsv(trips: readonly Trip[]): string {
  const rows = [COLUMNS.map(([name]) => name), ...trips.map((trip) => COLUMNS.map(([, of]) => cell(of(trip))))];
  return rows.map((row) => `${row.join(',')}\r\n`).join('');
}
