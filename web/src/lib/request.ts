// One request to the server, and the two ways it can fail.
import { reach } from './reach.svelte';
import type { Fault } from './types';

/** The server said no; `fault.kind` says why. */
export class Refusal extends Error {
  constructor(public fault: Fault) {
    super(fault.message);
  }
}

/** The server could not be reached. */
export class Unreachable extends Error {}

async function answered(path: string, given: RequestInit): Promise<Response> {
  let answer: Response;
  try {
    answer = await fetch(`/api/v1${path}`, { body: null, credentials: 'same-origin', ...given });
  } catch {
    reach.missed();
    throw new Unreachable();
  }
  const ours = answer.headers.get('content-type')?.match(/json|svg/); // another kind of host has only pages
  const content = answer.ok ? null : ((await answer.json().catch(() => null)) as { error?: Fault } | null);
  if (answer.ok ? !ours : !content?.error) {
    reach.missed();
    throw new Unreachable();
  }
  reach.heard(answer);
  if (content?.error) throw new Refusal(content.error);
  return answer;
}

/** A seat's token opens what is that seat's. */
const opened = (token: string | null): Record<string, string> => (token ? { Authorization: `Seat ${token}` } : {});

/** The answer to a request, of the type the schema promises. */
export async function ask<T>(method: string, path: string, body?: unknown, token: string | null = null): Promise<T> {
  const headers = { ...opened(token), ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
  const given = body === undefined ? { headers } : { headers, body: JSON.stringify(body) };
  return (await (await answered(path, { method, ...given })).json().catch(() => null)) as T;
}

/** What is there, as text. */
export async function askText(path: string, token: string | null = null): Promise<string> {
  return (await answered(path, { method: 'GET', headers: opened(token) })).text();
}
