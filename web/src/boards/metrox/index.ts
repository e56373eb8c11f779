import type { BoardModule } from '@/boards';
import type { MetroxNote, MetroxView, Told } from '@/lib/types';
import { split } from '@/lib/score';
import { say } from '@/lib/words.svelte';
import Aside from './Aside.svelte';
import Board from './Board.svelte';
import { cardName } from './cards';
import type { MetroxScene } from './geometry';

export { Aside, Board };
export { drawn } from './drawn';
export const done = (view: MetroxView): boolean[] => view.sheets.map((sheet) => sheet.done && !view.over);

export const prompt: BoardModule['prompt'] = (view: MetroxView) => {
  if (view.card === '*') return say('web-metrox.prompt.free');
  if (view.card === '+') return say('web-metrox.prompt.transfer');
  if (view.card?.endsWith('E')) return say('web-metrox.prompt.express', { n: view.card.replace('E', '') });
  return say('web-metrox.prompt.number', { n: view.card ?? '' });
};

export const summary: BoardModule['summary'] = (view: MetroxView, move: string, _players, scene: MetroxScene) => {
  const ride = view.moves.find((one) => one.move === move);
  if (!ride) return '';
  const names = new Map(scene.map.stations.map((station) => [station.id, station.name]));
  const n = ride.marks.length;
  const where =
    n > 1
      ? say('web-metrox.summary.fromto', { from: names.get(ride.marks[0]!) ?? '', to: names.get(ride.marks[n - 1]!) ?? '' })
      : (names.get(ride.marks[0] ?? '') ?? '');
  const said = [say(`web-metrox.summary.${ride.does}`, { line: ride.line, where, n: ride.transfer ?? n })];
  ride.completes.forEach((line, i) => said.push(say('web-metrox.summary.completes', { line, points: ride.values[i] ?? 0 })));
  if (ride.repeats) said.push(say('web-metrox.summary.repeats', { n: ride.repeats }));
  if (n) said.push(gained(ride.points, { ...ride.gain }));
  return said.join(' ');
};

/** Points with what they are for: +3 = 2 for the transfer + 1 for stations marked. */
function gained(points: number, parts: Record<string, number>): string {
  if (!points) return say('web-metrox.summary.points', { n: 0, points: 0 });
  return split(
    points,
    Object.entries(parts).map(([part, n]) => [say(`web-metrox.gain.${part}`), n]),
  );
}

/** Alone: the score that earns the next rank. */
export const hope = (view: MetroxView): string | null => {
  if (!view.tiers.length || view.over) return null;
  const next = view.tiers.findLast((least) => least > (view.scores[0] ?? 0));
  return next === undefined ? say('web-metrox.solo.best') : say('web-metrox.solo.next', { n: next });
};

export const place: BoardModule['place'] = (view: MetroxView, text, scene: MetroxScene) => {
  const ride = view.moves.find((one) => one.move === text);
  if (!ride) return '';
  if (ride.line !== null) return say('web-metrox.place', { line: ride.line, n: ride.marks.length });
  return scene.map.stations.find((station) => station.id === ride.marks[0])?.name ?? say('web-metrox.free.skip');
};

/** Stations and cards by name, and what a ride brought. */
export const teller: BoardModule['teller'] = ({ params }: Told<MetroxNote>, _players, { map }: MetroxScene) => {
  if ('turn' in params) return { params: { card: cardName(params.card) } };
  if (!('stations' in params)) return {};
  const stations = params.stations.map((id) => map.stations.find((one) => one.id === id)?.name ?? id);
  const counts = 'transfers' in params ? params.transfers.map((one) => String(one)) : [];
  const points = params.gain.transfers + params.gain.empty;
  return { params: { stations, counts }, after: points ? gained(points, { ...params.gain }) : '' };
};

export const parts: NonNullable<BoardModule['parts']> = (view: MetroxView, seat) => {
  const score = view.sheets[seat]!.score;
  return [
    [say('web-metrox.part.lines'), score.lines],
    [say('web-metrox.part.transfers'), score.transfers],
    [say('web-metrox.part.empty', { n: view.sheets[seat]!.empty }), -score.empty],
  ];
};

/** Solo: the rank the score earns. */
export const verdict = (view: MetroxView): string | null => (view.tier === null ? null : say(`metrox.tier.${view.tier}`));
