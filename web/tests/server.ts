// A server as tests need it: answers by path, and what was asked.
import { vi } from 'vitest';

interface Asked {
  method: string;
  path: string;
  body: unknown;
}

const HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' };

/** Answer requests from a table of paths: a value, a function of the request, or a status with a fault. */
export function serve(answers: Record<string, unknown>): Asked[] {
  const asked: Asked[] = [];
  vi.stubGlobal('fetch', async (url: string, given: { method: string; body: string | null }) => {
    const path = url.replace('/api/v1', '');
    const one = { method: given.method, path, body: given.body === null ? null : (JSON.parse(given.body) as unknown) };
    asked.push(one);
    if (!(path in answers)) throw new TypeError('no network');
    const found = answers[path];
    const content: unknown = typeof found === 'function' ? await (found as (one: Asked) => unknown)(one) : found;
    const ok = !(typeof content === 'object' && content !== null && 'error' in content);
    return { ok, headers: new Headers(HEADERS), json: async () => content, text: async () => String(content) };
  });
  return asked;
}
