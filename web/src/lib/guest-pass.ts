// Take me along: a pass with which another device becomes the same guest; and being forgotten, here and at the server.
import { shelf } from '@/offline/shelf';
import { greet } from './api';
import { prefs } from './prefs.svelte';
import { ask } from './request';
import type { Done, Guest, Pass, PassState } from './types';

export const givePass = () => greet().then(() => ask<Pass>('POST', '/guest/pass'));
export const passState = () => ask<PassState>('GET', '/guest/pass');
export const withdrawPass = () => ask<Done>('DELETE', '/guest/pass');

/** Where a pass is used; what stands behind the sign is sent to nobody, not even to our own server. */
export const passLink = (code: string) => `${location.origin}/along#${code}`;

/** The pass in the address, which is taken out of it at once; null if there is none. */
export function passHere(): string | null {
  const code = location.hash.slice(1);
  history.replaceState(history.state, '', location.pathname);
  return /^[\w-]{22}$/.test(code) ? code : null;
}

/** Become the guest of a pass on this device. */
export async function arrive(code: string): Promise<void> {
  await ask<Done>('POST', '/guest/along', { code });
  const { name } = await ask<Guest>('GET', '/guest');
  if (name) prefs.name = name;
  prefs.met = true;
}

/** Be forgotten by the server. */
export const eraseThere = () => greet().then(() => ask<Done>('DELETE', '/guest'));

/** Forget on this device: its games, what it knows of me, and where it may be nudged. */
export async function eraseHere(): Promise<void> {
  for (const { id } of await shelf.all().catch(() => [])) await shelf.remove(id);
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  await worker?.pushManager
    ?.getSubscription()
    .then((one) => one?.unsubscribe())
    .catch(() => undefined);
  localStorage.clear();
  sessionStorage.clear();
}
