import type { BoardModule } from '@/boards';
import type { JeudumetroNote, JeudumetroView, Player, Told } from '@/lib/types';
import { say } from '@/lib/words.svelte';
import Aside from './Aside.svelte';
import Board from './Board.svelte';

export { Aside, Board };
export { drawn } from './drawn';

export const prompt: BoardModule['prompt'] = () => say('web-jeudumetro.prompt');

const names = (seats: number[], players: Player[]) => seats.map((seat) => players[seat]?.name ?? String(seat));

export const summary: BoardModule['summary'] = (view: JeudumetroView, text: string, players) => {
  const move = view.moves.find((one) => one.move === text);
  if (!move) return '';
  const said = move.card === null ? [] : [`${say(`jeudumetro.card.${move.card}`)} ·`];
  if (move.changes.length > 2)
    said.push(say(`jeudumetro.text.${move.card}`)); // every train: they show it themselves
  else if (move.does === 'change') said.push(move.changes.map((change) => say('jeudumetro.does.change', { ...change })).join(', '));
  else {
    const [here = '', there = ''] = move.targets;
    const who = move.victim === null ? '' : (players[move.victim]?.name ?? '');
    const cards = move.discards.map((card) => say(`jeudumetro.card.${card}`));
    said.push(say(`jeudumetro.does.${move.does}`, { place: here, here, there, who, cards, n: move.draws }));
  }
  if (move.wins.length) said.push(`· ${say('jeudumetro.does.wins', { who: names(move.wins, players) })}`);
  else if (move.may_win.length) said.push(`· ${say('jeudumetro.does.maywin', { who: names(move.may_win, players) })}`);
  return said.join(' ');
};

export const place: BoardModule['place'] = (view: JeudumetroView, text) => {
  const move = view.moves.find((one) => one.move === text);
  if (!move) return '';
  const cards = (move.card === null ? move.discards : [move.card]).map((card) => say(`jeudumetro.card.${card}`));
  return [...cards, ...move.targets.map((target) => `${say('jeudumetro.train')} ${target}`)].join(' → ');
};

/** Cards and objectives by name. */
export const teller: BoardModule['teller'] = ({ params }: Told<JeudumetroNote>) => {
  if ('card' in params) return { params: { card: say(`jeudumetro.card.${params.card}`) } };
  if ('cards' in params) return { params: { cards: params.cards.map((card) => say(`jeudumetro.card.${card}`)) } };
  if ('objective' in params) return { params: { objective: say(`jeudumetro.objective.${params.objective}`) } };
  return {};
};

/** Nobody scores before the end: whoever has the shortest way to the objective stands best. */
export const standing = (view: JeudumetroView): number[] => {
  const found = view.scores.map(() => -99);
  for (const place of view.places) found[place.seat] = Math.max(found[place.seat] ?? -99, -(place.missing ?? 99));
  return found;
};

/** What each was after, now that all objectives lie open, and how far it was. */
export const fate = (view: JeudumetroView, seat: number): string =>
  view.places
    .filter((place) => place.seat === seat && place.objective)
    .map((place) =>
      say(place.missing ? 'web-jeudumetro.fate.missed' : 'web-jeudumetro.fate.reached', {
        objective: say(`jeudumetro.objective.${place.objective ?? '0'}`),
        n: place.missing ?? 0,
      }),
    )
    .join(' · ');
