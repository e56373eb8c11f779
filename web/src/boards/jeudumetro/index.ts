import type { BoardModule } from '@/boards';
import type { JeudumetroView, Player } from '@/lib/types';
import { say } from '@/lib/words.svelte';
import Aside from './Aside.svelte';
import Board from './Board.svelte';

export { Aside, Board };

export const prompt: BoardModule['prompt'] = () => say('web-jeudumetro.prompt');

const names = (seats: number[], players: Player[]) => seats.map((seat) => players[seat]?.name ?? String(seat));

export const summary: BoardModule['summary'] = (view: JeudumetroView, text: string, players) => {
  const move = view.moves.find((one) => one.move === text);
  if (!move) return '';
  const said: string[] = [];
  if (move.card === null)
    said.push(say('jeudumetro.does.discard', { n: move.draws, cards: move.discards.map((card) => say(`jeudumetro.card.${card}`)) }));
  else {
    said.push(`${say(`jeudumetro.card.${move.card}`)} ·`);
    const [here = '', there = ''] = move.targets;
    if (move.victim !== null) said.push(say('jeudumetro.does.rob', { who: players[move.victim]?.name ?? '' }));
    else if (move.card === 'CC') said.push(say('jeudumetro.does.objectives', { here, there }));
    else if (move.card === 'AI') said.push(say('jeudumetro.does.trains', { here, there }));
    else if (move.card === 'SP' || move.card === 'CT') said.push(say('jeudumetro.does.attach', { place: here }));
    else if (move.changes.length > 2)
      said.push(say(`jeudumetro.text.${move.card}`)); // every train: they show it themselves
    else if (move.changes.length) said.push(move.changes.map((change) => say('jeudumetro.does.change', { ...change })).join(', '));
    else said.push(say('jeudumetro.does.nothing'));
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

export const teller: BoardModule['teller'] = (line) => {
  const given = line.params ?? {};
  const params: Record<string, unknown> = {};
  if ('card' in given) params['card'] = say(`jeudumetro.card.${String(given['card'])}`);
  if (Array.isArray(given['cards'])) params['cards'] = given['cards'].map((card) => say(`jeudumetro.card.${String(card)}`));
  if ('objective' in given) params['objective'] = say(`jeudumetro.objective.${String(given['objective'])}`);
  // whoever has won was not "0 passengers away"
  return line.key === 'jeudumetro.revealed' && given['missing'] === 0 ? { key: 'jeudumetro.reached', params } : { params };
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
