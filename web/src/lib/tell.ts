// Log lines: keys and parameters from the engine, made into sentences with the names of this table.
import { listed } from './sentence';
import { has, say, type Params } from './words.svelte';
import type { Line, Player } from './types';

type Scene = Record<string, unknown>;

/**
 * A game's own way with a line of the log: its things by name, and what is added in brackets; null: not worth a word. Which
 * sentence it is, the line's key says.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- each board narrows line and scene to its own types
export type Teller = (line: any, players: Player[], scene: any) => { params?: Params; after?: string } | null;

/** One entry of the log as people read it: the same thing done thrice is one entry of three lines. */
export interface Entry {
  text: string;
  lines: Line[];
  seat: number | null;
}

/** The line as a sentence, in which whoever reads it is "you"; empty if it is not worth one. */
export function tell(line: Line, players: Player[], scene: Scene | null, teller: Teller | null): string {
  const { seat, victim, winners } = (line.params ?? {}) as { seat?: number; victim?: number; winners?: number[] };
  const name = (one: number) => players[one]?.name ?? String(one);
  const reader = (one: number | undefined) => one !== undefined && players[one]?.you === true;
  const words: Params = { ...line.params };
  if (seat !== undefined) words['player'] = name(seat);
  if (victim !== undefined) words['victim'] = name(victim);
  if (winners) words['winners'] = winners.filter((one) => !reader(one)).map(name);
  const own = scene && teller ? teller(line, players, scene) : {};
  if (own === null) return '';
  const key = sentenceOf(line.key);
  const form = reader(victim) ? 'victim' : reader(seat) || winners?.some(reader) ? 'you' : '';
  if (!has(key)) return `${key} ${listed({ ...words, seat: undefined })}`; // a game whose words are not written yet
  const text = say(key, { ...words, ...own.params }, form);
  return own.after ? `${text} (${own.after})` : text;
}

/** What a page says for a key: it has a sentence of its own where the board shows what a terminal has to spell out. */
function sentenceOf(key: string): string {
  const [game = '', ...name] = key.split('.');
  const own = `web-${game}.log.${name.join('.')}`;
  return has(own) ? own : key;
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
