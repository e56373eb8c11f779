// The house on this device: tables of one person with bots, or of several who pass the device on, told of by the same frames
// as a server's, so that a page need not know which of the two it plays at. It draws from fresh seeds and keeps records
// anybody can verify.
import type { ClientFrame, CreateTable, Event, Lesson, Record_, Replay, SeatInfo, ServerFrame, TableInfo, Verdict } from '@/lib/types';
import { hex, seedOf } from '@/engine/draws';
import type { Counted, Standing, Written } from '@/engine/game';
import type { Match, Step } from '@/engine/match';
import customs from './carried/customs.json';
import { looking } from './eyes';
import { Live, logOf } from './live';
import { lesson } from './lesson';
import { call, rank, write, type Sheet } from './paper';
import { faultOf, refusal } from './refused';
import { inPerson, shared, type Kept, type Shelf } from './shelf';
import { asked, awaited, canTakeBack, verdict } from './real-cards';

type Eyes = number | 'spectator' | '*';

/** What the house plays by: matches, and bots that think. */
export interface Rules {
  match(
    game: string,
    names: string[],
    options: Record<string, unknown>,
    seed: Uint8Array | null,
    moves?: readonly Step[],
    rules?: number,
  ): Promise<Match>;
  think(match: Match, seat: number, level: string): string;
}

/** A table to be set up here: as a server is told, or with everybody around this device, their names by seat. */
export interface SetUp extends CreateTable {
  people?: Record<number, string>;
  /** Whether they hide something from each other. */
  curtain?: boolean;
}

const { standIn: STAND_IN, mostUndos: MOST_UNDOS } = customs;
/** Milliseconds before a bot begins to think; and before it tries again what could not be kept. */
const PAUSE = 200;
const AGAIN = 5000;

const fresh = (bytes: number) => hex(crypto.getRandomValues(new Uint8Array(bytes)));

export class House {
  private readonly lives = new Map<string, Promise<Live>>();

  constructor(
    private readonly shelf: Shelf,
    private readonly rules: Rules,
    private readonly now: () => number = Date.now,
  ) {}

  /** A table that starts at once, from the beginning or from where moves have led: one person, or those around the device, and bots. */
  async create(request: SetUp, moves: Kept['moves'] = []): Promise<string> {
    const players = request.players ?? 2;
    const people = request.people ?? { [request.seat ?? 0]: request.name ?? null };
    const seats: SeatInfo[] = Array.from({ length: players }, (_, i) => {
      const name = people[i];
      const level = name === undefined ? (request.bots?.[i] ?? STAND_IN) : null;
      return {
        seat: i,
        kind: name === undefined ? 'bot' : 'guest',
        name: name === undefined ? level : name,
        level,
        present: true,
        away: false,
        resigned: false,
      };
    });
    const at = this.now();
    const kept: Kept = {
      id: `~${fresh(8)}`,
      game: request.game,
      options: request.options ?? {},
      seats,
      you: seats.findIndex((seat) => seat.kind === 'guest'),
      curtain: (request.curtain ?? false) && shared(seats),
      told: request.told ?? false,
      seed: request.told ? '' : fresh(32),
      moves,
      begun: moves.length,
      state: 'playing',
      result: null,
      waits: [],
      rematch: null,
      created: at,
      touched: at,
    };
    const live = new Live(kept, await this.begin(kept));
    await this.keep(live, { options: live.match.game.options, rules: live.match.game.rules });
    this.lives.set(kept.id, Promise.resolve(live));
    return kept.id;
  }

  private begin(kept: Kept): Promise<Match> {
    const names = kept.seats.map((seat) => seat.name ?? '');
    const rules = kept.moves.length ? (kept.rules ?? 1) : undefined; // a new table has none yet
    return this.rules.match(kept.game, names, kept.options, kept.told ? null : seedOf(kept.seed), kept.moves, rules);
  }

  private live(id: string): Promise<Live> {
    let found = this.lives.get(id);
    if (!found) {
      found = this.shelf.get(id).then(async (kept) => {
        if (!kept) throw refusal('unknown-table', `there is no table ${id} on this device`);
        return new Live(kept, await this.begin(kept));
      });
      this.lives.set(id, found);
      found.catch(() => this.lives.delete(id));
    }
    return found;
  }

  // what is asked once

  async table(id: string): Promise<TableInfo> {
    return this.info(await this.live(id));
  }

  /** The position as whoever looks knows it. */
  async known(id: string): Promise<Uint8Array> {
    const { match, eyes } = await this.live(id);
    return match.concealed(eyes);
  }

