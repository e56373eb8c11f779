// The real city of L'Odyssée: how its districts lie, where the houses have their stations, and what is settled by lot.
import type { Drawn } from '@/boards';
import type { OdysseeView } from '@/lib/types';
import { say } from '@/lib/words.svelte';
import Picture from './Drawn.svelte';
import { sheet, middle, type OdysseeScene } from './lattice';
import { way } from './names';

type Told =
  | { kind: 'district'; place: number; district: number; turn: number }
  | { kind: 'home'; house: number; corner: string }
  | { kind: 'seat'; seat: number };

/** What was drawn: `D0 3/1`, `S1 2,-3`, `first 2`, `L2`. */
export function drawnOf(draw: string): Told {
  const district = /^D(\d) (\d)\/(\d)$/.exec(draw);
  if (district) return { kind: 'district', place: Number(district[1]), district: Number(district[2]), turn: Number(district[3]) };
  const home = /^S(\d) (.+)$/.exec(draw);
  if (home) return { kind: 'home', house: Number(home[1]) - 1, corner: home[2]! };
  return { kind: 'seat', seat: Number(draw.replace(/\D+/, '')) - 1 };
}

export const drawn: Drawn = {
  Picture,
  ask: (draw) => {
    const told = drawnOf(draw);
    if (told.kind === 'district') return say('web-odyssee.told.district', { side: say(`web-odyssee.side.${told.place}`) });
    if (told.kind === 'home') return say('web-odyssee.told.home', { n: told.house + 1 });
    return say(draw.startsWith('first') ? 'web-odyssee.told.first' : 'web-odyssee.told.lot');
  },
  name: (draw, players, view: OdysseeView, scene: OdysseeScene) => {
    const told = drawnOf(draw);
    if (told.kind === 'seat') return players[told.seat]?.name ?? '';
    if (told.kind === 'district') return say(`web-odyssee.told.turn.${told.turn}`, { n: told.district + 1 });
    const laid = sheet(scene);
    const from = middle(laid.triangle(view.city.houses[told.house] ?? ''));
    return say(`web-odyssee.way.${way(from, laid.point(told.corner))}`);
  },
};
