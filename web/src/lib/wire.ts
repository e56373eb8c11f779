// Generated from the server's schema by scripts/types.mjs; do not edit.

export type StrapontinProtocol1 =
  | Absence
  | Ack
  | Away
  | Back
  | Change
  | Chat
  | ChatLine
  | Choice
  | CityView
  | ClientFrame
  | ClockState
  | CorrespondancesView
  | CreateTable
  | Created
  | DaysClock
  | DoOnce
  | Done
  | Event
  | Failure
  | Fault
  | GameInfo
  | GameView
  | Games
  | Guest
  | GuestData
  | GuestRequest
  | Hand
  | Health
  | Hello
  | JeudumetroView
  | Lesson
  | LessonStep
  | Line
  | LineView
  | Mark
  | MetroxView
  | MinutesClock
  | Mute
  | NoClock
  | Notice
  | OdysseeView
  | Outcome
  | Ping
  | Place
  | Placement
  | Play
  | PlayMove
  | Played
  | Player
  | PlayerView
  | Pong
  | Position
  | Presence
  | PutBot
  | Record
  | Refused
  | Rematch
  | Replay
  | Resign
  | Ride
  | RideView
  | Round
  | Say
  | SeatInfo
  | Seated
  | ServerFrame
  | Sheet
  | SheetLine
  | Snapshot
  | SnapshotFrame
  | StartTable
  | StationView
  | Step
  | Stop
  | TableInfo
  | TableLine
  | Tables
  | TakeSeat
  | Taken
  | Tile
  | Trip
  | Tune
  | Undo
  | Verdict
  | Welcome
  | RecordResult
  | CorrespondancesResult
  | MetroxParts
  | OdysseeMove
  | OdysseeParts
  | FramesMove;
/**
 * What a client sends.
 */
export type ClientFrame = Hello | FramesMove | Undo | Resign | Away | Back | Rematch | Say | Mute | Ping;
/**
 * The view of any game.
 */
export type GameView = MetroxView | JeudumetroView | CorrespondancesView | OdysseeView;
/**
 * What the server sends.
 */
export type ServerFrame = Welcome | SnapshotFrame | Event | Ack | Refused | Chat | Presence | Notice | Pong;

/**
 * What happens when somebody is gone while the table waits for them: a reminder, then a bot plays for the seat.
 */
export interface Absence {
  after?: number | null;
  level?: string;
}
/**
 * What you sent under this id is recorded and will survive; `version` is yours after it.
 */
export interface Ack {
  type: 'ack';
  id: string;
  version: number;
  repeated?: boolean;
}
/**
 * Let a bot play for me until I say `back`.
 */
export interface Away {
  type: 'away';
  id: string;
}
/**
 * I am back: the bot gets up. A `move` says the same.
 */
export interface Back {
  type: 'back';
  id: string;
}
/**
 * Passengers on a train before and after.
 */
export interface Change {
  place: string;
  before: number;
  after: number;
}
/**
 * A new chat line.
 */
export interface Chat {
  type: 'chat';
  n: number;
  seat: number | null;
  name: string;
  text: string | null;
  phrase: string | null;
  at: number;
}
/**
 * Something said at the table: free text, or one of the quick phrases.
 */
export interface ChatLine {
  n: number;
  seat: number | null;
  name: string;
  text: string | null;
  phrase: string | null;
  at: number;
}
/**
 * One option of a game, as a form shows it.
 */
export interface Choice {
  name: string;
  kind: 'choice' | 'flag' | 'number';
  default: unknown;
  values?: unknown[];
  least?: number | null;
  most?: number | null;
  inline?: boolean;
}
/**
 * Where the spots lie, in the form `options.city` has; null where a district is still to be drawn.
 */
export interface CityView {
  houses: (string | null)[];
  shops: (string | null)[];
  offices: (string | null)[];
  park: string[];
  lake: string[];
}
/**
 * The first frame: who looks, and from which version on.
 */
export interface Hello {
  type: 'hello';
  token?: string | null;
  version?: number | null;
  chat?: number;
}
/**
 * Play a move; the same id again is the same move, played once.
 */