  async scene(id: string): Promise<Record<string, unknown>> {
    return (await this.live(id)).match.game.scene as Record<string, unknown>;
  }

  lesson(game: string): Promise<Lesson> {
    return lesson(game, this.rules.match);
  }

  /** What lies open after so many cards that are called for sheets of paper. */
  call(game: string, options: Record<string, unknown>, seed: string, cards: number): Promise<Record<string, unknown>> {
    return call(this.rules.match, game, options, seed, cards);
  }

  /** How those sheets stand, as their players have counted them. */
  rank(game: string, options: Record<string, unknown>, sheets: Counted[]): Promise<Standing> {
    return rank(this.rules.match, game, options, sheets);
  }

  /** A sheet of paper as it lies there, to be shown and counted. */
  write(game: string, options: Record<string, unknown>, written: Written): Promise<Sheet> {
    return write(this.rules.match, game, options, written);
  }

  async record(id: string): Promise<Record_> {
    const { match, kept } = await this.live(id);
    if (kept.told) return { ...match.record(), chance: 'told' };
    // draws of another game do not come from this one's seed: nobody could verify them by it
    return kept.begun ? { ...match.record(), commitment: null, seed: null } : match.record();
  }

  /** Whether its draws are fair; of a game that goes on from another one, those since then. */
  async verify(id: string): Promise<Verdict> {
    const { match, kept } = await this.finished(id);
    return kept.told ? verdict(match) : match.verify(kept.begun);
  }

  async replay(id: string, start: number, count: number, eyes: Eyes, every: number): Promise<Replay> {
    const { match } = await this.finished(id);
    return { moves: match.moves.length, start, positions: match.positions(eyes === 'spectator' ? null : eyes, start, count, every) };
  }

  /** Forget a table, for good. */
  async remove(id: string): Promise<void> {
    const live = await this.lives.get(id)?.catch(() => null);
    if (live) live.thought += 1;
    this.lives.delete(id);
    await this.shelf.remove(id);
  }

  private async finished(id: string): Promise<Live> {
    const live = await this.live(id);
    if (!live.match.over) throw refusal('not-over', 'the game is not over yet');
    return live;
  }

  private info(live: Live): TableInfo {
    const { kept, match } = live;
    return {
      id: kept.id,
      game: kept.game,
      options: kept.options,
      state: kept.state,
      seats: kept.seats,
      you: live.eyes,
      owner: true,
      listed: false,
      spectators: false,
      chat_open: false,
      clock: { kind: 'none' },
      absence: {},
      commitment: match.commitment,
      to_act: awaited(kept, match),
      told: kept.told ?? false,
      created_at: kept.created,
      started_at: kept.created,
      finished_at: kept.state === 'over' ? kept.touched : null,
      result: kept.result,
      rematch: kept.rematch,
      link: `/t/${kept.id}`,
      rules: match.game.rules,
    };
  }

  // at the table

  /** Somebody listens at a table; what they say goes in by the function that comes back. */
  async open(id: string, tell: (frame: ServerFrame) => void): Promise<{ hear: (frame: ClientFrame) => void; close: () => void }> {
    const live = await this.live(id);
    live.ears.add(tell);
    return {
      hear: (frame) => {
        // one after the other: each waits until the one before is on the shelf
        live.acting = live.acting.then(() => this.hear(live, frame, tell));
      },
      close: () => {
        live.ears.delete(tell);
        if (live.ears.size) return;
        live.thought += 1; // nobody looks: the bots go on when somebody does
        live.eyes = looking(live.kept, live.match, live.eyes);
      },
    };
  }

  private async hear(live: Live, frame: ClientFrame, tell: (frame: ServerFrame) => void): Promise<void> {
    if (frame.type === 'ping' || frame.type === 'mute' || frame.type === 'records') return;
    if (frame.type === 'hello') return this.welcome(live, tell);
    try {
      // a page says again what it has not heard acknowledged, as when a snapshot comes first: once is enough
      if (!live.done.has(frame.id)) await this.act(live, frame);
      live.done.add(frame.id);
      tell({ type: 'ack', id: frame.id, version: live.version });
    } catch (error) {
      tell({ type: 'refused', id: frame.id, error: faultOf(error) });
    }
  }

  /** Somebody around the device takes it, or gives it out of their hands: from now on all is told for these eyes. */
  async handTo(id: string, seat: number | null): Promise<void> {
    const live = await this.live(id);
    const { kept } = live;
    const theirs = seat === null ? kept.curtain : shared(kept.seats) && kept.seats[seat] && inPerson(kept.seats[seat]);
    if (kept.state === 'over' || !theirs) throw refusal('not-your-seat', 'nobody at this device plays that seat');
    this.turn(live, seat);
  }

