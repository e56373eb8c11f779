// Small words about the table of Le Jeu du Métro.
import type { JeudumetroView } from '@/lib/types';

export type Play = JeudumetroView['moves'][number];
export type Place = JeudumetroView['places'][number];
export interface JeudumetroScene { places: { place: string; seat: number; left: string }[]; circle: string[]; deck: Record<string, number>; objectives: Record<string, number>; art: Record<string, string> }

export const ORDER = ['V1', 'V2', 'V3', 'SP', 'HP', 'M1', 'M2', 'M3', 'CT', 'CS', 'PP', 'TE', 'CO', 'CC', 'AI'];

/** The moves that agree with what has been tapped so far: a card, then places in any order they may be named. */
export function matching(moves: Play[], card: string | null, taps: string[]): Play[] {
  if (card === null) return [];
  return moves.filter((move) => {
    if (move.card !== card) return false;
    if (move.victim !== null) return taps.every((tap) => move.targets.includes(tap));
    const ordered = card === 'CO';
    return ordered ? taps.every((tap, i) => move.targets[i] === tap) : taps.every((tap) => move.targets.includes(tap));
  });
}
