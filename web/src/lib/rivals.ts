// What somebody I have met is called.
import type { Rival, Trip } from './journeys';
import { levelName } from './people';
import { say, t } from './words.svelte';

/** A level of bots by its name, a person by theirs; whoever was forgotten is a traveller. */
export function rivalName(one: Pick<Rival, 'name' | 'level'>): string {
  if (one.level !== null) return t('bot.named', { level: levelName(one.level) });
  return one.name ?? say('journeys.traveller');
}

/** Those who played along. */
export const together = (trip: Trip): string => trip.others.map(rivalName).join(', ');