export interface FramesMove {
  type: 'move';
  id: string;
  move: string;
}
/**
 * Take back one's last move.
 */
export interface Undo {
  type: 'undo';
  id: string;
}
/**
 * Give up; a bot plays the seat to the end.
 */
export interface Resign {
  type: 'resign';
  id: string;
}
/**
 * Another one, with rotated seats; the first who asks sets it up.
 */
export interface Rematch {
  type: 'rematch';
  id: string;
}
/**
 * Chat: either free text or a quick phrase.
 */
export interface Say {
  type: 'say';
  id: string;
  text?: string | null;
  phrase?:
    ('bye' | 'good-luck' | 'hello' | 'hurry' | 'oops' | 'rematch' | 'thanks' | 'thinking' | 'well-played') | null;
}
/**
 * Do not send me what this seat (null: spectators) says on this connection.
 */
export interface Mute {
  type: 'mute';
  seat: number | null;
  muted: boolean;
}
/**
 * Ask whether the server is there.
 */
export interface Ping {
  type: 'ping';
  n?: number;
}
/**
 * The clocks at the instant `at`; those in `running` go on from there.
 */
export interface ClockState {
  at: number;
  running: number[];
  left: (number | null)[];
}
/**
 * The table as one seat sees it.
 */
export interface CorrespondancesView {
  game: string;
  seat: number | string | null;
  players: number;
  to_act: (number | string)[];
  over: boolean;
  scores: number[];
  winners: number[];
  number: number;
  stage: string;
  starter: number | null;
  goal: number;
  lines: (number | null)[];
  trips: (Trip | null)[];
  tiles: Tile[];
  /**
   * @minItems 4
   * @maxItems 4
   */
  frame: [number, number, number, number];
  drawn: string | null;
  pile: {
    [k: string]: number;
  };
  aside: {
    [k: string]: number;
  };
  complete: number[];
  last: Round | null;
  moves: Placement[];
}
/**
 * How a player's trip stands, for eyes that know the line.
 */
export interface Trip {
  line: number;
  missing: number | null;
  changes: number | null;
  worth: number | null;
  way: Step[];
  stretch: number;
}
/**
 * A cell on a way, and the line it is ridden in; a change shows the same cell twice.
 */
export interface Step {
  x: number;
  y: number;
  line: number;
}
/**
 * A tile on the table.
 */
export interface Tile {
  x: number;
  y: number;
  ports: string;
  kind: string;
  station: boolean;
  seat: number | null;
}
/**
 * A round that is over, lines revealed.
 */
export interface Round {
  number: number;
  tiles: Tile[];
  results: CorrespondancesResult[];
}
/**
 * What a round gave one player.
 */
export interface CorrespondancesResult {
  line: number;
  arrived: boolean;
  changes: number | null;
  trip: number;
  stretch: number;
  longest: boolean;
  points: number;
  way: Step[];
}
/**
 * A legal move and what it would do, as far as this seat knows; `-` has no cell.
 */
export interface Placement {
  move: string;
  x: number | null;
  y: number | null;
  ports: string | null;
  completes: number[];
  finishes: boolean;
  points: number | null;
  missing: number | null;
  changes: number | null;
  stretch: number;
}
/**
 * Set up a table; who does so owns it and, unless `seat` is null, sits down at once.
 */
export interface CreateTable {
  game: string;
  players: number;
  options?: {
    [k: string]: unknown;
  };
  name?: string | null;
  seat?: number | null;
  bots?: {
    [k: string]: string;
  };
  clock?: NoClock | MinutesClock | DaysClock;
  absence?: Absence1;
  listed?: boolean;
  spectators?: boolean;
  start?: boolean;
}
/**
 * Everybody takes their time.
 */
export interface NoClock {
  kind: 'none';
}
/**
 * So many minutes for the whole game, and an increment in seconds at the end of each turn.
 */
export interface MinutesClock {
  kind: 'minutes';
  minutes: number;
  increment?: number;
}
/**
 * So many days for each turn, for games by correspondence.
 */
export interface DaysClock {
  kind: 'days';
  days: number;
}
/**
 * What happens when somebody is gone while the table waits for them: a reminder, then a bot plays for the seat.
 */