  private turn(live: Live, eyes: number | null): void {
    if (eyes === live.eyes) return;
    live.eyes = eyes;
    live.undos = 0;
    live.version += 1;
    this.tell(live, this.snapshot(live));
  }

  private welcome(live: Live, tell: (frame: ServerFrame) => void): void {
    tell({ type: 'welcome', protocol: 1, seat: live.eyes, version: live.version, resumed: false, now: this.now() });
    tell(this.snapshot(live));
    void this.bots(live);
  }

  private snapshot(live: Live): ServerFrame {
    const { eyes, match } = live;
    const [log, history] = [logOf(live), match.history(eyes)];
    live.told = { steps: history.length, lines: log.length };
    return {
      type: 'snapshot',
      version: live.version,
      seat: eyes,
      table: this.info(live),
      view: match.view(eyes),
      log,
      history,
      chat: [],
      clock: null,
      watching: 0,
      can_undo: this.canUndo(live),
      asked: asked(live.kept, match, eyes),
    };
  }

  private canUndo({ kept, match, eyes, undos }: Live): boolean {
    if (undos < MOST_UNDOS && canTakeBack(kept, match, eyes)) return true;
    const own = match.moves.length > (kept.begun ?? 0);
    return kept.state === 'playing' && own && eyes !== null && inPerson(kept.seats[eyes]!) && undos < MOST_UNDOS && match.canUndo(eyes);
  }

  private async act(live: Live, frame: Exclude<ClientFrame, { type: 'hello' | 'ping' | 'mute' | 'records' }>): Promise<void> {
    const { kept, eyes } = live;
    if (frame.type === 'rematch') return this.rematch(live);
    if (kept.state === 'over') throw refusal('over', 'the game is over');
    if (frame.type === 'tell') return this.told(live, frame.draw);
    if (frame.type === 'undo') return this.undo(live);
    if (eyes === null) throw refusal('not-your-seat', 'nobody has said who they are');
    switch (frame.type) {
      case 'move':
        if (kept.seats[eyes]!.resigned) throw refusal('not-your-seat', 'this seat has given up');
        if (!live.match.toAct.includes(eyes)) throw refusal('not-to-act', 'it is not your turn');
        return this.move(live, eyes, frame.move, this.own(live, { away: false }));
      case 'hint':
        if (shared(kept.seats)) throw refusal('no-hints', 'hints are for games against bots alone');
        if (!live.match.toAct.includes(eyes)) throw refusal('not-to-act', 'it is not your turn');
        return this.changed(live, 'hint', { hints: (kept.seats[eyes]!.hints ?? 0) + 1 });
      case 'resign':
        if (kept.told && kept.curtain && !live.match.game.simultaneous) throw refusal('real-cards', 'no bot can look at hidden real cards');
        return this.changed(live, 'resign', { resigned: true, away: false, level: STAND_IN });
      case 'away':
        return this.changed(live, 'away', { away: true, level: STAND_IN });
      case 'back':
        return this.changed(live, 'back', { away: false, level: null });
      default:
        throw refusal('chat-closed', 'nobody would hear it');
    }
  }

  /** Somebody tells what was drawn from real cards: what everybody sees, or what is theirs to see. */
  private async told(live: Live, draw: string): Promise<void> {
    const { kept, match, eyes } = live;
    if (!asked(kept, match, eyes)?.draws.length) throw refusal('not-to-act', 'there is nothing for you to tell');
    match.play('*', draw);
    await this.keep(live);
    this.event(live, 'tell', eyes);
    this.goOn(live);
  }

  private async undo(live: Live): Promise<void> {
    const { kept, match, eyes } = live;
    if (live.undos >= MOST_UNDOS) throw refusal('no-more-undos', `taken back ${MOST_UNDOS} times in this turn; that is the most`);
    if (!this.canUndo(live)) throw refusal('cannot-undo', 'this move cannot be taken back');
    if (canTakeBack(kept, match, eyes)) match.untell();
    else match.undo(eyes!);
    live.undos += 1;
    await this.keep(live);
    live.version += 1;
    this.tell(live, this.snapshot(live));
  }

  private async move(live: Live, seat: number, text: string, changes: Partial<Kept> = {}): Promise<void> {
    const waited = seats(live.match);
    live.match.play(seat, text);
    await this.keep(live, changes);
    if (seat !== live.eyes || String(waited) !== String(seats(live.match))) live.undos = 0;
    this.event(live, 'move', seat);
    this.goOn(live);
  }

