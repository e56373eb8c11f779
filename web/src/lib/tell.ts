// Log lines: keys and parameters from the engine, made into sentences with the names of this table.
import { has, say, type Params } from './words.svelte';
import type { Line, Player } from './types';

/** How a game names its things: stations, cards, trains. Returns null for what is not its own. */
export type Namer = (name: string, value: unknown, scene: Record<string, unknown>) => string | null;

const SEAT_PARAMS = new Set(['seat', 'by', 'player', 'other', 'victim', 'thief', 'guide', 'with', 'from_seat', 'to_seat', 'left', 'right', 'owner']);

export function tell(line: Line, players: Player[], scene: Record<string, unknown> | null, namer: Namer | null): string {
  const words: Params = {};
  for (const [name, value] of Object.entries(line.params ?? {})) words[name] = word(name, value, players, scene, namer);
  return has(line.key) ? say(line.key, words) : line.key;
}

function word(name: string, value: unknown, players: Player[], scene: Record<string, unknown> | null, namer: Namer | null): unknown {
  const own = scene && namer ? namer(name, value, scene) : null;
  if (own !== null) return own;
  if (SEAT_PARAMS.has(name) && typeof value === 'number') return players[value]?.name ?? value;
  if (name === 'seats' || name === 'players' || name === 'winners') {
    if (Array.isArray(value)) return value.map((seat) => players[Number(seat)]?.name ?? seat).join(', ');
  }
  if (Array.isArray(value)) return value.map((one) => word(name.replace(/s$/, ''), one, players, scene, namer)).join(', ');
  return value;
}
