// People at a table, as tests need them: the first is the one who looks.
import { SEAT_COLOURS, SEAT_MARKS } from '@/lib/people';
import type { Player, SeatInfo } from '@/lib/types';

export function party(...names: string[]): Player[] {
  return names.map((name, seat) => ({
    seat,
    name,
    colour: SEAT_COLOURS[seat]!,
    mark: SEAT_MARKS[seat]!,
    bot: false,
    you: seat === 0,
    here: true,
    away: false,
    resigned: false,
  }));
}

export function chair(seat: number, given: Partial<SeatInfo> = {}): SeatInfo {
  return { seat, kind: 'guest', name: 'Ana', level: null, present: true, away: false, resigned: false, ...given };
}
