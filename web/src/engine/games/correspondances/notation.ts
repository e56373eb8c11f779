// Correspondances in short strings: `first 2`, `line 1=3`, `row 3142`, `draw 12+`; placements `0,1:2121`, or `-`.
import { correspondances } from '@/engine/built/correspondances';
import { CHANCE, divided, range, type Actions, type Game, type StateOf } from '@/engine/game';
import type { CorrespondancesScene, CorrespondancesView } from '@/lib/wire';

export type Correspondances = Game<typeof correspondances, CorrespondancesScene, CorrespondancesView>;
export type State = StateOf<typeof correspondances>;

const { BEND, BOTTOM, BRIDGE, CROSS, DEAL, DRAW, FIRST, JUNCTION, KINDS, LEFT, LOOKS, PAIRS, PASS, RIGHT, SET, TOP, WIDE } =
  correspondances.constants.state;

const DRAWS = /^(?:first [1-4]|line [1-4]=[1-4]|row [1-4]{4}|draw (?:[1-4]{2}[+)x]|[1-4]\*))$/;
const PLACEMENT = /^(0|-?[1-9][0-9]{0,3}),(0|-?[1-9][0-9]{0,3}):([1-4]{4})$/;
const STAGES: Record<string, number> = { first: FIRST, line: DEAL, row: SET, draw: DRAW };

/** Kinds of sections: `12+` a cross, `12)` a double bend, `1*` a junction, `12x` a bridge. */
export const KIND_TEXTS = range(KINDS).map((kind) => {
  if (kind >= JUNCTION && kind < BRIDGE) return `${kind - JUNCTION + 1}*`;
  const [family, sign] = kind >= BRIDGE ? [BRIDGE, 'x'] : kind >= BEND ? [BEND, ')'] : [CROSS, '+'];
  return `${PAIRS[kind - family]!.join('')}${sign}`;
});

/** How a section lies: the lines at its ports N E S W. */
export function lookText(game: Correspondances, look: number): string {
  return range(4)
    .map((side) => game.board.port.at(look, side))
    .join('');
}

/** An order of the straight tiles. */
export function rowText(game: Correspondances, row: number): string {
  const { rows } = game.board;
  return range(4)
    .map((i) => rows.at(row, i) + 1)
    .join('');
}

/** The column and row of a cell. */
export function placeOf(cell: number): { x: number; y: number } {
  const [y, x] = divided(cell, WIDE);
  return { x: x + LEFT - 1, y: y + BOTTOM - 1 };
}

function cellAt(x: number, y: number): number {
  return (y - BOTTOM + 1) * WIDE + x - LEFT + 1;
}

export function text(game: Correspondances, state: State, seat: number, [action]: Actions): string {
  if (seat !== CHANCE) {
    if (action === PASS) return '-';
    const [cell, look] = divided(action!, LOOKS);
    const { x, y } = placeOf(cell);
    return `${x},${y}:${lookText(game, look)}`;
  }
  const { stage } = state;
  if (stage === FIRST) return `first ${action! + 1}`;
  if (stage === DEAL) return `line ${state.dealt + 1}=${action! + 1}`;
  if (stage === SET) return `row ${rowText(game, action!)}`;
  return `draw ${KIND_TEXTS[action!]}`;
}

export function read(game: Correspondances, state: State, seat: number, move: string): Actions | null {
  if (seat === CHANCE) return readDraw(game, state, move);
  if (move === '-') return [PASS];
  const found = PLACEMENT.exec(move);
  if (!found) return null;
  const [x, y] = [Number(found[1]), Number(found[2])];
  const look = range(LOOKS).find((one) => lookText(game, one) === found[3]);
  const inside = LEFT <= x && x <= RIGHT && BOTTOM <= y && y <= TOP;
  return inside && look !== undefined ? [cellAt(x, y) * LOOKS + look] : [];
}

function readDraw(game: Correspondances, state: State, move: string): Actions | null {
  if (!DRAWS.test(move)) return null;
  const [step, what] = move.split(' ') as [string, string];
  const stage = STAGES[step];
  if (stage !== state.stage) return [];
  if (stage === FIRST) return [Number(what) - 1];
  if (stage === DEAL) return Number(what[0]) === state.dealt + 1 ? [Number(what[2]) - 1] : [];
  const texts = stage === SET ? range(24).map((row) => rowText(game, row)) : KIND_TEXTS;
  return texts.includes(what) ? [texts.indexOf(what)] : [];
}

/** A line tile is drawn unseen: only its player knows which. */
export function witness(_: Correspondances, before: State, actor: number, text: string, seat: number): string {
  return actor === CHANCE && text.startsWith('line ') && before.dealt !== seat ? `${text.split('=')[0]}=?` : text;
}
