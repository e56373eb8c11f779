// Le Jeu du Métro in short strings: `V2>3` `HP` `CO 2>5` `AI 2<>6` `-V2,HP`; draws `first 3` `obj 1=0` `draw V2`.
import { jeudumetro } from '@/engine/built/jeudumetro';
import { CHANCE, divided, range, type Actions, type Game, type StateOf } from '@/engine/game';
import type { JeudumetroScene, JeudumetroView } from '@/lib/wire';

export type Jeudumetro = Game<typeof jeudumetro, JeudumetroScene, JeudumetroView>;
export type State = StateOf<typeof jeudumetro>;

const { AI, CC, CO, CS, DEAL, DEALT, DISCARD, DRAW, FIRST, HP, LAY, OBJECTIVE, PLACES, PLAY, PP, STEAL, STOP, TE } =
  jeudumetro.constants.state;
export const NAMES: readonly string[] = jeudumetro.constants.state.NAMES;
export const OBJECTIVES: readonly string[] = jeudumetro.constants.state.OBJECTIVES;

const KIND = NAMES.join('|');
const PLACE = '[1-9][AB]?';
const BARE = /^(HP|CS|TE)$/;
const AIMED = new RegExp(`^(V1|V2|V3|SP|M1|M2|M3|CT|PP|TE)>(${PLACE})$`);
const WALK = new RegExp(`^(CO) (${PLACE})>(${PLACE})$`);
const SWAP = new RegExp(`^(CC|AI) (${PLACE})<>(${PLACE})$`);
const LAID = new RegExp(`^-((?:${KIND})(?:,(?:${KIND}))*)$`);
const DRAWN = new RegExp(`^(?:(first) ([1-9])|(obj) ${PLACE}=(0|20|R0|L20)|(deal) [1-9]=(${KIND})|(draw) (${KIND})|(steal) (${KIND}))$`);
const VERBS: Record<number, string> = { [FIRST]: 'first', [OBJECTIVE]: 'obj', [DEAL]: 'deal', [DRAW]: 'draw', [STEAL]: 'steal' };

/** The name of a place. */
export function placeName(game: Jeudumetro, place: number): string {
  return game.scene.places[place]!.place;
}

/** A play's card, and the two places (or the player) it names. */
export function playOf(action: number): { kind: number; here: number; there: number } {
  const [kind, targets] = divided(action, PLAY);
  const [here, there] = divided(targets, PLACES);
  return { kind, here, there };
}

/** The cards a discard lays off. */
export function laidOf(actions: Actions): string[] {
  return actions.filter((action) => action !== STOP).map((action) => NAMES[action - LAY]!);
}

export function text(game: Jeudumetro, state: State, seat: number, actions: Actions): string {
  const [first] = actions as [number];
  if (seat === CHANCE) return drawnText(game, state, first);
  if (first < LAY) return playText(game, first);
  const cards = laidOf(actions).join(',');
  return actions.at(-1) === STOP ? `-${cards}` : `-${cards},`;
}

function playText(game: Jeudumetro, action: number): string {
  const { kind, here, there } = playOf(action);
  const name = NAMES[kind]!;
  if (kind === HP || kind === CS || (kind === TE && game.players > 2)) return name;
  if (kind === PP) return `${name}>${here + 1}`;
  if (kind === CO) return `${name} ${placeName(game, here)}>${placeName(game, there)}`;
  if (kind === CC || kind === AI) return `${name} ${placeName(game, here)}<>${placeName(game, there)}`;
  return `${name}>${placeName(game, here)}`;
}

function drawnText(game: Jeudumetro, state: State, action: number): string {
  const verb = VERBS[state.phase] ?? 'draw';
  if (verb === 'first') return `first ${action + 1}`;
  if (verb === 'obj') return `obj ${placeName(game, state.step)}=${OBJECTIVES[action]}`;
  if (verb === 'deal') return `deal ${Math.floor(state.step / DEALT) + 1}=${NAMES[action]}`;
  return `${verb} ${NAMES[action]}`;
}

