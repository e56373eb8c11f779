// What the house on this device plays by: the compiled rules of each game, fetched when it is first played.
import { choose } from '@/engine/bots';
import type { Description } from '@/engine/description';
import { Engine } from '@/engine/engine';
import { Game, type Faces, type Options } from '@/engine/game';
import { Match, type Step } from '@/engine/match';
import { settingOf, type Settings } from '@/engine/settings';
import type { View } from '@/lib/types';
import { refusal } from './refused';

/* eslint-disable @typescript-eslint/no-explicit-any -- each game knows what its own faces take */
type Parts = { description: Description; faces: Faces<any, any, View> };
const parts = import.meta.glob<Parts>('../engine/games/*/index.ts');
const settings = import.meta.glob<Settings>('../engine/built/*.settings.json', { import: 'default' });
const scenes = import.meta.glob<Record<string, unknown>>('../engine/built/*.scene-*.json', { import: 'default' });

/** A game with its module at work, and everything told of it before it is played. */
interface Loaded extends Parts {
  engine: Engine;
  settings: Settings;
}
const loaded = new Map<string, Promise<Loaded>>();
const laid = new Map<string, Promise<Game>>();

/** Once for each key; what failed is tried again. */
function once<T>(all: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  let found = all.get(key);
  if (!found) {
    all.set(key, (found = make()));
    found.catch(() => all.delete(key));
  }
  return found;
}

async function load(id: string): Promise<Loaded> {
  const [part, told] = [parts[`../engine/games/${id}/index.ts`], settings[`../engine/built/${id}.settings.json`]];
  if (!part || !told) throw refusal('unknown-game', `${id} cannot be played on this device`);
  const [{ description, faces }, all] = await Promise.all([part(), told()]);
  const compiled = await WebAssembly.compile(await (await fetch(`/assets/${all.module}`)).arrayBuffer());
  return { description, faces, engine: new Engine(description, compiled), settings: all };
}

async function layOut(id: string, players: number, options: Options): Promise<Game> {
  const { description, faces, engine, settings } = await once(loaded, id, () => load(id));
  const setting = settingOf(settings, description.records['Board']!.size, options, players);
  if (!setting) throw refusal('bad-options', `${id} cannot be played so on this device`);
  const scene = await scenes[`../engine/built/${id}.scene-${setting.scene}.json`]!();
  return new Game(engine, faces, { ...setting, scene }) as unknown as Game;
}

/** A match, from the beginning or from where its moves have led; without a seed chance waits to be told. */
export async function match(
  id: string,
  names: string[],
  options: Options,
  seed: Uint8Array | null,
  moves: readonly Step[] = [],
  rules?: number,
): Promise<Match> {
  const game = await gameOf(id, names.length, options);
  if (rules !== undefined && rules !== game.rules) throw refusal('set-aside', `a game by version ${rules} of the rules of ${id}`, rules);
  return new Match(game, names, seed, moves);
}

/** A game as it is played with these options. */
export function gameOf(id: string, players: number, options: Options): Promise<Game> {
  return once(laid, JSON.stringify([id, players, Object.entries(options).sort()]), () => layOut(id, players, options));
}

/** How many bytes a position of a game takes. */
export async function sizeOf(id: string, players: number, options: Options): Promise<number> {
  return (await gameOf(id, players, options)).engine.description.records['State']!.size;
}

/** What follows from what these eyes know: their view. */
export async function viewFrom(id: string, players: number, options: Options, record: Uint8Array, eyes: number | null): Promise<View> {
  const game = await gameOf(id, players, options);
  const state = game.blank();
  try {
    game.engine.assign(state, record);
    return game.view(state, eyes);
  } finally {
    game.engine.release(state);
  }
}

/** The move of a bot, from what its seat knows. */
export function think(one: Match, seat: number, level: string): string {
  const { game } = one;
  const seed = `${one.commitment}/${one.moves.length}/${seat}`;
  const evidence = game.evidence(one.history(seat), seat);
  return choose({ game, state: one.concealed(seat), seat, seed, evidence }, level);
}
