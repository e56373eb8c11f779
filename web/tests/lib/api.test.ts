import { beforeEach, describe, expect, test, vi } from 'vitest';
import { gameInfo } from '../games';
import { serve } from '../server';

/** The page's asking, as new: it greets once. */
const api = () => import('@/lib/api');

beforeEach(() => vi.resetModules());

describe('what goes wrong', () => {
  test('the server says no, and why', async () => {
    serve({ '/tables/1/verify': { error: { kind: 'unknown-table', message: 'no such table' } } });
    const { verify, Refusal } = await api();
    const refused = await verify('1').catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect((refused as InstanceType<typeof Refusal>).fault.kind).toBe('unknown-table');
  });

  test('the server does not answer', async () => {
    serve({});
    const { verify, Unreachable } = await api();
    await expect(verify('1')).rejects.toBeInstanceOf(Unreachable);
  });

  test.each([200, 404, 502])('something answers that is not the server: %i', async (status) => {
    vi.stubGlobal('fetch', async () => new Response('<html>', { status, headers: { 'content-type': 'text/html' } }));
    const { verify, Unreachable } = await api();
    await expect(verify('1')).rejects.toBeInstanceOf(Unreachable);
  });
});

describe('a guest', () => {
  test('is greeted once, however much is asked', async () => {
    const asked = serve({ '/guest': {}, '/tables': { tables: [] }, '/guest/tables': { tables: [] } });
    const { lines } = await api();
    await Promise.all([lines('mine'), lines('open'), lines('mine')]);
    expect(asked.filter((one) => one.path === '/guest')).toHaveLength(1);
    expect(asked[0]!.path).toBe('/guest');
  });

  test('is greeted again if the first time failed', async () => {
    const { greet } = await api();
    serve({});
    await expect(greet()).rejects.toThrow();
    const asked = serve({ '/guest': { id: 'g' } });
    await greet();
    expect(asked).toHaveLength(1);
  });
});

describe('play now', () => {
  const made = { table: { id: '0123456789abcdef' }, seat: 0 };
  const [given, begun] = ['/tables/0123456789abcdef/seats/0/nonce', '/tables/0123456789abcdef/start'];

  async function played(quick: object, answer: object = {}) {
    const asked = serve({ '/guest': {}, '/tables': made, [given]: answer, [begun]: {} });
    const { prefs } = await import('@/lib/prefs.svelte');
    prefs.quick = { metrox: quick };
    prefs.name = 'Ana';
    const { quickPlay } = await api();
    expect(await quickPlay(gameInfo())).toBe('0123456789abcdef');
    expect(asked.map((one) => one.path)).toEqual(['/guest', '/tables', given, begun]);
    expect(asked[2]!.body).toEqual({ nonce: expect.stringMatching(/^[0-9a-f]{32}$/) as string });
    return asked[1]!.body as Record<string, unknown>;
  }

  test('against the level one meets first, if nothing else was chosen', async () => {
    expect(await played({})).toMatchObject({ game: 'metrox', players: 2, bots: { 1: 'novice' }, options: {}, name: 'Ana', start: false });
  });

  test('at a server that mixes nothing into its draws', async () => {
    expect(await played({}, { error: { kind: 'unknown-route', message: 'no such path' } })).toMatchObject({ game: 'metrox' });
  });

  test('as the last time', async () => {
    const body = await played({ level: 'regular', options: { map: 'metro-city' } });
    expect(body).toMatchObject({ bots: { 1: 'regular' }, options: { map: 'metro-city' } });
  });

  test('but not with what the house no longer has', async () => {
    const body = await played({ level: 'oracle', options: { map: 'atlantis', gravity: 2 } });
    expect(body).toMatchObject({ bots: { 1: 'novice' }, options: {} });
  });
});

test('whoever sits down mixes a number of their own into the draws, another at every table', async () => {
  const asked = serve({ '/guest': {}, '/tables/1/seats/1': {}, '/tables/2/seats/1': {} });
  const { sit } = await api();
  await sit('1', 1, 'Ana');
  await sit('2', 1, 'Ana');
  const [one, other] = asked.slice(1).map(({ body }) => (body as { nonce: string }).nonce);
  expect(one).toMatch(/^[0-9a-f]{32}$/);
  expect(other).not.toBe(one);
});
