import { NotPlayed } from '@/engine/match';
import type { Fault } from '@/lib/types';

/** Why something cannot be, as a server says it. */
export class Refused extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
  }
}
export const refusal = (kind: Fault['kind'], message: string, rules?: number) => new Refused({ kind, message, rules });

/** What went wrong, as a server would say it. */
export function faultOf(error: unknown): Fault {
  if (error instanceof Refused) return error.fault;
  return refusal(error instanceof NotPlayed ? error.kind : 'our-fault', error instanceof Error ? error.message : String(error)).fault;
}
