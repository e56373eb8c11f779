// What went wrong, in words people read; what has no words of its own gets the general ones.
import { Refusal, Unreachable } from './api';
import type { Fault } from './types';
import { has, say, t } from './words.svelte';

/** Of a table that is set aside for its rules, something else is to be said than of one closed by hand. */
const kindOf = ({ kind, rules }: Fault): string => (rules ? `${kind}.rules` : kind);

export function faultWords(error: unknown): string {
  const kind =
    error instanceof Refusal ? kindOf(error.fault) : error instanceof Unreachable ? 'unreachable' : typeof error === 'string' ? error : '';
  return has(`web.fault.${kind}`) ? say(`web.fault.${kind}`) : t('fault.other');
}
