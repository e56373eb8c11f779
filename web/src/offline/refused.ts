import type { Fault } from '@/lib/types';

/** Why something cannot be, as a server says it. */
export class Refused extends Error {
  constructor(readonly fault: Fault) {
    super(fault.message);
  }
}
export const refusal = (kind: Fault['kind'], message: string, rules?: number) => new Refused({ kind, message, rules });
