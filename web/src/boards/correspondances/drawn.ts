// Real tiles of Correspondances: who begins, the secret lines, the order of the row, the sections.
import type { Drawn } from '@/boards';
import { say } from '@/lib/words.svelte';
import Picture from './Drawn.svelte';
import { kindOf } from './tiles';

/** What was done and what came: `draw 12+`, `line 1=3`, `row 3142`, `first 2`. */
export function drawnOf(draw: string): { verb: string; what: string } {
  const [, verb = '', what = ''] = /^(\w+) (?:\d=)?(.+)$/.exec(draw) ?? [];
  return { verb, what };
}

const line = (one: string) => say(`correspondances.line.${one}`);

export const drawn: Drawn = {
  Picture,
  ask: (draw) => say(`web-correspondances.told.${drawnOf(draw).verb}`),
  name: (draw, players) => {
    const { verb, what } = drawnOf(draw);
    if (verb === 'first') return players[Number(what) - 1]?.name ?? '';
    if (verb === 'draw') return say(`web-correspondances.told.kind.${kindOf(what)}`, { lines: [...what.slice(0, -1)].map(line) });
    return [...what].map(line).join(' · ');
  },
};