  /** Whoever is next: a bot, or somebody at the device, whose turn it is to look where nobody hides anything. */
  private goOn(live: Live): void {
    if (live.kept.state === 'over' || !live.kept.curtain) this.turn(live, looking(live.kept, live.match, live.eyes));
    void this.bots(live);
  }

  /** Somebody left their seat, or came back to it. */
  private async changed(live: Live, kind: Event['kind'], change: Partial<SeatInfo>): Promise<void> {
    await this.keep(live, this.own(live, change));
    this.event(live, kind, live.eyes ?? live.kept.you);
    if (change.resigned && live.kept.curtain) this.turn(live, null);
    this.goOn(live);
  }

  /** The same again, at a table of its own. */
  private async rematch(live: Live): Promise<void> {
    const { kept } = live;
    if (kept.state !== 'over') throw refusal('not-over', 'the game is not over yet');
    if (kept.rematch) return;
    const request = {
      game: kept.game,
      players: kept.seats.length,
      options: kept.options,
      people: Object.fromEntries(kept.seats.filter((seat) => seat.kind === 'guest').map((seat) => [seat.seat, seat.name ?? ''])),
      bots: Object.fromEntries(kept.seats.filter((seat) => seat.kind === 'bot').map((seat) => [seat.seat, seat.level ?? STAND_IN])),
      curtain: kept.curtain ?? false,
      told: kept.told ?? false,
    };
    const rematch = await this.create(request, kept.moves.slice(0, kept.begun ?? 0));
    await this.keep(live, { rematch });
    this.event(live, 'rematch', live.eyes ?? kept.you);
  }

  /** Write it down, before anybody hears of it; what cannot be written down has not happened. */
  private async keep(live: Live, changes: Partial<Kept> = {}): Promise<void> {
    const { match } = live;
    const kept: Kept = {
      ...live.kept,
      ...changes,
      moves: [...match.moves],
      waits: awaited(live.kept, match),
      touched: this.now(),
      state: match.over ? 'over' : 'playing',
      result: match.over ? { scores: match.scores, winners: match.winners } : null,
    };
    try {
      await this.shelf.put(kept);
      live.kept = kept;
    } catch (error) {
      live.match = await this.begin(live.kept);
      throw error;
    }
  }

  /** The seat of whoever looks, with something changed about it. */
  private own({ kept, eyes }: Live, change: Partial<SeatInfo>): Partial<Kept> {
    return { seats: kept.seats.map((seat) => (seat.seat === eyes ? { ...seat, ...change } : seat)) };
  }

  private event(live: Live, kind: Event['kind'], by: number | null): void {
    const { eyes, match, told } = live;
    const [log, history] = [logOf(live), match.history(eyes)];
    live.version += 1;
    this.tell(live, {
      type: 'event',
      version: live.version,
      kind,
      by,
      steps: history.slice(told.steps),
      log: log.slice(told.lines),
      view: match.view(eyes),
      table: this.info(live),
      clock: null,
      can_undo: this.canUndo(live),
      asked: asked(live.kept, match, eyes),
      over: match.over,
    });
    live.told = { steps: history.length, lines: log.length };
  }

  private tell(live: Live, frame: ServerFrame): void {
    for (const ear of live.ears) ear(frame);
  }

  /** Let the bots that are waited for think, one after the other, as long as somebody looks. */
  private async bots(live: Live): Promise<void> {
    if (live.thinking) return;
    live.thinking = true;
    try {
      for (let [seat] = waited(live); seat !== undefined && live.ears.size; [seat] = waited(live)) {
        const thought = ++live.thought;
        const level = live.kept.seats[seat]!.level ?? STAND_IN;
        const acting = seat;
        await pause(); // what was said meanwhile is heard first
        const moved = live.acting.then(async () => {
          if (live.thought !== thought || !waited(live).includes(acting)) return;
          await this.move(live, acting, this.rules.think(live.match, acting, level));
        });
        live.acting = moved.catch(() => undefined); // whatever became of it, what is said next is heard
        await moved;
      }
    } catch {
      setTimeout(() => void this.bots(live), AGAIN); // it could not be kept, so it has not happened
    } finally {
      live.thinking = false;
    }
  }
}

const seats = (match: Match) => match.toAct.filter((seat): seat is number => seat !== '*');

/** The seats that are waited for and have a bot. */
function waited({ kept, match }: Live): number[] {
  return seats(match).filter((seat) => !inPerson(kept.seats[seat]!));
}

/** As long as it takes to look up: a bot that answers at once cannot be followed. */
const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE));
