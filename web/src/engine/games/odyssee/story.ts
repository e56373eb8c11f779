// The log of L'Odyssée: notes by key, for the catalogues to put into words.
import { odyssee } from '@/engine/built/odyssee';
import { CHANCE, divided, range, type Actions, type Note } from '@/engine/game';
import { cornerText, here, lineName, rides, rideText, type Odyssee, type State } from './notation';
import { dugLine, minutesBetween, presentsOf, sectionPoints, shopsOf, touched } from './view';

const { BONUS, CORNERS, DISTRICTS, HOMES, LEAVE, OUTERS, OVER, PASS, ROUTES, START, STARTER, STATION, TOUR, TURNS } =
  odyssee.constants.state;

/** What one step did: the step itself, stations, lines blocked, the end of building, the tour. */
export function story(game: Odyssee, before: State, actor: number, [action]: Actions, after: State): Note[] {
  if (actor === CHANCE) return [drawn(game, before, action!)];
  const notes = acted(game, before, actor, action!, after);
  if (action! < TOUR) notes.push(...building(game, before, actor, after));
  notes.push(...arrivals(game, before, after));
  if (after.phase === OVER) notes.push({ key: after.stops === 0 ? 'odyssee.over.little' : 'odyssee.over' });
  return notes;
}

function drawn(game: Odyssee, before: State, outcome: number): Note {
  if (before.phase === STARTER) return { key: 'odyssee.first', params: { seat: outcome } };
  if (before.phase === DISTRICTS) {
    const [district, turned] = divided(outcome, TURNS);
    return { key: 'odyssee.district', params: { place: before.drawn, district, turned } };
  }
  if (before.phase === HOMES) return { key: 'odyssee.home', params: { house: before.drawn + 1, corner: cornerText(game, outcome) } };
  return { key: 'odyssee.lot', params: { seat: outcome } };
}

function acted(game: Odyssee, before: State, seat: number, action: number, after: State): Note[] {
  if (action >= TOUR) return ridden(game, before, seat, action);
  if (action === PASS) return [{ key: 'odyssee.passed', params: { seat } }];
  if (action < STATION) return tunnel(game, before, seat, action, after);
  const key = before.phase === BONUS ? 'odyssee.bonus' : 'odyssee.built';
  return [station(key, game, before, seat, action - STATION)];
}

function station(key: string, game: Odyssee, before: State, seat: number, corner: number): Note {
  const near = touched(game, before, corner);
  return { key, params: { seat, corner: cornerText(game, corner), n: before.worth.at(corner), near } };
}

function tunnel(game: Odyssee, before: State, seat: number, action: number, after: State): Note[] {
  const line = dugLine(seat, action);
  const row = after.line.at(line);
  const [from, to] = [row.path.at(row.tunnels - 1), row.path.at(row.tunnels)];
  const params = { seat, line: lineName(line) };
  const notes: Note[] = [];
  if (action >= START) notes.push({ key: 'odyssee.started', params: { ...params, outer: from - CORNERS, corner: cornerText(game, to) } });
  else if (action >= LEAVE) notes.push({ key: 'odyssee.left', params: { ...params, outer: (action - LEAVE) % OUTERS } });
  else notes.push({ key: 'odyssee.dug', params: { ...params, corner: cornerText(game, to) } });
  for (const corner of [from, to]) {
    const appeared = corner < CORNERS && after.station.at(corner) !== 0 && before.station.at(corner) === 0;
    if (appeared) notes.push(station('odyssee.station', game, before, seat, corner));
  }
  return notes;
}

/** Lines newly blocked or freed, the last station, the last turns. */
function building(game: Odyssee, before: State, actor: number, after: State): Note[] {
  const { engine } = game;
  const notes: Note[] = [];
  for (const line of range(2 * game.players)) {
    const row = after.line.at(line);
    if (row.finished || !row.tunnels) continue;
    const [was, now] = [engine.call('ended', before, line), engine.call('ended', after, line)];
    const key = now ? 'odyssee.blocked' : 'odyssee.freed';
    if (was !== now) notes.push({ key, params: { seat: Math.floor(line / 2), line: lineName(line) } });
  }
  if (before.supply && !after.supply) notes.push({ key: 'odyssee.supply' });
  if (before.closing < 0 && after.closing > 0) notes.push({ key: 'odyssee.closing', params: { seat: actor, n: after.closing } });
  return notes;
}

function ridden(game: Odyssee, before: State, seat: number, action: number): Note[] {
  const [target, index] = divided(action - TOUR, ROUTES);
  const [route, house] = [rides(game, before, here(before), target, index), target + 1];
  const n = minutesBetween(game, before, here(before), target);
  if (n === null) return [{ key: 'odyssee.walked', params: { seat, house } }];
  const texts = route.map((ride) => rideText(game, ride));
  const sections = sectionPoints(game, route).flatMap((points, owner) =>
    points ? [{ key: 'odyssee.sections', params: { seat: owner, n: points } }] : [],
  );
  return [{ key: route.length ? 'odyssee.guided' : 'odyssee.guided.shared', params: { seat, house, n, rides: texts } }, ...sections];
}

/** The tour begins, presents are collected. */
function arrivals(game: Odyssee, before: State, after: State): Note[] {
  const notes: Note[] = [];
  for (let i = before.stops; i < after.stops; i++) {
    const house = after.stop.at(i);
    if (i === 0) notes.push({ key: 'odyssee.tour', params: { house: house + 1 } });
    const paid = presentsOf(game, after, house);
    shopsOf(game, after, house).forEach((shops, seat) => {
      if (shops.length) notes.push({ key: 'odyssee.presents', params: { seat, house: house + 1, shops, n: paid[seat] } });
    });
  }
  return notes;
}
