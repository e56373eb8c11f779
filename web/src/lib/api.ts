// What is asked once, over HTTP; every answer has its type from the server's schema.
import type {
  CreateTable,
  Created,
  GameInfo,
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
import { isHere, lineOf, shelf } from '@/offline/shelf';
import type { SetUp } from '@/offline/house';
import type { Counted, Written } from '@/engine/game';
import { ask, askText, Refusal, Unreachable } from './request';
import { prefs } from './prefs.svelte';
import { t } from './words.svelte';

export { Refusal, Unreachable };
export type { TableLine };

let greeted: Promise<Guest> | undefined;

/** Be somebody here: the first request that matters sets a cookie. */
export function greet(): Promise<Guest> {
  greeted ??= ask<Guest>('POST', '/guest', { language: prefs.language }).catch((error: unknown) => {
    greeted = undefined;
    throw error;
  });
  return greeted;
}

export const games = () => ask<Games>('GET', '/games');

export async function lines(which: 'mine' | 'open'): Promise<TableLine[]> {
  await greet();
  const found = await ask<Tables>('GET', which === 'mine' ? '/guest/tables' : '/tables');
  return found.tables;
}

/** The tables that lie on this device. */
export const linesHere = () =>
  shelf.all().then(
    (found) => found.map(lineOf),
    () => [], // a browser that keeps nothing
  );

/** The house on this device, with all it needs to play. */
const device = () => import('@/offline/device');

/** What nobody can have known before: a seat mixes it into the draws, whose seed is sealed by then. */
const fresh = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (one) => one.toString(16).padStart(2, '0')).join('');

