// The log of Correspondances: notes by key, for the catalogues to put into words.
import { correspondances } from '@/engine/built/correspondances';
import { CHANCE, divided, range, type Actions, type Note } from '@/engine/game';
import { KIND_TEXTS, lookText, placeOf, rowText, type Correspondances, type State } from './notation';

const { DEAL, FIRST, GOAL, LOOKS, OVER, PASS, SET } = correspondances.constants.state;

/** Who begins, lines (each to its player only), the row, draws and placements; then how the round ended. */
export function story(game: Correspondances, before: State, actor: number, [action]: Actions, after: State): Note[] {
  if (actor === CHANCE) return [drawn(game, before, action!, after)];
  const notes = [placed(game, before, actor, action!)];
  return after.past.number === before.past.number ? notes : [...notes, ...ending(game, after)];
}

function drawn(game: Correspondances, before: State, action: number, after: State): Note {
  if (before.stage === FIRST) return { key: 'correspondances.first', params: { seat: action } };
  if (before.stage === DEAL) {
    const seat = before.dealt;
    return { key: 'correspondances.line', params: { seat, line: action + 1 }, seats: [seat] };
  }
  if (before.stage === SET) return { key: 'correspondances.row', params: { round: after.number, row: rowText(game, action) } };
  return { key: 'correspondances.draw', params: { seat: after.seat, tile: KIND_TEXTS[action] } };
}

function placed(game: Correspondances, before: State, seat: number, action: number): Note {
  if (action === PASS) return { key: 'correspondances.aside', params: { seat, tile: KIND_TEXTS[before.drawn - 1] } };
  const [cell, look] = divided(action, LOOKS);
  return { key: 'correspondances.placed', params: { seat, ...placeOf(cell), ports: lookText(game, look) } };
}

/** The lines revealed, who arrived, who has the longest stretch, and how the game stands. */
function ending(game: Correspondances, after: State): Note[] {
  const { past } = after;
  const [trips, stretches, totals] = [past.trip, past.stretch, after.total].map((row) => row.list(game.players));
  const notes: Note[] = trips!.some((points) => points > 0) ? [] : [{ key: 'correspondances.exhausted' }];
  for (const seat of range(game.players)) {
    const who = { seat, line: past.line.at(seat) };
    const points = trips![seat]!;
    if (points) notes.push({ key: 'correspondances.arrived', params: { ...who, n: past.changes.at(seat), points } });
    else notes.push({ key: 'correspondances.revealed', params: who });
  }
  const longest = past.longest - 1;
  if (past.longest) notes.push({ key: 'correspondances.longest', params: { seat: longest, n: stretches![longest] } });
  else notes.push({ key: 'correspondances.longest.tie', params: { n: Math.max(...stretches!) } });
  const points = Math.max(...totals!);
  if (after.stage === OVER) notes.push({ key: 'correspondances.over', params: { seat: totals!.indexOf(points), points } });
  else if (points >= GOAL) notes.push({ key: 'correspondances.level', params: { points } });
  return notes;
}
