// metroX in short strings: cards `4` `2E` `+` `*`; rides `F4` `C>3` `B+` `D0`; free rides `*centraal` `*-`.
import { metrox } from '@/engine/built/metrox';
import { CHANCE, divided, type Actions, type Game, type StateOf } from '@/engine/game';
import type { MetroxScene, MetroxView } from '@/lib/wire';

export type Metrox = Game<typeof metrox, MetroxScene, MetroxView>;
export type State = StateOf<typeof metrox>;

const { EXPRESS, FREE, FREE_RIDE, PLUS, RIDE_LINE, RIDE_WAY, STATIONS, TRANSFER } = metrox.constants.state;

const CARD = /^(?:[1-9]E?|\+|\*)$/;
const RIDE = /^([A-Z])([<>]?)([0-9]|\+)$/;
const FREE_MOVE = /^\*(\S+)$/;
/** Nothing chosen, forth, back. */
const WAYS = ['', '>', '<'];

export function cardText(card: number): string {
  if (card >= TRANSFER) return card === TRANSFER ? '+' : '*';
  return card > EXPRESS ? `${card - EXPRESS}E` : `${card}`;
}

function cardCode(card: string): number {
  if (card === '+' || card === '*') return card === '+' ? TRANSFER : FREE;
  return Number(card[0]) + (card.endsWith('E') ? EXPRESS : 0);
}

export function text(game: Metrox, _: State, seat: number, [action]: Actions): string {
  const { lines, stations } = game.scene.map;
  if (seat === CHANCE) return cardText(action!);
  if (action! >= FREE_RIDE) return action! === FREE_RIDE + STATIONS ? '*-' : `*${stations![action! - FREE_RIDE]!.id}`;
  const [line, ride] = divided(action!, RIDE_LINE);
  const [way, marks] = divided(ride, RIDE_WAY);
  return `${lines![line]!.id}${WAYS[way]}${marks === PLUS ? '+' : marks}`;
}

export function read(game: Metrox, state: State, seat: number, move: string): Actions | null {
  const { lines, stations } = game.scene.map;
  if (seat === CHANCE) return CARD.test(move) ? [cardCode(move)] : null;
  const free = FREE_MOVE.exec(move);
  if (free) {
    const station = free[1] === '-' ? STATIONS : stations!.findIndex((one) => one.id === free[1]);
    return station >= 0 && state.card === FREE ? [FREE_RIDE + station] : [];
  }
  const ride = RIDE.exec(move);
  if (!ride) return null;
  const line = lines!.findIndex((one) => one.id === ride[1]);
  if (line < 0 || state.card === FREE) return [];
  const marks = ride[3] === '+' ? PLUS : Number(ride[3]);
  return [line * RIDE_LINE + WAYS.indexOf(ride[2]!) * RIDE_WAY + marks];
}
