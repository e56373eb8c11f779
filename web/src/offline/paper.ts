// Games on paper: cards called for sheets that nobody sees here, and the ranking of what their players have counted.
import { seedOf } from '@/engine/draws';
import type { Counted, Standing, Written } from '@/engine/game';
import type { Match } from '@/engine/match';
import { refusal } from './refused';

type Play = (game: string, names: string[], options: Record<string, unknown>, seed: Uint8Array | null) => Promise<Match>;

/**
 * What lies open after so many cards: a match of one seat that writes down whatever comes first, for the sake of its cards, which
 * come in the order of the seed whatever is written. It is over when a sheet is full.
 */
export async function call(
  play: Play,
  game: string,
  options: Record<string, unknown>,
  seed: string,
  cards: number,
): Promise<Record<string, unknown>> {
  const match = await play(game, [''], options, seedOf(seed));
  for (let n = 1; n < cards && !match.over; n++) match.play(0, match.legal(0)[0]!);
  return match.view(0);
}

/** Scores and ranks of any number of sheets: each against each, for the rules know only so many seats. */
export async function rank(play: Play, game: string, options: Record<string, unknown>, sheets: readonly Counted[]): Promise<Standing> {
  const alone = sheets.length < 2;
  const { game: laid } = await play(game, alone ? [''] : ['', ''], options, null);
  if (!laid.faces.count) throw refusal('unknown-game', `sheets of ${game} cannot be counted`);
  const against = (one: Counted, other: Counted) => laid.counted(alone ? [one] : [one, other]);
  return {
    scores: sheets.map((one) => against(one, one).scores[0]!),
    ranks: sheets.map((one) => sheets.reduce((place, other) => place + against(one, other).ranks[0]! - 1, 1)),
  };
}

/** What stands on a sheet, as a screen draws it, and what there is to count. */
export async function write(play: Play, game: string, options: Record<string, unknown>, written: Written): Promise<Sheet> {
  const { game: laid } = await play(game, ['', ''], options, null);
  if (!laid.faces.write) throw refusal('unknown-game', `sheets of ${game} cannot be written`);
  const state = laid.blank();
  laid.setup(state);
  const found = laid.faces.write(laid, state, 0, written);
  laid.engine.release(state);
  return { ...found, scene: laid.scene as Record<string, unknown> };
}

export interface Sheet {
  sheet: unknown;
  counted: Counted;
  scene: Record<string, unknown>;
}
