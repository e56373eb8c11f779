import { beforeAll, describe, expect, test } from 'vitest';
import { prefs } from '@/lib/prefs.svelte';
import { entries, seatOf, tell, type Teller } from '@/lib/tell';
import { need } from '@/lib/words.svelte';
import { party } from '../party';

const players = party('Ana', 'Bo', 'Cy');
const plain: Teller = () => ({});

beforeAll(async () => {
  prefs.language = 'en';
  await need('jeudumetro', 'web-jeudumetro');
});

describe('a line', () => {
  test('names whoever did it', () => {
    expect(tell({ key: 'web.log.away', params: { seat: 1 } }, players, {}, plain)).toContain('Bo');
  });

  test('says "you" to whoever reads it', () => {
    const told = tell({ key: 'web.log.away', params: { seat: 0 } }, players, {}, plain);
    expect(told).not.toContain('Ana');
    expect(told).toContain('you');
  });

  test('says it their way to whom it was done', () => {
    const line = (victim: number) => ({ key: 'jeudumetro.play.PP', params: { seat: 1, victim, card: 'PP' } });
    expect(tell(line(2), players, {}, plain)).toContain('Cy');
    expect(tell(line(0), players, {}, plain)).not.toContain('Ana');
  });

  test('leaves whoever reads it out of the list of winners', () => {
    const told = tell({ key: 'jeudumetro.won', params: { winners: [0, 2] } }, players, {}, plain);
    expect(told).toMatch(/\bCy\b/);
    expect(told).not.toContain('Ana');
  });

  test('a seat nobody has is its number', () => {
    expect(tell({ key: 'web.log.away', params: { seat: 7 } }, players, {}, plain)).toContain('7');
  });

  test('is said as the page says it, where the board shows what a terminal spells out', async () => {
    await need('odyssee', 'web-odyssee');
    const line = { key: 'odyssee.dug', params: { seat: 1, line: 's', corner: '1,0' } };
    expect(tell(line, players, {}, plain)).toBe('Bo digs the s');
  });

  test('without words is its key, and what it tells', () => {
    const told = tell({ key: 'chess.castled', params: { seat: 1, side: 'long', n: 2 } }, players, {}, plain);
    expect(told).toBe('chess.castled side long · n 2 · player Bo');
  });
});

describe("a game's own way", () => {
  const line = { key: 'web.log.away', params: { seat: 1 } };

  test('may take other words and add in brackets', () => {
    const own: Teller = () => ({ params: { player: 'The bot' }, after: 'at last' });
    expect(tell(line, players, {}, own)).toMatch(/The bot \(at last\)$/);
  });

  test('may find it not worth a word', () => expect(tell(line, players, {}, () => null)).toBe(''));

  test('needs the scene', () => {
    const own: Teller = () => null;
    expect(tell(line, players, null, own)).toContain('Bo');
  });
});

describe('the log', () => {
  const line = (seat: number) => ({ key: 'web.log.away', params: { seat } });

  test('the same thing thrice is one entry of three lines', () => {
    const found = entries([line(1), line(1), line(1), line(2), line(1)], players, {}, plain);
    expect(found.map((entry) => [entry.seat, entry.lines.length])).toEqual([
      [1, 3],
      [2, 1],
      [1, 1],
    ]);
  });

  test('what is not worth a word is left out', () => {
    const quiet: Teller = (one: ReturnType<typeof line>) => (one.params.seat === 1 ? null : {});
    expect(entries([line(1), line(2)], players, {}, quiet).map((entry) => entry.seat)).toEqual([2]);
  });

  test('a draw belongs to nobody', () => {
    expect(seatOf({ key: 'metrox.drew', params: { card: '3' } })).toBeNull();
    expect(seatOf({ key: 'metrox.rode', params: { seat: 0 } })).toBe(0);
  });
});
