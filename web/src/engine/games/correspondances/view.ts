// What a screen shows of Correspondances: the table, one's own trip, and what each placement would do.
import { correspondances } from '@/engine/built/correspondances';
import { bits, divided, range, type Moves } from '@/engine/game';
import type { Numbers } from '@/engine/memory';
import type { View } from '@/lib/types';
import type { CorrespondancesResult, CorrespondancesView, Placement, Round, Step, Tile, Trip } from '@/lib/wire';
import { KIND_TEXTS, lookText, placeOf, type Correspondances, type State } from './notation';

const { BRIDGES, END_A, FIRST, GOAL, LINES, LOOKS, NODES, OVER, PASS, ROW, STRAIGHT, TRIP } = correspondances.constants.state;
const { GAP, REPORT } = correspondances.constants.trips;

const STAGES = ['first', 'lines', 'row', 'draw', 'place', 'over'] as const;
const SIGNS = '-1234M';
const MARKS: Record<string, string> = { cross: '+', bend: ')', junction: '*', bridge: 'x' };

export function view(game: Correspondances, state: State, header: View, moves: () => Moves): CorrespondancesView {
  const { players } = game;
  const over = state.stage === OVER;
  const tiles = tilesOf(game, state, state.tiles, state.starter);
  const lines = (over ? state.past.line : state.line).list(players).map((line) => line || null);
  const running = state.tiles > 0 && !over;
  return {
    ...header,
    number: state.number,
    stage: STAGES[state.stage]!,
    starter: state.stage === FIRST ? null : state.starter,
    goal: GOAL,
    trip: TRIP,
    lines,
    trips: lines.map((line) => (line && running ? tripOf(game, state, line) : null)),
    tiles,
    frame: frameOf(tiles),
    drawn: state.drawn ? KIND_TEXTS[state.drawn - 1]! : null,
    pile: counted(state.pile.list(KIND_TEXTS.length)),
    aside: running ? asideOf(game, state, tiles) : {},
    complete: over ? [] : linesOf(state.complete),
    last: state.past.number ? lastOf(game, state) : null,
    moves: [...moves()].map(([move, [action]]) => placement(game, state, header.seat as number, move, action!)),
  };
}

function linesOf(mask: number): number[] {
  return bits(mask, LINES).map((line) => line + 1);
}

/** By kind, without those of which there are none. */
function counted(numbers: number[]): Record<string, number> {
  return Object.fromEntries(numbers.flatMap((n, kind) => (n > 0 ? [[KIND_TEXTS[kind]!, n]] : [])));
}

function kindOf(code: number, ports: string): string {
  if (code >= STRAIGHT) return code >= END_A ? 'end' : 'straight';
  if (code >= BRIDGES) return 'bridge';
  return new Set(ports).size === 1 ? 'junction' : ports[0] === ports[2] ? 'cross' : 'bend';
}

/** The tiles of the running round or of the one before; sections were laid in turn from the starter on. */
function tilesOf(game: Correspondances, source: { cell: Numbers; code: Numbers }, count: number, starter: number): Tile[] {
  const [cells, codes] = [source.cell.list(count), source.code.list(count)];
  return cells.map((cell, slot) => {
    const code = codes[slot]!;
    const ports = range(4)
      .map((side) => SIGNS[game.board.port.at(code, side)])
      .join('');
    const kind = kindOf(code, ports);
    const station = kind === 'cross' || kind === 'bend';
    return { ...placeOf(cell), ports, kind, station, seat: slot >= ROW ? (starter + slot - ROW) % game.players : null };
  });
}

function frameOf(tiles: Tile[]): [number, number, number, number] {
  const xs = tiles.length ? tiles.map((tile) => tile.x) : [0, 5];
  const ys = tiles.length ? tiles.map((tile) => tile.y) : [0];
  return [Math.min(...xs) - 1, Math.min(...ys) - 1, Math.max(...xs) + 1, Math.max(...ys) + 1];
}

/** What is neither in the pile, nor on the table, nor in hand. */
function asideOf(game: Correspondances, state: State, tiles: Tile[]): Record<string, number> {
  const left = game.board.deck.list().map((n, kind) => n - state.pile.at(kind));
  for (const tile of tiles.slice(ROW)) left[KIND_TEXTS.indexOf(sectionOf(tile))]! -= 1;
  if (state.drawn) left[state.drawn - 1]! -= 1;
  return counted(left);
}

/** The section a tile shows, as the pile counts it. */
function sectionOf(tile: Tile): string {
  return [...new Set(tile.ports)].sort().join('') + MARKS[tile.kind];
}

/** The steps of a report, from start to arrival. */
function wayOf(report: Numbers): Step[] {
  const nodes = report
    .list(REPORT + report.at(2))
    .slice(REPORT)
    .reverse();
  return nodes.map((node) => {
    const [cell, line] = divided(node, LINES);
    return { ...placeOf(cell), line: line + 1 };
  });
}

function tripOf(game: Correspondances, state: State, line: number): Trip {
  const { board, engine } = game;
  const report = game.row(REPORT + NODES);
  const found = engine.call('journey', board, state, line - 1, GAP, report) >= 0;
  const changes = report.at(1);
  return {
    line,
    missing: found ? report.at(0) : null,
    changes: found ? changes : null,
    worth: found ? engine.call('trip_points', changes) : null,
    way: found ? wayOf(report) : [],
    stretch: engine.call('stretch', board, state, line - 1),
  };
}

/** The round before, with everybody's way. */
function lastOf(game: Correspondances, state: State): Round {
  const { board, engine, players } = game;
  const { past } = state;
  const starter = state.stage === OVER ? state.starter : (state.starter + players - 1) % players;
  const ground = game.copy(state);
  engine.call('recall', board, ground);
  const results = range(players).map((seat): CorrespondancesResult => {
    const [line, trip] = [past.line.at(seat), past.trip.at(seat)];
    const report = game.row(REPORT + NODES);
    engine.call('journey', board, ground, line - 1, trip ? 0 : GAP, report);
    const longest = past.longest === seat + 1;
    return {
      line,
      arrived: trip > 0,
      changes: trip ? past.changes.at(seat) : null,
      trip,
      stretch: past.stretch.at(seat),
      longest,
      points: trip + Number(longest),
      way: wayOf(report),
    };
  });
  return { number: past.number, tiles: tilesOf(game, past, past.tiles, starter), results };
}

/** Lay the section on a copy of what this seat knows and tell the difference. */
function placement(game: Correspondances, state: State, seat: number, move: string, action: number): Placement {
  const { board, engine } = game;
  const after = game.copy(state);
  const [cell, look] = divided(action, LOOKS);
  if (action !== PASS) engine.call('lay', board, after, cell, engine.call('code_of', state, action));
  const line = state.line.at(seat);
  const report = game.row(REPORT);
  const completes = linesOf(after.complete & ~state.complete);
  const finishes = completes.includes(line);
  const found = engine.call('journey', board, after, line - 1, finishes ? 0 : GAP, report) >= 0;
  return {
    move,
    ...(action === PASS ? { x: null, y: null } : placeOf(cell)),
    ports: action === PASS ? null : lookText(game, look),
    completes,
    finishes,
    points: finishes ? engine.call('trip_points', report.at(1)) : null,
    missing: found ? report.at(0) : null,
    changes: found ? report.at(1) : null,
    worth: found ? engine.call('trip_points', report.at(1)) : null,
    stretch: engine.call('stretch', board, after, line - 1),
  };
}
