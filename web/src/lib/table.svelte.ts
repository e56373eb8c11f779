// One table, lived over its socket: resumes where it was, resends what was not acknowledged, drops what it has seen.
import type { Asked, ChatLine, ClientFrame, ClockState, Event, Fault, Line, SnapshotFrame, TableInfo, View } from './types';
import type { History } from '@/engine/game';
import type { Knowledge } from './hint.svelte';
import { completed, Reader, RECORDS, SPOKEN, type Frame } from './reader';
import { pause } from './retry';
import { isHere } from '@/offline/shelf';
import { askHere, DeviceSocket } from '@/offline/device';
import { drawing, giveNonce, scene as fetchScene, table as fetchTable, Refusal } from './api';

type Link = 'loading' | 'live' | 'lost' | 'restarting' | 'unknown' | 'closed' | 'aside' | 'rules';

/** What ends a visit for good: no use in knocking again. */
const ENDS: { [kind: string]: Link | undefined } = { 'no-spectators': 'closed', 'set-aside': 'aside' };
const endOf = ({ kind, rules }: Fault): Link | undefined => (rules ? 'rules' : ENDS[kind]);
type Pending = Exclude<ClientFrame, { type: 'hello' | 'ping' | 'mute' | 'records' }>;

/** What people do at their seats, besides playing: the log tells it too. */
const LEAVING = new Set(['resign', 'away', 'back', 'hint']);

const fresh = () => crypto.randomUUID?.() ?? Math.random().toString(36).slice(2) + Date.now().toString(36);

/** How long somebody looks at a table before they stay, and its rules are worth fetching. */
const GLANCE = 4000;

/** What is to come is looked for so often, with so many milliseconds between. */
const PATIENCE = 200;
const WINK = 50;

/** Whether whoever is at the other end tells records to those who ask for them. */
const speaksRecords = (socket: WebSocket | DeviceSocket) => socket instanceof WebSocket && socket.protocol === RECORDS;

export class TableStore {
  link: Link = $state('loading');
  table: TableInfo | null = $state.raw(null);
  view: View | null = $state.raw(null);
  scene: Record<string, unknown> | null = $state.raw(null);
  log: Line[] = $state.raw([]);
  history: [number | string, string][] = $state.raw([]);
  chat: ChatLine[] = $state.raw([]);
  clock: ClockState | null = $state.raw(null);
  skew = 0;
  seat: number | null = $state(null);
  watching = $state(0);
  canUndo = $state(false);
  /** With real cards: the draw that waits to be told. */
  asked: Asked | null = $state.raw(null);
  /** A move on its way to the server. */
  sending = $state(false);
  /** The last refusal, until something else happens. */
  refused: Fault | null = $state.raw(null);
  /** Seats that have been waited for so long that the house says so. */
  reminded: number | null = $state(null);
  /** The seat whose bot had no move, so that a simple one was played for it; until somebody else acts. */
  failed: number | null = $state(null);
  /** The bots wait for their rules to be compiled. */
  warming = $state(false);
  onevent: (event: Event) => void = () => undefined;
  onchat: (line: ChatLine) => void = () => undefined;

  /** Something was given to the draws of this table, from this seat. */
  private given = false;
  /** What the server showed last, whether or not it can be drawn yet. */
  private latest: View | null = null;
  private setting = false;
  /** Makes views of what this seat knows, once the rules are here. */
  private reader = new Reader();
  private preparing = false;
  /** What was heard and waits for its view. */
  private reading: Promise<void> | null = null;
  private socket: WebSocket | DeviceSocket | null = null;
  private version = 0;
  private pending = new Map<string, Pending>();
  /** Who waits until something is acknowledged. */
  private waiters = new Map<string, { resolve: () => void; reject: (error: unknown) => void }>();
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private heard = Date.now();
  private ended = false;
  private token = /^#seat=([0-9a-f]{32})$/.exec(location.hash)?.[1] ?? null;
  private get shut(): boolean {
    return this.link === 'closed' || this.link === 'aside' || this.link === 'rules';
  }