export interface Absence1 {
  after?: number | null;
  level?: string;
}
/**
 * Your new table, and your seat if you took one.
 */
export interface Created {
  table: TableInfo;
  seat: number | null;
  token: string | null;
}
/**
 * A table, as anybody with its link may know it, and what you are there.
 */
export interface TableInfo {
  id: string;
  game: string;
  options: {
    [k: string]: unknown;
  };
  state: 'abandoned' | 'open' | 'over' | 'playing';
  seats: SeatInfo[];
  you: number | null;
  owner: boolean;
  listed: boolean;
  spectators: boolean;
  chat_open: boolean;
  clock: NoClock | MinutesClock | DaysClock;
  absence: Absence;
  commitment: string | null;
  to_act: number[];
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
  result: Outcome | null;
  rematch: string | null;
  link: string;
}
/**
 * One seat of a table.
 */
export interface SeatInfo {
  seat: number;
  kind: 'bot' | 'empty' | 'guest';
  name: string | null;
  level: string | null;
  present: boolean;
  away: boolean;
  resigned: boolean;
}
/**
 * How it ended.
 */
export interface Outcome {
  scores: number[];
  winners: number[];
}
/**
 * Something to be done once, however often it arrives.
 */
export interface DoOnce {
  id: string;
}
/**
 * Done, and nothing more to say.
 */
export interface Done {
  done?: boolean;
}
/**
 * Something these eyes may know has happened; versions count up by one.
 */
export interface Event {
  type: 'event';
  version: number;
  kind:
    | 'abandoned'
    | 'away'
    | 'back'
    | 'chat-open'
    | 'done'
    | 'move'
    | 'moved'
    | 'rematch'
    | 'resign'
    | 'seat'
    | 'start'
    | 'undo';
  by: number | null;
  steps: [number | string, string][];
  log: Line[];
  view: {
    [k: string]: unknown;
  } | null;
  table: TableInfo | null;
  clock: ClockState | null;
  can_undo?: boolean;
  over?: boolean;
  rewind?: number;
}
/**
 * One line of the log: a key of the catalogues of words and its parameters.
 */
export interface Line {
  key: string;
  params?: {
    [k: string]: unknown;
  };
}
/**
 * The body of every answer that is not 2xx.
 */
export interface Failure {
  error: Fault;
}
/**
 * What was wrong: a stable kind for programs, one clear line (English) for people who write them.
 */
export interface Fault {
  kind:
    | 'already-seated'
    | 'already-started'
    | 'back-in-a-moment'
    | 'bad-field'
    | 'bad-json'
    | 'bad-options'
    | 'cannot-undo'
    | 'chat-closed'
    | 'id-reused'
    | 'illegal-move'
    | 'no-guest'
    | 'no-spectators'
    | 'not-over'
    | 'not-owner'
    | 'not-ready'
    | 'not-started'
    | 'not-to-act'
    | 'not-your-seat'
    | 'our-fault'
    | 'over'
    | 'seat-empty'
    | 'seat-taken'
    | 'too-fast'
    | 'too-large'
    | 'too-many-tables'
    | 'too-slow'
    | 'unknown-game'
    | 'unknown-level'
    | 'unknown-position'
    | 'unknown-route'
    | 'unknown-seat'
    | 'unknown-table'
    | 'unreadable-move'
    | 'wrong-media-type'
    | 'wrong-method'
    | 'wrong-origin'
    | 'wrong-protocol';
  message: string;
  field?: string | null;
  legal?: string[] | null;
  to_act?: (number | string)[] | null;
  retry_after?: number | null;
}
/**
 * A game of the collection.
 */
export interface GameInfo {
  id: string;
  least: number;
  most: number;
  simultaneous: boolean;
  options: Choice[];
  levels: string[];
}
/**
 * The table as one seat sees it.
 */
export interface MetroxView {
  game: string;
  seat: number | string | null;
  players: number;
  to_act: (number | string)[];
  over: boolean;
  scores: number[];
  winners: number[];
  turn: number;
  card: string | null;
  revealed: string[];
  pile: {
    [k: string]: number;
  };
  taken: Taken[];
  sheets: Sheet[];
  moves: Ride[];
  tier: number | null;
}
/**
 * A line completed first in an earlier round: only its later value is left.
 */
