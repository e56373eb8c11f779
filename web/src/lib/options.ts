// How a table is set up, in words: the city, the way of playing, the pace.
import type { TableInfo } from './types';
import { has, say, t } from './words.svelte';

/** What an option is called. */
export function optionName(game: string, name: string): string {
  const key = [`${game}.option.${name}`, `web.option.${name}`].find(has);
  return key ? say(key) : name;
}

/** An id as a name: a city is called so in most languages. */
function titled(id: string): string {
  return id.replace(/(^|-)(\w)/g, (_, between: string, first: string) => (between && ' ') + first.toUpperCase());
}

/** What a value of it is called; a map of one's own has its name in it. */
export function optionValue(name: string, value: unknown): string {
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  if (value !== null && typeof value === 'object') return String((value as { name?: unknown }).name ?? t('option.own'));
  const key = `web.option.${name}.${String(value)}`;
  return has(key) ? say(key) : titled(String(value));
}

/** The pace of a table. */
export function paceName(clock: TableInfo['clock']): string {
  if (clock.kind === 'minutes') return t('pace.minutes', { n: clock.minutes, seconds: clock.increment ?? 0 });
  if (clock.kind === 'days') return t('pace.days', { n: clock.days });
  return t('new.pace.none');
}