export function read(game: Jeudumetro, state: State, seat: number, move: string): Actions | null {
  if (seat === CHANCE) return readDraw(game, state, move);
  const laid = LAID.exec(move);
  if (laid || (move === '-' && state.phase === DISCARD)) {
    const kinds = laid ? laid[1]!.split(',').map((name) => NAMES.indexOf(name)) : [];
    const sorted = kinds.every((kind, i) => i === 0 || kinds[i - 1]! <= kind);
    return sorted ? [...kinds.map((kind) => LAY + kind), STOP] : null;
  }
  const found = BARE.exec(move) ?? AIMED.exec(move) ?? WALK.exec(move) ?? SWAP.exec(move);
  return found && readPlay(game, seat, NAMES.indexOf(found[1]!), found.slice(2));
}

/** The action of a played card and the places (for Pickpocket, the player) it names. */
function readPlay(game: Jeudumetro, seat: number, kind: number, targets: string[]): Actions | null {
  const known = kind === PP ? range(game.players).map((i) => `${i + 1}`) : game.scene.places.map(({ place }) => place);
  if (targets.some((name) => !known.includes(name))) return [];
  let numbers = targets.map((name) => known.indexOf(name));
  if (kind === TE) {
    if (targets.length > 0 === game.players > 2) return [];
    if (!numbers.length) numbers = [seat];
  }
  const [here, there] = [numbers[0] ?? 0, numbers[1] ?? 0];
  if ((kind === CC || kind === AI) && here > there) return null;
  if (numbers.length === 2 && here === there) return [];
  return [kind * PLAY + here * PLACES + there];
}

function readDraw(game: Jeudumetro, state: State, move: string): Actions | null {
  const found = DRAWN.exec(move);
  if (!found) return null;
  const [verb, value] = found.slice(1).filter((group) => group !== undefined) as [string, string];
  if (verb !== VERBS[state.phase]) return [];
  if (verb === 'first') return [Number(value) - 1];
  const action = verb === 'obj' ? OBJECTIVES.indexOf(value) : NAMES.indexOf(value);
  return drawnText(game, state, action) === move ? [action] : [];
}

/** All plays, then all discards: every choice of at least one card of the hand, in the order of the notation. */
export function moves(_: Jeudumetro, state: State, seat: number, actions: number[]): Actions[] {
  const kinds = actions.filter((action) => action >= LAY && action < STOP);
  const copies = kinds.map((action) => state.hand.at(seat, action - LAY));
  const discards: Actions[] = actions.includes(STOP) ? [[STOP]] : [];
  const choose = (from: number, laid: Actions) => {
    if (laid.length) discards.push([...laid, STOP]);
    for (let j = from; j < kinds.length; j++) {
      for (let n = 1; n <= copies[j]!; n++) choose(j + 1, [...laid, ...range(n).map(() => kinds[j]!)]);
    }
  };
  choose(0, []);
  return [...actions.filter((action) => action < LAY).map((action) => [action]), ...discards];
}

/** A play is one action; a discard is whole when it stops. */
export function finished(seat: number, actions: Actions): boolean {
  return seat === CHANCE || actions[0]! < LAY || actions.at(-1) === STOP;
}

/** A draw as a seat saw it: one's own cards, and what one stole or was robbed of; otherwise `?`. */
export function witness(game: Jeudumetro, before: State, actor: number, text: string, seat: number): string {
  if (actor !== CHANCE || saw(game, before, seat)) return text;
  const mark = text.includes('=') ? '=' : ' ';
  return `${text.split(mark)[0]}${mark}?`;
}

function saw(game: Jeudumetro, before: State, seat: number): boolean {
  const { phase } = before;
  // two players look at their objectives only when both lie in their places, so nobody sees them dealt
  if (phase === OBJECTIVE) return game.players > 2 && before.step === seat;
  if (phase === DEAL) return Math.floor(before.step / DEALT) === seat;
  if (phase === STEAL) return seat === before.turn || seat === before.victim;
  return phase === FIRST || before.turn === seat;
}

/** Two players lay their objectives unseen: whoever has the place turns the card over and tells it. */
export function holder(game: Jeudumetro, state: State): number {
  return game.board.owner.at(state.step);
}