export interface Taken {
  line: string;
  turn: number;
}
/**
 * One player's sheet, as far as these eyes may see it.
 */
export interface Sheet {
  done: boolean;
  marks: Mark[];
  lines: SheetLine[];
  empty: number;
  vacant: number;
  score: MetroxParts;
}
/**
 * A marked station: in which round, and the count framed there if it is a transfer.
 */
export interface Mark {
  station: string;
  turn: number;
  transfer: number | null;
}
/**
 * A line on one player's sheet.
 */
export interface SheetLine {
  line: string;
  windows: string[];
  missing: number;
  value: string | null;
  way: string | null;
}
/**
 * How a score is made up.
 */
export interface MetroxParts {
  lines: number;
  transfers: number;
  empty: number;
  total: number;
}
/**
 * A legal move and what it would do to one's own sheet.
 */
export interface Ride {
  move: string;
  line: string | null;
  marks: string[];
  transfer: number | null;
  completes: string[];
  values: number[];
  points: number;
  repeats: number;
}
/**
 * The table as one seat sees it.
 */
export interface JeudumetroView {
  game: string;
  seat: number | string | null;
  players: number;
  to_act: (number | string)[];
  over: boolean;
  scores: number[];
  winners: number[];
  phase: string;
  turn: number | null;
  turns: number;
  starter: number | null;
  quay: number;
  places: Place[];
  hands: Hand[];
  pile: number;
  discard: {
    [k: string]: number;
  };
  attached: {
    [k: string]: number;
  };
  unseen: {
    [k: string]: number;
  };
  refills: number;
  last_refill: number;
  last_train: boolean;
  by_distance: boolean;
  moves: Play[];
}
/**
 * A place at the table: the train that lies there and the objective card beside it.
 */
export interface Place {
  place: string;
  seat: number;
  left: string;
  right: string;
  train: number;
  passengers: number;
  stars: number;
  controllers: number;
  objective: string | null;
  missing: number | null;
  seen_by: number[];
}
/**
 * One player's cards, as far as these eyes know them.
 */
export interface Hand {
  seat: number;
  size: number;
  cards: string[];
}
/**
 * A legal move and what it would do, for what this seat knows.
 */
export interface Play {
  move: string;
  card: string | null;
  targets: string[];
  victim: number | null;
  discards: string[];
  draws: number;
  changes: Change[];
  quay: number;
  ends: string;
  wins: number[];
  may_win: number[];
}
/**
 * The table; everything lies open.
 */
export interface OdysseeView {
  game: string;
  seat: number | string | null;
  players: number;
  to_act: (number | string)[];
  over: boolean;
  scores: number[];
  winners: number[];
  mode: string;
  phase: string;
  starter: number | null;
  turn: number;
  left: number;
  closing: number | null;
  supply: number;
  city: CityView;
  districts: string[];
  park_house: number | null;
  lake_house: number | null;
  stations: StationView[];
  lines: LineView[];
  accounts: PlayerView[];
  tour: Stop[];
  at: number | null;
  guide: number | null;
  tied: number[];
  moves: OdysseeMove[];
}
/**
 * A station: who caused or built it (null: it was there from the start), and what it serves.
 */
export interface StationView {
  corner: string;
  by: number | null;
  houses: number[];
  shops: number[];
  lines: string[];
}
/**
 * One line: its path from tip to free end (or tip), and the cells its tunnels lie on.
 */
export interface LineView {
  seat: number;
  line: 's' | 't';
  status: 'blocked' | 'finished' | 'open' | 'waiting';
  path: string[];
  cells: string[];
  left: number;
  exits: number[];
  need: number | null;
}
/**
 * One player's account.
 */
export interface PlayerView {
  score: OdysseeParts;
  finished: number;
  tunnels: number;
  turns: number;
}
/**
 * How a score is made up.
 */
export interface OdysseeParts {
  stations: number;
  sections: number;
  presents: number;
  lines: number;
  total: number;
}
/**
 * A stop of the tour: who guided, the move, what it paid, and which shops sent presents by whose lines.
 */
