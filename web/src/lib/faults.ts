// What went wrong, in words people read; what has no words of its own gets the general ones.
import { Refusal, Unreachable } from './api';
import { has, say, t } from './words.svelte';

export function faultWords(error: unknown): string {
  const kind =
    error instanceof Refusal ? error.fault.kind : error instanceof Unreachable ? 'unreachable' : typeof error === 'string' ? error : '';
  return has(`web.fault.${kind}`) ? say(`web.fault.${kind}`) : t('fault.other');
}
