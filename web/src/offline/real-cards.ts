// Real cards lie on the table, and this house is their referee: people tell it what they draw, each what they may see.
import { drawable, tellers } from '@/engine/telling';
import type { Match } from '@/engine/match';
import type { Asked, Verdict } from '@/lib/types';
import type { Kept } from './shelf';

/** The draw that waits to be told, as these eyes may know of it; nobody's eyes know what everybody sees. */
export function asked({ told }: Kept, match: Match, eyes: number | null): Asked | null {
  if (!told || match.toAct[0] !== '*') return null;
  const by = tellers(match);
  return { by, draws: by === null || (eyes !== null && by.includes(eyes)) ? drawable(match, eyes) : [] };
}

/** Whether these eyes can take back the last step: what they may have told, or their move, after which nothing was drawn. */
export function canTakeBack({ told }: Kept, match: Match, eyes: number | null): boolean {
  const last = match.moves.at(-1);
  if (!told || !last || match.over) return false;
  if (last[0] !== '*') return last[0] === eyes && match.toAct[0] === '*' && !match.game.simultaneous;
  const by = tellers(match.at(match.moves.length - 1));
  return by === null || (eyes !== null && by.includes(eyes));
}

/** Whoever is waited for: those to play, and with real cards those who alone see what was drawn. */
export function awaited({ told }: Pick<Kept, 'told'>, match: Match): number[] {
  const acting = match.toAct;
  if (acting[0] === '*') return (told && tellers(match)) || [];
  return acting.filter((seat): seat is number => seat !== '*');
}

/** What can be said of such a game: its moves were checked as they were made, its draws are people's word. */
export function verdict(match: Match): Verdict {
  const draws = match.moves.filter(([actor]) => actor === '*').length;
  return { fair: false, told: true, draws, moves: match.moves.length, commitment: '', seed: '' };
}