export interface Stop {
  house: number;
  guide: number | null;
  move: string | null;
  minutes: number | null;
  rides: RideView[];
  sections: number[];
  shops: number[][];
}
/**
 * One ride of Father Christmas on one line, with every corner it passes.
 */
export interface RideView {
  seat: number;
  line: 's' | 't';
  start: string;
  end: string;
  sections: number;
  path: string[];
}
/**
 * A legal move and what it would do.
 */
export interface OdysseeMove {
  move: string;
  kind: 'bonus' | 'leave' | 'pass' | 'start' | 'station' | 'tour' | 'tunnel';
  line?: ('s' | 't') | null;
  start?: string | null;
  end?: string | null;
  cell?: string | null;
  stations?: string[];
  points?: number;
  blocks?: boolean;
  exits?: number[];
  need?: number | null;
  ends_turn?: boolean;
  house?: number | null;
  minutes?: number | null;
  rides?: RideView[];
  sections?: number[];
  shops?: number[][];
}
/**
 * The collection.
 */
export interface Games {
  protocol: number;
  version: string;
  games: GameInfo[];
}
/**
 * Who you are here: a name and a cookie.
 */
export interface Guest {
  name: string | null;
  language: ('en' | 'fr') | null;
  tables: number;
  waiting: number;
}
/**
 * All that is kept about a guest.
 */
export interface GuestData {
  guest: {
    [k: string]: unknown;
  };
  tables: {
    [k: string]: unknown;
  }[];
  chat: ChatLine[];
}
/**
 * Say hello, or change one's name or language.
 */
export interface GuestRequest {
  name?: string | null;
  language?: ('en' | 'fr') | null;
}
/**
 * How the server feels.
 */
export interface Health {
  ok: boolean;
  database: boolean;
  bus: boolean;
  bots: boolean;
}
/**
 * A guided first game: real positions of the real engine, in order.
 */
export interface Lesson {
  game: string;
  options: {
    [k: string]: unknown;
  };
  players: number;
  seat: number;
  scene: {
    [k: string]: unknown;
  };
  steps: LessonStep[];
}
/**
 * One position of a lesson: what is said there (a key of the catalogues), and the move to try, if any.
 */
export interface LessonStep {
  say: string;
  view: {
    [k: string]: unknown;
  };
  log: Line[];
  tries: string | null;
}
/**
 * A word from the house: the server restarts (reconnect), your turn has waited long, you were muted...
 */
export interface Notice {
  type: 'notice';
  kind: 'back-in-a-moment' | 'reminder' | 'too-slow';
  seat?: number | null;
  retry_after?: number | null;
}
/**
 * A move over HTTP, for scripts; a screen plays over the socket.
 */
export interface PlayMove {
  id: string;
  move: string;
}
/**
 * A move over HTTP was recorded.
 */
export interface Played {
  version: number;
  repeated: boolean;
}
/**
 * Who sat in a seat: a person by name, or a bot by its level.
 */
export interface Player {
  name: string;
  bot?: string | null;
}
/**
 * I am here, and where the table stands for you: behind it, say hello again.
 */
export interface Pong {
  type: 'pong';
  n: number;
  now: number;
  version?: number;
}
/**
 * One position of a finished game, all cards on the table.
 */
export interface Position {
  ply: number;
  actor: number | string | null;
  move: string | null;
  log: Line[];
  view: {
    [k: string]: unknown;
  };
}
/**
 * Who is here: seats with somebody connected, and how many watch.
 */
export interface Presence {
  type: 'presence';
  here: number[];
  watching: number;
}
/**
 * Put a bot on a free seat, or change its level.
 */
export interface PutBot {
  level: string;
}
/**
 * One game. `"*"` is chance, a number is a seat; the seed appears when the game is over.
 */
