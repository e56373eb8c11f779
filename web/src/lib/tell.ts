// Log lines: keys and parameters from the engine, made into sentences with the names of this table.
import { has, say, type Params } from './words.svelte';
import type { Line, Player } from './types';

type Scene = Record<string, unknown>;

/** A game's own way with a line of the log: another key where that says it better, and its things by name; null: not worth a word. */
export type Teller = (line: Line, players: Player[], scene: Scene) => { key?: string; params?: Params } | null;

/** One entry of the log as people read it: the same thing done thrice is one entry of three lines. */
export interface Entry {
  text: string;
  lines: Line[];
  seat: number | null;
}

const SEATS = new Set(['seat', 'player', 'victim', 'guide', 'winners', 'seats']);

/** The line as a sentence; empty if it is not worth one. */
export function tell(line: Line, players: Player[], scene: Scene | null, teller: Teller | null): string {
  const name = (seat: unknown) => (typeof seat === 'number' ? (players[seat]?.name ?? String(seat)) : String(seat));
  const words: Params = {};
  for (const [key, value] of Object.entries(line.params ?? {})) {
    if (SEATS.has(key)) words[key] = Array.isArray(value) ? value.map(name).join(', ') : name(value);
    else words[key] = Array.isArray(value) ? value.join(', ') : value;
  }
  words['player'] ??= words['seat'];
  const own = scene && teller ? teller(line, players, scene) : {};
  if (own === null) return '';
  const key = own.key ?? line.key;
  return has(key) ? say(key, { ...words, ...own.params }) : key;
}

export function seatOf(line: Line): number | null {
  const seat = line.params?.['seat'];
  return typeof seat === 'number' ? seat : null;
}

/** The log as entries, oldest first. */
export function entries(log: Line[], players: Player[], scene: Scene | null, teller: Teller | null): Entry[] {
  const found: Entry[] = [];
  for (const line of log) {
    const text = tell(line, players, scene, teller);
    if (!text) continue;
    const before = found.at(-1);
    if (before?.text === text) before.lines.push(line);
    else found.push({ text, lines: [line], seat: seatOf(line) });
  }
  return found;
}
