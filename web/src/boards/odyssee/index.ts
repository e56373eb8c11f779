import type { BoardModule } from '@/boards';
import type { OdysseeView } from '@/lib/types';
import { say } from '@/lib/words.svelte';
import Aside from './Aside.svelte';
import Board from './Board.svelte';

export { Aside, Board };
export const scores = true;

export const prompt: BoardModule['prompt'] = (view: OdysseeView) => {
  const kinds = new Set(view.moves.map((move) => move.kind));
  if (kinds.has('tour')) return say('web-odyssee.prompt.tour');
  if (kinds.has('bonus')) return say('web-odyssee.prompt.bonus');
  if (kinds.has('pass')) return say('web-odyssee.prompt.pass');
  if (kinds.has('start') && !kinds.has('tunnel')) return say('web-odyssee.prompt.start');
  return say('web-odyssee.prompt.dig', { n: view.left });
};

export const summary: BoardModule['summary'] = (view: OdysseeView, text, players) => {
  const move = view.moves.find((one) => one.move === text);
  if (!move) return '';
  if (move.kind === 'pass') return say('web-odyssee.summary.pass');
  if (move.kind === 'tour') {
    const pays = (move.sections ?? []).map((n, seat) => [n + 2 * (move.shops?.[seat]?.length ?? 0), seat] as const).filter(([n]) => n > 0).map(([n, seat]) => `${players[seat]?.name ?? ''} +${n}`).join(', ');
    const where = move.minutes === null || move.minutes === undefined ? say('web-odyssee.summary.walk', { house: move.house }) : say('web-odyssee.summary.tour', { house: move.house, n: move.minutes });
    return [where, pays].filter(Boolean).join(' · ');
  }
  const said = [say(`web-odyssee.summary.${move.kind}`)];
  if (move.stations?.length) said.push(say('web-odyssee.summary.stations', { n: move.stations.length, points: move.points ?? 0 }));
  if (move.blocks) said.push(say('web-odyssee.summary.blocks'));
  else if (move.need !== null && move.need !== undefined && move.kind === 'tunnel') said.push(say('web-odyssee.summary.need', { n: move.need }));
  return said.join(' ');
};

/** Corners and outer cells have names only the engine needs: the board shows them. */
const PLAIN = new Set(['dug', 'started', 'left', 'station', 'built', 'bonus', 'home']);

export const teller: BoardModule['teller'] = (line, players) => {
  if (line.key === 'odyssee.district') return null;
  const given = line.params ?? {};
  const params: Record<string, unknown> = {};
  if (given['line'] === 's' || given['line'] === 't') params['line'] = say(`odyssee.line.${given['line']}`);
  if (Array.isArray(given['rides'])) {
    params['rides'] = (given['rides'] as { seat?: number; sections?: number }[]).map((ride) => `${players[ride.seat ?? -1]?.name ?? ''} ${ride.sections ?? ''}`.trim()).join(', ');
  }
  const what = line.key.split('.')[1] ?? '';
  return PLAIN.has(what) ? { key: `web-odyssee.log.${what}`, params } : { params };
};

export const parts: NonNullable<BoardModule['parts']> = (view: OdysseeView, seat) => {
  const score = view.accounts[seat]!.score;
  const all: [string, number][] = [[say('web-odyssee.part.stations'), score.stations]];
  if (view.mode === 'odyssee') all.push([say('web-odyssee.part.sections'), score.sections], [say('web-odyssee.part.presents'), score.presents]);
  else all.push([say('web-odyssee.part.lines'), score.lines]);
  return all;
};
