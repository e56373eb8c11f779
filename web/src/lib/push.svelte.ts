// A word when it is one's turn and the page is closed: this device's subscription, off until asked for.
import { greet } from './api';
import type { TableLine } from './api';
import { prefs } from './prefs.svelte';
import { ask } from './request';
import type { Device, Devices, PushKey, QuietHours } from './types';

const KEY = 'strapontin.push';
/** Quiet hours as they are offered first: from ten in the evening to eight. */
const NIGHT: QuietHours = { start: 22 * 60, end: 8 * 60 };
/** So long after a turn has begun it was missed. */
const MISSED = 60_000;

interface Kept {
  /** What the server calls this device, while it is told. */
  device?: string | null;
  quiet?: QuietHours | null;
  /** Not to be asked again. */
  declined?: boolean;
}

const decoded = (text: string) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (character) => character.charCodeAt(0));
const encoded = (data: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(data ?? new ArrayBuffer(0))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');

/** Minutes of a day as a clock shows them, and back. */
export const clock = (minutes: number) => [Math.floor(minutes / 60), minutes % 60].map((one) => String(one).padStart(2, '0')).join(':');
export const minutes = (text: string) => {
  const [hours = 0, rest = 0] = text.split(':').map(Number);
  return (hours * 60 + rest) % 1440;
};

/** Whether a word would have helped at any of these tables: a game of days, or a turn that others wait for and nobody has seen. */
export function helps(tables: TableLine[], now: number): boolean {
  return tables.some((table) => {
    if (table.state !== 'playing' || table.you === null || table.line) return false;
    const others = table.seats.some((seat) => seat.kind === 'guest' && seat.seat !== table.you && !seat.resigned);
    return table.clock.kind === 'days' || (table.waiting && others && now - table.touched_at > MISSED);
  });
}

class Push {
  phase: 'off' | 'on' | 'busy' = $state('off');
  /** It was asked for and cannot be had: by whom it was refused. */
  trouble: 'denied' | 'cannot' | null = $state(null);
  quiet: QuietHours | null = $state.raw(NIGHT);
  declined = $state(false);
  private device: string | null = null;

  /** Whether this browser could. */
  get possible(): boolean {
    return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  }

  /** Whether asking makes sense: not yet had, not refused, not declined. */
  get open(): boolean {
    return this.possible && this.phase === 'off' && !this.declined && Notification.permission !== 'denied';
  }

  /** Read what was kept; what the server knows no more, or by another key or language, is set right. */
  async begin(): Promise<void> {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Kept;
      if (kept.quiet !== undefined) this.quiet = kept.quiet;
      this.declined = kept.declined === true;
      this.device = kept.device ?? null;
    } catch {
      // a browser that keeps nothing is not told anything
    }
    if (!this.possible || !this.device) return;
    this.phase = 'on';
    try {
      await greet();
      const { devices } = await ask<Devices>('GET', '/guest/devices');
      const mine = devices.find((one) => one.id === this.device);
      const held = await (await this.worker()).pushManager.getSubscription();
      if (!mine || !held || Notification.permission !== 'granted') return await this.turnOff();
      const { key } = await ask<PushKey>('GET', '/push');
      if (encoded(held.options.applicationServerKey) !== key) await this.subscribe();
      else if (mine.language !== prefs.language || mine.zone !== zone()) await this.tell(held);
    } catch {
      // without a network it stays as it was
    }
  }

  async turnOn(): Promise<void> {
    this.phase = 'busy';
    this.trouble = null;
    try {
      if ((await Notification.requestPermission()) !== 'granted') throw 'denied';
      await greet();
      await this.subscribe();
      this.phase = 'on';
    } catch (error) {
      this.trouble = error === 'denied' ? 'denied' : 'cannot';
      this.phase = 'off';
    }
    this.keep();
  }

  async turnOff(): Promise<void> {
    const device = this.device;
    this.phase = 'off';
    this.device = null;
    this.keep();
    const held = await (await this.worker()).pushManager.getSubscription();
    await held?.unsubscribe();
    if (device) await ask('DELETE', `/guest/devices/${device}`).catch(() => undefined);
  }

  async hush(quiet: QuietHours | null): Promise<void> {
    this.quiet = quiet;
    this.keep();
    await this.retell();
  }

  /** What the server knows of this device has changed: its language, its quiet hours. */
  async retell(): Promise<void> {
    if (this.phase !== 'on') return;
    const held = await (await this.worker()).pushManager.getSubscription();
    if (held) await this.tell(held).catch(() => undefined);
  }

  decline(): void {
    this.declined = true;
    this.keep();
  }

  private async worker(): Promise<ServiceWorkerRegistration> {
    const found = await navigator.serviceWorker.getRegistration();
    if (!found) throw 'cannot';
    return found;
  }

  private async subscribe(): Promise<void> {
    const { key } = await ask<PushKey>('GET', '/push');
    const { pushManager } = await this.worker();
    const old = await pushManager.getSubscription();
    if (old && encoded(old.options.applicationServerKey) !== key) await old.unsubscribe();
    await this.tell(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: decoded(key) }));
  }

  private async tell(held: PushSubscription): Promise<void> {
    const told = await ask<Device>('POST', '/guest/devices', {
      endpoint: held.endpoint,
      key: encoded(held.getKey('p256dh')),
      auth: encoded(held.getKey('auth')),
      language: prefs.language,
      zone: zone(),
      quiet: this.quiet,
    });
    this.device = told.id;
    this.keep();
  }

  private keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify({ device: this.device, quiet: this.quiet, declined: this.declined } satisfies Kept));
    } catch {
      // nothing to do
    }
  }
}

const zone = () => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

export { NIGHT };
export const push = new Push();
