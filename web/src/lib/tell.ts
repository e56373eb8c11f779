// Log lines: keys and parameters from the engine, made into sentences with the names of this table.
import { has, say, type Params } from './words.svelte';
import type { Line, Player } from './types';

type Scene = Record<string, unknown>;

/** A game's own way with a line of the log: another key where that says it better, and its things by name. */
export type Teller = (line: Line, players: Player[], scene: Scene) => { key?: string; params?: Params };

const SEATS = new Set(['seat', 'player', 'victim', 'guide', 'winners', 'seats']);

export function tell(line: Line, players: Player[], scene: Scene | null, teller: Teller | null): string {
  const name = (seat: unknown) => (typeof seat === 'number' ? (players[seat]?.name ?? String(seat)) : String(seat));
  const words: Params = {};
  for (const [key, value] of Object.entries(line.params ?? {})) {
    if (SEATS.has(key)) words[key] = Array.isArray(value) ? value.map(name).join(', ') : name(value);
    else words[key] = Array.isArray(value) ? value.join(', ') : value;
  }
  words['player'] ??= words['seat'];
  const own = scene && teller ? teller(line, players, scene) : {};
  const key = own.key ?? line.key;
  return has(key) ? say(key, { ...words, ...own.params }) : key;
}
