// The log of Le Jeu du Métro: notes by key, for the catalogues to put into words.
import { jeudumetro } from '@/engine/built/jeudumetro';
import { bits, CHANCE, divided, range, type Actions, type Note } from '@/engine/game';
import { laidOf, NAMES, OBJECTIVES, placeName, playOf, type Jeudumetro, type State } from './notation';
import { handOf } from './view';

const { CC, CO, CS, DEAL, DEALT, DRAW, FIRST, HP, LAY, OBJECTIVE, OVER, PP, STEAL } = jeudumetro.constants.state;

/** The log lines of one step: what the table sees for all, cards and objectives for those who see them. */
export function story(game: Jeudumetro, before: State, actor: number, actions: Actions, after: State): Note[] {
  const [action] = actions as [number];
  const notes = actor === CHANCE ? drawn(game, before, action, after) : acted(game, before, actor, actions);
  const { kind, here, there } = playOf(action);
  if (actor !== CHANCE && kind === CC) notes.push(objective(game, after, here), objective(game, after, there));
  if (after.refills > before.refills) {
    notes.push({ key: 'jeudumetro.refilled', params: { n: after.stock, refill: after.refills } });
    const last = (after.starter + game.players - 1) % game.players;
    if (after.closing > before.closing) notes.push({ key: 'jeudumetro.lasttrain', params: { seat: last } });
  }
  if (actor === CHANCE) notes.push(...attached(game, before, after));
  if (after.phase === OVER) notes.push(...ending(game, after));
  return notes;
}

/** What a draw tells, and to whom. */
function drawn(game: Jeudumetro, before: State, action: number, after: State): Note[] {
  const { phase, turn, step, victim } = before;
  if (phase === FIRST) return [{ key: 'jeudumetro.first', params: { seat: action } }];
  if (phase === OBJECTIVE) {
    if (game.players > 2) return [objective(game, after, step)];
    return step % 2 ? [objective(game, after, step - 1), objective(game, after, step)] : [];
  }
  if (phase === DEAL) return dealt(before, after);
  const card = NAMES[action];
  if (phase === STEAL) return [{ key: 'jeudumetro.stole', params: { seat: turn, victim, card }, seats: [turn, victim] }];
  return phase === DRAW ? [{ key: 'jeudumetro.drew', params: { seat: turn, card }, seats: [turn] }] : [];
}

/** A hand is told when it is whole. */
function dealt(before: State, after: State): Note[] {
  const [seat, card] = divided(before.step, DEALT);
  if (card < DEALT - 1) return [];
  const hand = { key: 'jeudumetro.hand', params: { seat, cards: handOf(after, seat) }, seats: [seat] };
  return after.phase === DEAL ? [hand] : [hand, { key: 'jeudumetro.departure', params: { seat: after.starter } }];
}

/** A card played, with what it did to the trains; or a discard. */
function acted(game: Jeudumetro, before: State, seat: number, actions: Actions): Note[] {
  const [action] = actions as [number];
  if (action >= LAY) {
    const cards = laidOf(actions);
    return [{ key: 'jeudumetro.discarded', params: { seat, cards, n: cards.length } }];
  }
  const card = NAMES[playOf(action).kind]!;
  return [{ key: `jeudumetro.play.${card}`, params: { seat, card, ...done(game, before, seat, action) } }];
}

function done(game: Jeudumetro, before: State, seat: number, action: number): Record<string, unknown> {
  const { kind, here, there } = playOf(action);
  if (kind === PP) return { victim: here };
  const after = game.copy(before);
  game.engine.call('effect', game.board, after, seat, action);
  if (kind === HP || kind === CS) return { n: Math.abs(after.quay - before.quay) };
  const [then, now] = [before.passengers.at(here), after.passengers.at(here)];
  const n = Math.abs(now - then);
  if (kind >= CO) return { here: placeName(game, here), there: placeName(game, there), n };
  return { place: placeName(game, here), before: then, after: now, n };
}

function objective(game: Jeudumetro, state: State, place: number): Note {
  const seat = game.board.owner.at(place);
  const face = state.face.at(state.card.at(place));
  return { key: 'jeudumetro.objective', params: { seat, place: placeName(game, place), objective: OBJECTIVES[face] }, seats: [seat] };
}

/** What attached cards did to the trains as the next turn began. */
function attached(game: Jeudumetro, before: State, after: State): Note[] {
  return range(game.board.places).flatMap((place) => {
    const [then, now] = [before.passengers.at(place), after.passengers.at(place)];
    if (then === now) return [];
    return [{ key: 'jeudumetro.attached', params: { seat: after.turn, place: placeName(game, place), before: then, after: now } }];
  });
}

/** Who won and how; all objectives are turned up. */
function ending(game: Jeudumetro, after: State): Note[] {
  const { board, engine } = game;
  const winners = bits(after.won, game.players);
  const revealed = range(board.places).map((place): Note => {
    const face = after.face.at(after.card.at(place));
    const missing = engine.call('missing', board, after, place, face);
    const params = { seat: board.owner.at(place), place: placeName(game, place), objective: OBJECTIVES[face], missing };
    return { key: missing ? 'jeudumetro.revealed' : 'jeudumetro.reached', params };
  });
  return [{ key: after.late ? 'jeudumetro.arrived' : 'jeudumetro.won', params: { winners, n: winners.length } }, ...revealed];
}
