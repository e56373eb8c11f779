// Whose eyes look at the screen of this device.
import type { Match } from '@/engine/match';
import { inPerson, shared, type Kept } from './shelf';
import { awaited } from './real-cards';

/** Who looks when nobody says so: whoever owns the device; else whoever is next, and where they hide something nobody. */
export function looking(kept: Kept, match: Match, last: number | null): number | null {
  if (!shared(kept.seats)) return kept.you;
  if (match.over || kept.curtain) return null;
  const next = awaited(kept, match).filter((seat) => inPerson(kept.seats[seat]!));
  return last !== null && (next.includes(last) || !next.length) ? last : (next[0] ?? kept.you);
}
