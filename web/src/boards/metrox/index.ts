import type { BoardModule } from '@/boards';
import type { MetroxView } from '@/lib/types';
import { say } from '@/lib/words.svelte';
import Aside from './Aside.svelte';
import Board from './Board.svelte';
import type { MetroxScene } from './geometry';

export { Aside, Board };
export const scores = true;
export const done = (view: MetroxView): boolean[] => view.sheets.map((sheet) => sheet.done && !view.over);

export const prompt: BoardModule['prompt'] = (view: MetroxView) => {
  if (view.card === '*') return say('metrox.prompt.free');
  if (view.card === '+') return say('metrox.prompt.transfer');
  if (view.card?.endsWith('E')) return say('metrox.prompt.express', { n: view.card.replace('E', '') });
  return say('metrox.prompt.number', { n: view.card ?? '' });
};

export const summary: BoardModule['summary'] = (view: MetroxView, move: string, _players, scene: MetroxScene) => {
  const ride = view.moves.find((one) => one.move === move);
  if (!ride) return '';
  const names = new Map(scene.map.stations.map((station) => [station.id, station.name]));
  const n = ride.marks.length;
  const where = n > 1 ? say('metrox.summary.fromto', { from: names.get(ride.marks[0]!) ?? '', to: names.get(ride.marks[n - 1]!) ?? '' }) : (names.get(ride.marks[0] ?? '') ?? '');
  const said = [
    ride.line === null
      ? n ? say('metrox.summary.free', { station: where }) : say('metrox.summary.free.none')
      : ride.transfer !== null ? say('metrox.summary.transfer', { line: ride.line, station: where, n: ride.transfer })
        : n ? say('metrox.summary.ride', { line: ride.line, n, where }) : say('metrox.summary.none', { line: ride.line }),
  ];
  ride.completes.forEach((line, i) => said.push(say('metrox.summary.completes', { line, points: ride.values[i] ?? 0 })));
  if (ride.repeats) said.push(say('metrox.summary.repeats', { n: ride.repeats }));
  said.push(say('metrox.summary.points', { points: ride.points > 0 ? `+${ride.points}` : ride.points }));
  return said.join(' ');
};

export const namer: BoardModule['namer'] = (name, value, scene) => {
  const { map } = scene as unknown as MetroxScene;
  const station = (id: unknown) => map.stations.find((one) => one.id === id)?.name ?? String(id);
  if (name === 'station') return station(value);
  if (name === 'stations') return Array.isArray(value) && value.length ? value.map(station).join(', ') : '–';
  if (name === 'card') return String(value).replace('E', ' Express').replace('*', '★');
  return null;
};

export const parts: NonNullable<BoardModule['parts']> = (view: MetroxView, seat) => {
  const score = view.sheets[seat]!.score;
  return [
    [say('metrox.part.lines'), score.lines],
    [say('metrox.part.transfers'), score.transfers],
    [say('metrox.part.empty', { n: view.sheets[seat]!.empty }), -score.empty],
  ];
};
