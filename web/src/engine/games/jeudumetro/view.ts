// What a screen shows of Le Jeu du Métro: the table as one seat knows it, and what each legal move would do.
import { jeudumetro } from '@/engine/built/jeudumetro';
import { bits, range, type Actions, type Moves } from '@/engine/game';
import type { View } from '@/lib/types';
import type { JeudumetroView, Place, Play } from '@/lib/wire';
import { laidOf, NAMES, OBJECTIVES, placeName, playOf, type Jeudumetro, type State } from './notation';

const { AI, CC, CO, CS, CT, HP, LAY, PP, SP, UNSEEN } = jeudumetro.constants.state;
const PHASES = ['first', 'objectives', 'deal', 'act', 'act', 'steal', 'draw', 'over'] as const;
/** What cards do; the others change passengers, or nothing. */
const DEEDS: Record<number, Play['does']> = { [SP]: 'attach', [CT]: 'attach', [PP]: 'rob', [CC]: 'objectives', [AI]: 'trains' };
/** Bits of an outlook: who may win, after those who do; and whether somebody does, whatever the objectives. */
const [PERHAPS, ALWAYS] = [8, 16];

export function view(game: Jeudumetro, state: State, header: View, moves: () => Moves): JeudumetroView {
  const { board, players } = game;
  const phase = PHASES[state.phase]!;
  return {
    ...header,
    phase,
    turn: state.turns ? state.turn : null,
    turns: state.turns,
    starter: phase === 'first' ? null : state.starter,
    quay: state.quay,
    places: range(board.places).map((place) => placeOf(game, state, place)),
    hands: range(players).map((seat) => ({ seat, size: state.held.at(seat), cards: handOf(state, seat) })),
    pile: state.stock,
    discard: counts(state.discard.list()),
    attached: counts(attached(game, state)),
    unseen: unseen(game, state),
    refills: state.refills,
    last_refill: board.refills,
    last_train: state.closing !== 0,
    by_distance: state.late !== 0,
    moves: [...moves()].map(([move, actions]) => play(game, state, header.seat as number, move, actions)),
  };
}

/** The cards of a hand in the order of the notation, copies repeated. */
export function handOf(state: State, seat: number): string[] {
  return NAMES.flatMap((name, kind) => range(state.hand.at(seat, kind)).map(() => name));
}

/** Cards by name, without those of which there are none. */
function counts(row: number[]): Record<string, number> {
  return Object.fromEntries(NAMES.flatMap((name, kind) => (row[kind] ? [[name, row[kind]]] : [])));
}

/** Cards attached to trains, by kind. */
function attached(game: Jeudumetro, state: State): number[] {
  const sum = (row: number[]) => row.reduce((all, one) => all + one, 0);
  const found = NAMES.map(() => 0);
  found[SP] = sum(state.stars.list(game.board.places));
  found[CT] = sum(state.controllers.list(game.board.places));
  return found;
}

function placeOf(game: Jeudumetro, state: State, place: number): Place {
  const { board, engine } = game;
  const card = state.card.at(place);
  const face = state.face.at(card);
  return {
    place: placeName(game, place),
    seat: board.owner.at(place),
    left: placeName(game, board.left.at(place)),
    right: placeName(game, board.right.at(place)),
    train: state.train.at(place) + 1,
    passengers: state.passengers.at(place),
    stars: state.stars.at(place),
    controllers: state.controllers.at(place),
    objective: face === UNSEEN ? null : OBJECTIVES[face]!,
    missing: face === UNSEEN ? null : engine.call('missing', board, state, place, face),
    seen_by: bits(state.knows.at(card), game.players),
  };
}

function unseen(game: Jeudumetro, state: State): Record<string, number> {
  const out = attached(game, state);
  const left = NAMES.map((_, kind) => {
    const held = range(game.players).reduce((all, seat) => all + state.hand.at(seat, kind), 0);
    return game.board.copies.at(kind) - state.discard.at(kind) - held - out[kind]!;
  });
  return counts(left);
}

/** Try a move on a copy of what the seat knows and tell the difference. */
function play(game: Jeudumetro, state: State, seat: number, move: string, actions: Actions): Play {
  const { board, engine, players } = game;
  const [action] = actions as [number];
  if (action >= LAY) {
    const discards = laidOf(actions);
    const nobody = { ends: 'no', wins: [], may_win: [] };
    const nothing = { card: null, targets: [], victim: null, changes: [], quay: state.quay };
    return { move, does: 'discard', discards, draws: discards.length + state.due, ...nothing, ...nobody };
  }
  const { kind, here, there } = playOf(action);
  const after = game.copy(state);
  engine.call('effect', board, after, seat, action);
  const outlook = kind === PP ? 0 : engine.call('outlook', board, after);
  const ends = (outlook >> ALWAYS) & 1;
  const mayWin = bits(outlook >> PERHAPS, players);
  const [then, now] = [state.passengers.list(board.places), after.passengers.list(board.places)];
  const changes = then.flatMap((before, i) => (before === now[i] ? [] : [{ place: placeName(game, i), before, after: now[i]! }]));
  return {
    move,
    does: DEEDS[kind] ?? (changes.length ? 'change' : 'nothing'),
    card: NAMES[kind]!,
    targets: targets(game, kind, here, there).map((place) => placeName(game, place)),
    victim: kind === PP ? here : null,
    discards: [],
    draws: ends ? 0 : 1,
    changes,
    quay: after.quay,
    ends: ends ? 'yes' : mayWin.length ? 'maybe' : 'no',
    wins: bits(outlook, players),
    may_win: mayWin,
  };
}

/** The places a card acts on, in the order of the notation. */
function targets(game: Jeudumetro, kind: number, here: number, there: number): number[] {
  if (kind === PP) return range(game.board.places).filter((place) => game.board.owner.at(place) === here);
  if (kind >= CO) return [here, there];
  return kind === HP || kind === CS ? [] : [here];
}