/** Mix something into the draws from one's own seat, before the start; a server that knows nothing of it draws without. */
export async function giveNonce(id: string, seat: number, token: string | null = null): Promise<void> {
  try {
    await ask('PUT', `/tables/${id}/seats/${seat}/nonce`, { nonce: fresh() }, token);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** Set up a table. One that starts at once does so only after its seat has seen the seal and mixed in its own. */
export async function createTable(request: CreateTable): Promise<string> {
  try {
    await greet();
    const { table, seat } = await ask<Created>('POST', '/tables', { ...request, start: false });
    if (request.start) {
      if (seat !== null) await giveNonce(table.id, seat);
      await start(table.id);
    }
    return table.id;
  } catch (error) {
    if (!(error instanceof Unreachable && request.start)) throw error;
    return (await device()).askHere('create', request); // nobody else is needed for it
  }
}

/** A table of those around this device, and bots. */
export const createHere = async (setUp: SetUp) => (await device()).askHere('create', setUp);
/** Whose hands it is in from now on; nobody's: the curtain falls. */
export const handTo = async (id: string, seat: number | null) => (await device()).askHere('handTo', id, seat);

/** What lies open after so many cards called for sheets of paper; and how those stand in the end. */
export const call = async (game: string, options: Record<string, unknown>, seed: string, cards: number) =>
  (await device()).askHere('call', game, options, seed, cards);
export const rank = async (game: string, options: Record<string, unknown>, sheets: Counted[]) =>
  (await device()).askHere('rank', game, options, sheets);

/** A sheet of paper as it lies there. */
export const write = async (game: string, options: Record<string, unknown>, written: Written) =>
  (await device()).askHere('write', game, options, written);

/** A table on this device that goes on from a position of another game, its moves so far; whose luck comes next is new. */
export async function playOn(from: TableInfo, game: GameInfo, { moves, options }: Record_, ply: number, seat: number): Promise<string> {
  const bots = from.seats.filter((one) => one.seat !== seat).map((one) => [one.seat, one.level ?? quickLevel(game)]);
  const request = {
    game: game.id,
    players: from.seats.length,
    options,
    seat,
    bots: Object.fromEntries(bots),
    name: prefs.name || t('you.guest'),
  };
  return (await device()).askHere('create', request as CreateTable, moves.slice(0, ply) as never);
}

/** The bots one plays against at once: those of the last time, or the ones everybody meets first. */
export function quickLevel(game: GameInfo): string {
  return game.levels.find((one) => one === prefs.quick[game.id]?.level) ?? game.level;
}

/** One click: a table with bots that starts at once, of the level and in the city of the last time. */
export async function quickPlay(game: GameInfo): Promise<string> {
  const options = prefs.quick[game.id]?.options ?? {};
  const known = Object.entries(options).filter(([name, value]) =>
    game.options.some((option) => option.name === name && option.values?.includes(value as never)),
  );
  const bots = Object.fromEntries(Array.from({ length: game.usual - 1 }, (_, i) => [i + 1, quickLevel(game)]));
  return createTable({
    game: game.id,
    players: game.usual,
    bots,
    options: Object.fromEntries(known),
    name: prefs.name || t('you.guest'),
    start: true,
  });
}

export async function table(id: string): Promise<TableInfo> {
  if (isHere(id)) return (await device()).askHere('table', id);
  await greet();
  return ask('GET', `/tables/${id}`);
}
export async function scene(id: string): Promise<Record<string, unknown>> {
  return isHere(id) ? (await device()).askHere('scene', id) : ask('GET', `/tables/${id}/scene`);
}
export const sit = (id: string, seat: number, name: string) =>
  greet().then(() => ask<Seated>('POST', `/tables/${id}/seats/${seat}`, { name, nonce: fresh() }));
export const getUp = (id: string, seat: number) => ask<TableInfo>('DELETE', `/tables/${id}/seats/${seat}`);
export const putBot = (id: string, seat: number, level: string) => ask<TableInfo>('PUT', `/tables/${id}/seats/${seat}/bot`, { level });
export const removeBot = (id: string, seat: number) => ask<TableInfo>('DELETE', `/tables/${id}/seats/${seat}/bot`);
export async function start(id: string, fill: string | null = null): Promise<TableInfo> {
  return isHere(id) ? table(id) : ask('POST', `/tables/${id}/start`, { fill }); // at a table of this device they sit already
}
/** Whose eyes a replay is seen with: a seat's, a spectator's, or all cards on the table. */
export type Eyes = number | 'spectator' | '*';
export async function replay(id: string, from: number, count: number, eyes: Eyes, every = 1): Promise<Replay> {
  if (isHere(id)) return (await device()).askHere('replay', id, from, count, eyes, every);
  return ask('GET', `/tables/${id}/replay?start=${from}&count=${count}&every=${every}&seat=${encodeURIComponent(eyes)}`);
}
/** The position as the game draws it: now, with a move as if it were made, or at some moment of a finished game. */
export function drawing(id: string, of: { move?: string | null; ply?: number; seat?: Eyes }, token: string | null = null) {
  const told = Object.entries(of).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]));
  return askText(`/tables/${id}/drawing.svg?${String(new URLSearchParams(told))}`, token);
}
export async function record(id: string): Promise<Record_> {
  return isHere(id) ? (await device()).askHere('record', id) : ask('GET', `/tables/${id}/record`);
}
/** A lesson, played by the page's own rules; a game that has none here has it from the server. */
export async function lesson(game: string): Promise<Lesson> {
  try {
    return await (await device()).askHere('lesson', game);
  } catch (error) {
    if (error instanceof Refusal && error.fault.kind === 'unknown-game') return ask('GET', `/lessons/${game}`);
    throw error;
  }
}
export async function verify(id: string): Promise<Verdict> {
  return isHere(id) ? (await device()).askHere('verify', id) : ask('GET', `/tables/${id}/verify`);
}
/** Forget a table of this device. */
export const forget = async (id: string) => (await device()).askHere('remove', id);
export const invitation = (id: string) => `${location.origin}/t/${id}`;
export const qr = (id: string) => `/api/v1/tables/${id}/qr.svg`;
