// What is asked once, over HTTP; every answer has its type from the server's schema.
import type {
  CreateTable,
  Created,
  Fault,
  Games,
  Guest,
  Lesson,
  Record_,
  Replay,
  Seated,
  TableInfo,
  TableLine,
  Tables,
  Verdict,
} from './types';
import type { GameId } from './games';
import { SHAPES } from './games';
import { prefs } from './prefs.svelte';
import { t } from './words.svelte';

export type { TableLine };

/** The server said no; `fault.kind` says why. */
export class Refusal extends Error {
  constructor(public fault: Fault) {
    super(fault.message);
  }
}

/** The server could not be reached. */
export class Unreachable extends Error {}

async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  let answer: Response;
  try {
    const headers: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const given = body === undefined ? null : JSON.stringify(body);
    answer = await fetch(`/api/v1${path}`, { method, headers, body: given, credentials: 'same-origin' });
  } catch {
    throw new Unreachable();
  }
  const content: unknown = await answer.json().catch(() => null);
  if (answer.ok) return content as T;
  const fault = (content as { error?: Fault } | null)?.error;
  throw fault ? new Refusal(fault) : new Unreachable();
}

let greeted: Promise<Guest> | undefined;

/** Be somebody here: the first request that matters sets a cookie. */
export function greet(): Promise<Guest> {
  greeted ??= ask<Guest>('POST', '/guest', { language: prefs.language }).catch((error: unknown) => {
    greeted = undefined;
    throw error;
  });
  return greeted;
}

let collection: Promise<Games> | undefined;

export function games(): Promise<Games> {
  collection ??= ask<Games>('GET', '/games').catch((error: unknown) => {
    collection = undefined;
    throw error;
  });
  return collection;
}

export async function lines(which: 'mine' | 'open'): Promise<TableLine[]> {
  await greet();
  const found = await ask<Tables>('GET', which === 'mine' ? '/guest/tables' : '/tables');
  return found.tables;
}

export async function createTable(request: CreateTable): Promise<Created> {
  await greet();
  return ask('POST', '/tables', request);
}

/** One click: a table with bots that starts at once, of the level and in the city of the last time. */
export async function quickPlay(game: GameId): Promise<string> {
  const info = (await games()).games.find((one) => one.id === game);
  const players = Math.max(2, SHAPES[game].seats[0] === 2 && game === 'jeudumetro' ? 3 : 2);
  const { level: last, options } = prefs.quick[game] ?? {};
  const level = info?.levels.find((one) => one === last) ?? info?.levels[Math.min(1, info.levels.length - 1)] ?? 'regular';
  const known = Object.entries(options ?? {}).filter(([name, value]) =>
    info?.options.some((option) => option.name === name && option.values?.includes(value as never)),
  );
  const bots = Object.fromEntries(Array.from({ length: players - 1 }, (_, i) => [i + 1, level]));
  const made = await createTable({
    game,
    players,
    bots,
    options: Object.fromEntries(known),
    name: prefs.name || t('you.guest'),
    start: true,
  });
  return made.table.id;
}

export const table = (id: string) => greet().then(() => ask<TableInfo>('GET', `/tables/${id}`));
export const scene = (id: string) => ask<Record<string, unknown>>('GET', `/tables/${id}/scene`);
export const sit = (id: string, seat: number, name: string) =>
  greet().then(() => ask<Seated>('POST', `/tables/${id}/seats/${seat}`, { name }));
export const getUp = (id: string, seat: number) => ask<TableInfo>('DELETE', `/tables/${id}/seats/${seat}`);
export const putBot = (id: string, seat: number, level: string) => ask<TableInfo>('PUT', `/tables/${id}/seats/${seat}/bot`, { level });
export const removeBot = (id: string, seat: number) => ask<TableInfo>('DELETE', `/tables/${id}/seats/${seat}/bot`);
export const start = (id: string, fill: string | null = null) => ask<TableInfo>('POST', `/tables/${id}/start`, { fill });
/** Whose eyes a replay is seen with: a seat's, a spectator's, or all cards on the table. */
export type Eyes = number | 'spectator' | '*';
export const replay = (id: string, from: number, count: number, eyes: Eyes, every = 1) =>
  ask<Replay>('GET', `/tables/${id}/replay?start=${from}&count=${count}&every=${every}&seat=${encodeURIComponent(eyes)}`);
export const record = (id: string) => ask<Record_>('GET', `/tables/${id}/record`);
export const lesson = (game: string) => ask<Lesson>('GET', `/lessons/${game}`);
export const verify = (id: string) => ask<Verdict>('GET', `/tables/${id}/verify`);
export const invitation = (id: string) => `${location.origin}/t/${id}`;
export const qr = (id: string) => `/api/v1/tables/${id}/qr.svg`;
