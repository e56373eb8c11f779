import type { BoardModule } from '@/boards';
import type { OdysseeNote, OdysseeView, Player, Told } from '@/lib/types';
import { split } from '@/lib/score';
import { say } from '@/lib/words.svelte';
import Aside from './Aside.svelte';
import Board from './Board.svelte';
import { sheet, type OdysseeScene } from './lattice';
import { names } from './names';

export { Aside, Board };
export { drawn } from './drawn';

export const prompt: BoardModule['prompt'] = (view: OdysseeView) => {
  const kinds = new Set(view.moves.map((move) => move.kind));
  if (kinds.has('tour')) return say('web-odyssee.prompt.tour');
  if (kinds.has('bonus')) return say('web-odyssee.prompt.bonus');
  if (kinds.has('pass')) return say('web-odyssee.prompt.pass');
  if (kinds.has('start') && !kinds.has('tunnel')) return say('web-odyssee.prompt.start');
  if (!kinds.has('tunnel') && kinds.has('station')) return say('web-odyssee.prompt.station');
  return kinds.has('station') ? say('web-odyssee.prompt.build') : say('web-odyssee.prompt.dig', { n: view.left });
};

export const summary: BoardModule['summary'] = (view: OdysseeView, text, players) => {
  const move = view.moves.find((one) => one.move === text);
  if (!move) return '';
  if (move.kind === 'pass') return say('web-odyssee.summary.pass');
  if (move.kind === 'tour') {
    const pays = (move.sections ?? [])
      .map((n, seat) => ({ sections: n, presents: move.presents?.[seat] ?? 0, name: players[seat]?.name ?? '' }))
      .filter((pay) => pay.sections + pay.presents > 0)
      .map(
        (pay) =>
          `${pay.name} ${split(pay.sections + pay.presents, [
            [say('web-odyssee.gain.sections'), pay.sections],
            [say('web-odyssee.gain.presents'), pay.presents],
          ])}`,
      )
      .join(', ');
    const where =
      move.minutes === null || move.minutes === undefined
        ? say('web-odyssee.summary.walk', { house: move.house })
        : say('web-odyssee.summary.tour', { house: move.house, n: move.minutes });
    return [where, pays].filter(Boolean).join(' · ');
  }
  const said = [say(`web-odyssee.summary.${move.kind}`)];
  if (move.stations?.length)
    said.push(
      `${say('web-odyssee.summary.stations', { n: move.stations.length, points: move.points ?? 0 })} (${near(move.near ?? [])})`.replace(
        /\.( \(.*\))$/,
        '$1.',
      ),
    );
  if (move.blocks) said.push(say('web-odyssee.summary.blocks'));
  else if (move.need !== null && move.need !== undefined && move.kind === 'tunnel')
    said.push(say('web-odyssee.summary.need', { n: move.need }));
  return said.join(' ');
};

/** What a station touches, by name: its points are for these. */
function near(spots: string[]): string {
  if (!spots.length) return say('web-odyssee.near.nothing');
  return spots.map((spot) => say(`web-odyssee.near.${spot.split(' ')[0]}`, { n: spot.split(' ')[1] ?? '' })).join(', ');
}

export const place: BoardModule['place'] = (view: OdysseeView, text, scene: OdysseeScene) => {
  const move = view.moves.find((one) => one.move === text);
  if (!move) return '';
  if (move.kind === 'pass') return say('web-odyssee.pass');
  return move.kind === 'tour' ? say('web-odyssee.house', { house: move.house }) : names(scene, view, sheet(scene)).target(move);
};

export const precise: NonNullable<BoardModule['precise']> = (view: OdysseeView, text, scene: OdysseeScene) => {
  const move = view.moves.find((one) => one.move === text);
  return move && names(scene, view, sheet(scene)).precise(move);
};

/** Whose line a ride of the tour takes: 2s(0,1>2,1) is the solid line of the second player. */
function rideName(text: string, players: Player[]): string {
  const player = players[Number(text[0]) - 1];
  return say(
    'odyssee.ride',
    { player: player?.name ?? '', line: say(`odyssee.line.${text[1] === 't' ? 't' : 's'}`) },
    player?.you ? 'you' : '',
  );
}

/** Lines and rides by name, and what a station touches; corners and outer cells the board shows. */
export const teller: BoardModule['teller'] = ({ key, params }: Told<OdysseeNote>, players) => {
  if (key === 'odyssee.district') return null;
  if ('line' in params) return { params: { line: say(`odyssee.line.${params.line}`) } };
  if ('rides' in params) return { params: { rides: params.rides.map((ride) => rideName(ride, players)) } };
  return 'near' in params && params.near.length ? { after: near(params.near) } : {};
};

export const parts: NonNullable<BoardModule['parts']> = (view: OdysseeView, seat) => {
  const score = view.accounts[seat]!.score;
  const all: [string, number][] = [[say('web-odyssee.part.stations'), score.stations]];
  if (view.mode === 'odyssee')
    all.push([say('web-odyssee.part.sections'), score.sections], [say('web-odyssee.part.presents'), score.presents]);
  else all.push([say('web-odyssee.part.lines'), score.lines]);
  return all;
};
