// Who sits where, as boards and lists show it: a colour, a shape and a letter for each seat.
import type { Player, SeatInfo, TableInfo } from './types';
import { has, say, t } from './words.svelte';

export const SEAT_COLOURS = ['#1a66c2', '#c2410c', '#0f7a52', '#8a3fa8', '#8d5d00', '#0a7385'];
export const SEAT_MARKS = ['circle', 'square', 'triangle', 'diamond', 'hexagon', 'star'];

function nameOf(seat: SeatInfo): string {
  if (seat.kind === 'empty') return t('seat.empty');
  if (seat.kind === 'bot') return seat.name && seat.name !== seat.level ? seat.name : t('bot.named', { level: levelName(seat.level) });
  const name = seat.name ?? t('you.guest');
  if (!seat.bot) return name;
  return name === seat.bot ? t('bot.named', { level: levelName(seat.bot) }) : t('bot.program', { name, bot: levelName(seat.bot) });
}

/** The name of a bot's level, or the level itself if the house has a new one. */
export function levelName(level: string | null): string {
  return has(`web.level.${level}`) ? say(`web.level.${level}`) : (level ?? '');
}

/** The colour and the shape of a seat. */
export function seated(seat: number): Pick<Player, 'colour' | 'mark'> {
  return { colour: SEAT_COLOURS[seat] ?? '#555555', mark: SEAT_MARKS[seat] ?? 'circle' };
}

export function people(table: TableInfo): Player[] {
  const bots = table.seats.filter((seat) => seat.kind === 'bot');
  return table.seats.map((seat) => {
    const plain = nameOf(seat);
    const twins = bots.filter((bot) => nameOf(bot) === plain);
    const name = seat.kind === 'bot' && twins.length > 1 ? `${plain} ${twins.indexOf(seat) + 1}` : plain;
    return {
      seat: seat.seat,
      name,
      ...seated(seat.seat),
      bot: seat.kind === 'bot' || !!seat.bot || seat.away || seat.resigned,
      you: seat.seat === table.you,
      here: seat.present || seat.kind === 'bot',
      away: seat.away,
      resigned: seat.resigned,
      hints: seat.hints ?? 0,
      level: seat.kind === 'bot' ? seat.level : null,
    };
  });
}

const SHAPES: Record<string, string> = {
  circle: 'M12 2a10 10 0 1 0 0 20a10 10 0 0 0 0-20z',
  square: 'M4 2h16a2 2 0 0 1 2 2v16a2 2 0 0 1-2 2H4a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2z',
  triangle: 'M12 1.5 23 21.5H1z',
  diamond: 'M12 .5 23.5 12 12 23.5.5 12z',
  hexagon: 'M6.5 2h11L23 12l-5.500 10h-11L1 12z',
  star: 'M12 .8l3.4 7 7.8 1.100-5.600 5.500 1.300 7.700L12 18.400l-6.900 3.700 1.300-7.700L.8 8.900l7.800-1.100z',
};

export function markPath(mark: string): string {
  return SHAPES[mark] ?? SHAPES['circle']!;
}