  private again = () => {
    if (!this.ended && !this.shut && this.socket?.readyState !== WebSocket.OPEN) this.connect();
  };

  /** The device says it has no network: no need to wait for silence. */
  private lose = () => {
    if (this.ended || this.link === 'loading' || isHere(this.code)) return;
    this.link = 'lost';
    const old = this.socket;
    this.socket = null;
    old?.close();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), pause(this.tries++));
  };

  constructor(readonly code: string) {
    addEventListener('online', this.again);
    addEventListener('offline', this.lose);
    document.addEventListener('visibilitychange', this.again);
    this.beat = setInterval(() => this.check(), 10_000);
    void this.open();
  }

  private async open(): Promise<void> {
    try {
      const info = await fetchTable(this.code);
      this.table = info;
      this.seat = info.you;
      this.connect();
    } catch (error) {
      if (error instanceof Refusal && ['unknown-table', 'bad-field', 'unknown-route'].includes(error.fault.kind)) this.link = 'unknown';
      else if (error instanceof Refusal && endOf(error.fault)) this.link = endOf(error.fault)!;
      else {
        this.link = 'lost';
        this.timer = setTimeout(() => !this.ended && this.open(), pause(this.tries++));
      }
    }
  }

  /** Connect again from scratch, as after taking a seat. */
  reconnect(): void {
    this.version = 0;
    this.connect();
  }

  private connect(): void {
    clearTimeout(this.timer);
    const old = this.socket;
    this.socket = null;
    old?.close();
    const socket = this.call();
    this.socket = socket;
    this.heard = Date.now();
    socket.onopen = () => {
      const records = this.reader.ready && speaksRecords(socket);
      const version = records && !this.reader.has(this.version) ? null : this.version || null;
      const hello = { type: 'hello', token: this.token, version, chat: version ? (this.chat.at(-1)?.n ?? 0) : 0 };
      socket.send(JSON.stringify(records ? { ...hello, records } : hello));
    };
    socket.onmessage = (message: { data: unknown }) => this.receive(socket, message.data);
    socket.onclose = () => {
      if (this.socket !== socket || this.ended) return;
      this.socket = null;
      if (this.shut) return;
      if (this.link !== 'restarting') this.link = 'lost';
      this.timer = setTimeout(() => this.connect(), pause(this.tries++));
    };
  }

  private call(): WebSocket | DeviceSocket {
    if (isHere(this.code)) return new DeviceSocket(this.code);
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/tables/${this.code}/socket`, SPOKEN);
    socket.binaryType = 'arraybuffer';
    return socket;
  }

  /** Take in what comes, one after the other: what comes while a view is being made waits for it. */
  private receive(socket: WebSocket | DeviceSocket, data: unknown): void {
    if (this.socket !== socket) return;
    this.heard = Date.now();
    if (typeof data === 'string' && !this.reading) return this.hear(completed(JSON.parse(data) as Parameters<typeof completed>[0]), true);
    const turn = (this.reading ?? Promise.resolve())
      .then(async () => {
        if (this.socket !== socket) return;
        const frame =
          typeof data === 'string'
            ? completed(JSON.parse(data) as Parameters<typeof completed>[0])
            : await this.reader.read(data as ArrayBuffer, this.seat);
        if (this.socket === socket) this.hear(frame, typeof data === 'string');
      })
      .catch(() => {
        // the rules have failed: the server tells what follows from them, as it did before
        this.reader.close();
        if (this.socket === socket) this.reconnect();
      })
      .finally(() => {
        if (this.reading === turn) this.reading = null;
      });
    this.reading = turn;
  }

  /** Fetch the rules of this table, so that from then on the server need not tell what follows from them. */
  private async prepare(): Promise<void> {
    if (this.preparing || this.ended || !this.table || isHere(this.code) || this.latest?.over) return;
    this.preparing = true;
    if (!(await this.reader.prepare(this.table)) || this.ended || this.link !== 'live') return;
    if (this.socket && speaksRecords(this.socket)) this.socket.send(JSON.stringify({ type: 'records' }));
  }

  private check(): void {
    if (isHere(this.code)) return; // it may think for longer than a line may be silent
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    if (Date.now() - this.heard > 25_000) this.connect();
    else this.socket.send(JSON.stringify({ type: 'ping', n: 0 }));
  }

  /** What has come; of events that are told at once only the last has the record, all before it are text. */
  private hear(frame: Frame, text: boolean): void {
    switch (frame.type) {
      case 'welcome':
        this.tries = 0;
        this.skew = frame.now - Date.now();
        this.seat = frame.seat;
        if (frame.resumed) this.settled();
        break;
      case 'snapshot':
        this.show(frame);
        this.settled();
        break;
      case 'event':
        if (frame.ack) this.acknowledge(frame.ack);
        if (!frame.ack || !text) this.sending = this.waiting(); // else what is shown is from before the move
        this.follow(frame);
        break;
      case 'record':
        this.lay(frame.view as View | null);
        break;
      case 'ack':
        this.acknowledge(frame.id);
        this.sending = this.waiting();
        break;
      case 'refused':
        if (frame.id === null) this.link = endOf(frame.error) ?? this.link;
        if (frame.id !== null) {
          this.pending.delete(frame.id);
          this.waiters.get(frame.id)?.reject(new Refusal(frame.error));
          this.waiters.delete(frame.id);
        }
        this.refused = frame.error;
        this.sending = this.waiting();
        break;
      case 'chat':
        if (!this.chat.some((line) => line.n === frame.n)) {
          this.chat = [...this.chat, frame].slice(-100);
          this.onchat(frame);
        }
        break;
      case 'presence':
        this.watching = frame.watching;
        if (this.table)
          this.table = {
            ...this.table,
            seats: this.table.seats.map((seat) => (seat.kind === 'guest' ? { ...seat, present: frame.here.includes(seat.seat) } : seat)),
          };
        break;
      case 'notice':
        if (frame.kind === 'reminder') this.reminded = frame.seat ?? null;
        if (frame.kind === 'bot-failed') this.failed = frame.seat ?? null;
        if (frame.kind === 'bots-warming') this.warming = true;
        if (frame.kind === 'back-in-a-moment') this.link = 'restarting';
        break;
    }
  }

  private acknowledge(id: string): void {
    this.pending.delete(id);
    this.waiters.get(id)?.resolve();
    this.waiters.delete(id);
    this.refused = null;
  }

  private waiting(): boolean {
    return [...this.pending.values()].some(({ type }) => type === 'move' || type === 'tell' || type === 'undo');
  }

  /** The connection stands: say again what was not acknowledged. */
  private settled(): void {
    this.link = 'live';
    this.sending = this.waiting();
    for (const frame of this.pending.values()) this.socket?.send(JSON.stringify(frame));
  }

  private show(frame: SnapshotFrame): void {
    this.version = frame.version;
    this.seat = frame.seat;
    this.table = frame.table;
    // the journal of a game knows nothing of who left it: the seats do
    this.log = [
      ...frame.log,
      ...frame.table.seats.filter((seat) => seat.resigned).map((seat) => ({ key: 'web.log.resign', params: { seat: seat.seat } })),
    ];
    this.history = frame.history;
    this.chat = frame.chat;
    this.clock = frame.clock;
    this.watching = frame.watching;
    this.canUndo = frame.can_undo;
    this.asked = frame.asked ?? null;
    this.give();
    this.lay(frame.view as View | null);
  }

  /** Where one has a seat without having taken it, at one's own new table or in a rematch, the draws get their nonce now. */
  private give(): void {
    const { table, seat } = this;
    if (this.given || seat === null || table?.state !== 'open' || table.seats[seat]?.nonce) return;
    this.given = true;
    giveNonce(this.code, seat, this.token).catch(() => (this.given = false));
  }

  private follow(event: Event): void {
    if (event.version <= this.version) return;
    if (this.version && event.version > this.version + 1) return this.connect();
    this.version = event.version;
    if (event.table) this.table = event.table;
    if (event.clock) this.clock = event.clock;
    if (event.kind === 'move' || event.kind === 'undo') this.reminded = null;
    if (event.by !== null) this.warming = false;
    if (event.by !== null && event.by !== this.failed) this.failed = null;
    this.canUndo = event.can_undo ?? false;
    this.asked = event.asked ?? null;
    if (event.rewind) {
      // what was taken back leaves the log with it: ask for the whole again
      this.history = this.history.slice(0, -event.rewind);
      return this.reconnect();
    }
    this.history = [...this.history, ...event.steps];
    this.log = [
      ...this.log,
      ...event.log,
      ...(event.by !== null && LEAVING.has(event.kind) ? [{ key: `web.log.${event.kind}`, params: { seat: event.by } }] : []),
    ];
    this.lay(event.view as View | null);
    this.onevent(event);
  }

  /** Show a view; the first waits for the scene, and then the latest is shown, in whatever order things came. */
  private lay(view: View | null): void {
    if (!view) return;
    this.latest = view;
    if (this.scene) this.view = view;
    else if (!this.setting) void this.setScene();
  }

  /** Fetch the scene, again and again until it is there: nothing else may happen at the table that would ask for it. */
  private async setScene(): Promise<void> {
    this.setting = true;
    for (let tries = 0; !this.scene && !this.ended; tries++) {
      try {
        this.scene = await fetchScene(this.code);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pause(tries)));
      }
    }
    this.setting = false;
    this.view = this.latest;
    setTimeout(() => void this.prepare(), GLANCE);
  }

  private send(frame: Pending): void {
    this.pending.set(frame.id, frame);
    this.sending = this.waiting();
    if (this.socket?.readyState === WebSocket.OPEN && this.link === 'live') this.socket.send(JSON.stringify(frame));
  }

  play(move: string): void {
    this.refused = null;
    this.send({ type: 'move', id: fresh(), move });
  }

  /** Tell what was drawn from real cards. */
  tell(draw: string): void {
    this.refused = null;
    this.send({ type: 'tell', id: fresh(), draw });
  }

  /** Have it noted, for everybody to see, that one is going to have a hint. */
  noteHint(): Promise<void> {
    const id = fresh();
    return new Promise((resolve, reject) => {
      this.waiters.set(id, { resolve, reject });
      this.send({ type: 'hint', id });
    });
  }

  /** What this seat knows now, for a page that thinks about it by its own rules. */
  async known(): Promise<Knowledge> {
    const { table, seat, history } = this;
    if (!table || seat === null) throw new Error('nobody sits here');
    const { game, options, seats } = table;
    const state = isHere(this.code) ? await askHere('known', this.code) : await this.recorded();
    return { game, players: seats.length, options, state, seat, history: history as History };
  }

  /** The record of what is shown, as soon as the server has told it. */
  private async recorded(): Promise<Uint8Array> {
    await this.prepare();
    for (let tries = 0; tries < PATIENCE && !this.ended; tries++) {
      const found = this.reader.at(this.version);
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, WINK));
    }
    throw new Error('this server tells no records');
  }

  /** The position as the game draws it for these eyes, with a move as if it were made. */
  draw(move: string | null): Promise<string> {
    return drawing(this.code, { move }, this.token);
  }

  undo(): void {
    this.send({ type: 'undo', id: fresh() });
  }

  say(text: string): void {
    this.send({ type: 'say', id: fresh(), text });
  }

  phrase(phrase: 'hello' | 'good-luck' | 'well-played' | 'thanks' | 'oops' | 'thinking' | 'hurry' | 'rematch' | 'bye'): void {
    this.send({ type: 'say', id: fresh(), phrase });
  }

  act(type: 'resign' | 'away' | 'back' | 'rematch'): void {
    this.send({ type, id: fresh() });
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    clearInterval(this.beat);
    removeEventListener('online', this.again);
    removeEventListener('offline', this.lose);
    document.removeEventListener('visibilitychange', this.again);
    this.socket?.close();
  }
}