export interface Record {
  format: 'strapontin/1';
  game: string;
  options: {
    [k: string]: unknown;
  };
  /**
   * @minItems 1
   * @maxItems 16
   */
  players:
    | [Player]
    | [Player, Player]
    | [Player, Player, Player]
    | [Player, Player, Player, Player]
    | [Player, Player, Player, Player, Player]
    | [Player, Player, Player, Player, Player, Player]
    | [Player, Player, Player, Player, Player, Player, Player]
    | [Player, Player, Player, Player, Player, Player, Player, Player]
    | [Player, Player, Player, Player, Player, Player, Player, Player, Player]
    | [Player, Player, Player, Player, Player, Player, Player, Player, Player, Player]
    | [Player, Player, Player, Player, Player, Player, Player, Player, Player, Player, Player]
    | [Player, Player, Player, Player, Player, Player, Player, Player, Player, Player, Player, Player]
    | [Player, Player, Player, Player, Player, Player, Player, Player, Player, Player, Player, Player, Player]
    | [Player, Player, Player, Player, Player, Player, Player, Player, Player, Player, Player, Player, Player, Player]
    | [
        Player,
        Player,
        Player,
        Player,
        Player,
        Player,
        Player,
        Player,
        Player,
        Player,
        Player,
        Player,
        Player,
        Player,
        Player
      ]
    | [
        Player,
        Player,
        Player,
        Player,
        Player,
        Player,
        Player,
        Player,
        Player,
        Player,
        Player,
        Player,
        Player,
        Player,
        Player,
        Player
      ];
  moves: ['*' | number, string][];
  commitment?: string | null;
  seed?: string | null;
  result?: RecordResult | null;
}
/**
 * How a finished game ended; winners by seat, ascending.
 */
export interface RecordResult {
  scores: number[];
  winners: number[];
}
/**
 * What you sent (under this id, if it had one) was not done, and why.
 */
export interface Refused {
  type: 'refused';
  id: string | null;
  error: Fault;
}
/**
 * Positions `start` to `start + len(positions) - 1` of a game of `moves` moves.
 */
export interface Replay {
  moves: number;
  start: number;
  positions: Position[];
}
/**
 * You have a seat; the token opens it from any device. Keep it like a key; it is not shown again.
 */
export interface Seated {
  table: TableInfo;
  seat: number;
  token: string;
}
/**
 * The first frame: who you are here; then come the events you missed, or a snapshot.
 */
export interface Welcome {
  type: 'welcome';
  protocol: number;
  seat: number | null;
  version: number;
  resumed: boolean;
  now: number;
}
/**
 * Forget what you have and show this.
 */
export interface SnapshotFrame {
  type: 'snapshot';
  version: number;
  seat: number | null;
  table: TableInfo;
  view: {
    [k: string]: unknown;
  } | null;
  log: Line[];
  history: [number | string, string][];
  chat: ChatLine[];
  clock: ClockState | null;
  watching: number;
  can_undo: boolean;
}
/**
 * Everything a screen needs to show the table now, as far as these eyes may know it.
 */
export interface Snapshot {
  version: number;
  seat: number | null;
  table: TableInfo;
  view: {
    [k: string]: unknown;
  } | null;
  log: Line[];
  history: [number | string, string][];
  chat: ChatLine[];
  clock: ClockState | null;
  watching: number;
  can_undo: boolean;
}
/**
 * Start; empty seats are filled with bots of this level, or refused if it is null.
 */
export interface StartTable {
  fill?: string | null;
}
/**
 * A table in a list.
 */
export interface TableLine {
  id: string;
  game: string;
  map: string | null;
  state: 'abandoned' | 'open' | 'over' | 'playing';
  seats: SeatInfo[];
  you: number | null;
  owner: boolean;
  waiting: boolean;
  due: number | null;
  clock: NoClock | MinutesClock | DaysClock;
  created_at: number;
  touched_at: number;
  result: Outcome | null;
}
/**
 * Tables, those that wait for you first; `next` continues the list.
 */
export interface Tables {
  tables: TableLine[];
  next?: string | null;
}
/**
 * Sit down on a free seat, or give the seat one has another name.
 */
export interface TakeSeat {
  name: string;
}
/**
 * What the owner can change: the chat.
 */
export interface Tune {
  chat_open: boolean;
}
/**
 * The draws of a finished game were checked against its seed, and the moves against the rules.
 */
export interface Verdict {
  fair: boolean;
  draws: number;
  moves: number;
  commitment: string;
  seed: string;
  message?: string | null;
}
