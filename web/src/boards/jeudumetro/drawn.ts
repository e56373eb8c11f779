// Real cards of Le Jeu du Métro: who begins, objectives, and what is drawn, dealt or stolen.
import type { Drawn } from '@/boards';
import { say } from '@/lib/words.svelte';
import Picture from './Drawn.svelte';

/** The seat that begins, if that was drawn. */
export const beginner = (draw: string): number | null => (draw.startsWith('first ') ? Number(draw.slice(6)) - 1 : null);

/** The card or objective by its short name: `draw V2`, `deal 1=V2`, `obj 1A=R0`. */
export const cardOf = (draw: string): string => /[= ](\w+)$/.exec(draw)?.[1] ?? '';

export const drawn: Drawn = {
  Picture,
  ask: (draw) => {
    const [, verb, place] = /^(\w+) (?:(\w+)=)?/.exec(draw) ?? [];
    return say(`web-jeudumetro.told.${verb}`, { place: place ?? '' });
  },
  name: (draw, players) => {
    const seat = beginner(draw);
    if (seat !== null) return players[seat]?.name ?? '';
    return say(`jeudumetro.${draw.startsWith('obj') ? 'objective' : 'card'}.${cardOf(draw)}`);
  },
};
