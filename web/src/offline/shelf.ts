// Where the tables of this device lie: each as its record and who sits there, written before anybody is told of a move.
import type { SeatInfo, TableLine } from '@/lib/types';

/** A table as it is kept. Its seed lies here too: this device is its own house. */
export interface Kept {
  id: string;
  game: string;
  options: Record<string, unknown>;
  seats: SeatInfo[];
  /** Whose device this is; the first of those around it. */
  you: number;
  /** Whether those around it hide something from each other: then nobody looks until they say who they are. */
  curtain?: boolean;
  /** People tell what is drawn from real cards: then there is no seed. */
  told?: boolean;
  seed: string;
  /** The version of the rules it is played by; tables of before have none, and are by version 1. */
  rules?: number;
  moves: [number | '*', string][];
  /** So many of them are those of another game, from whose middle this one goes on. */
  begun?: number;
  state: 'playing' | 'over';
  result: { scores: number[]; winners: number[] } | null;
  /** Who is waited for. */
  waits: number[];
  rematch: string | null;
  created: number;
  touched: number;
}

/** A table on this device has such a name; a server never gives one. */
export const isHere = (id: string): boolean => id.startsWith('~');

/** Somebody at the device plays this seat, and no bot plays for them. */
export const inPerson = ({ kind, away, resigned }: SeatInfo): boolean => kind === 'guest' && !away && !resigned;

/** The device is passed on from one to the other. */
export const shared = (seats: readonly SeatInfo[]): boolean => seats.filter((seat) => seat.kind === 'guest').length > 1;

/** A table as lists show it. */
export function lineOf(kept: Kept): TableLine {
  const { id, game, options, state, seats, you, created, touched, result, waits } = kept;
  return {
    id,
    game,
    map: typeof options['map'] === 'string' ? options['map'] : null,
    state,
    seats,
    you,
    owner: true,
    waiting: state === 'playing' && waits.some((seat) => inPerson(seats[seat]!)),
    due: null,
    clock: { kind: 'none' },
    created_at: created,
    touched_at: touched,
    result,
  };
}

const NAME = 'strapontin';
const TABLES = 'tables';

/** The shelf cannot be used: no room, or the browser keeps nothing. */
export class NoShelf extends Error {}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new NoShelf(String(request.error?.message ?? '')));
  });
}

export class Shelf {
  private opened: Promise<IDBDatabase> | null = null;

  private open(): Promise<IDBDatabase> {
    this.opened ??= new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(NAME, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(TABLES, { keyPath: 'id' });
      request.onsuccess = () => {
        // another tab wants to change the shelf, or to clear it: it goes first
        request.result.onversionchange = () => request.result.close();
        request.result.onclose = () => (this.opened = null);
        resolve(request.result);
      };
      request.onerror = () => reject(new NoShelf(String(request.error?.message ?? '')));
    }).catch((error: unknown) => {
      this.opened = null;
      throw error;
    });
    return this.opened;
  }

  async get(id: string): Promise<Kept | null> {
    return ((await done((await this.open()).transaction(TABLES).objectStore(TABLES).get(id))) as Kept | undefined) ?? null;
  }

  /** All of them, the last touched first. */
  async all(): Promise<Kept[]> {
    const found = (await done((await this.open()).transaction(TABLES).objectStore(TABLES).getAll())) as Kept[];
    return found.sort((a, b) => b.touched - a.touched);
  }

  /** Done when it is on the disk, as far as a browser can say so. */
  async put(kept: Kept): Promise<void> {
    const transaction = (await this.open()).transaction(TABLES, 'readwrite', { durability: 'strict' });
    transaction.objectStore(TABLES).put(kept);
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = transaction.onerror = () => reject(new NoShelf(String(transaction.error?.message ?? '')));
    });
  }

  async remove(id: string): Promise<void> {
    await done((await this.open()).transaction(TABLES, 'readwrite').objectStore(TABLES).delete(id));
  }
}

export const shelf = new Shelf();
