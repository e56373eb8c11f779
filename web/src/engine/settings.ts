// Boards and scenes that Python has made ready, for every choice of options by name.
import type { Options, Part, Setting } from './game';

/** Everything told of a game before it is played: each board as what differs from the one before, in hex. */
export interface Settings {
  /** The file its compiled rules are in. */
  readonly module: string;
  readonly options: readonly { readonly name: string; readonly default: unknown; readonly values: readonly unknown[] }[];
  /** What a review counts, once for all that count the same. */
  readonly parts: readonly (readonly Part[])[];
  readonly settings: readonly Told[];
}

interface Told {
  readonly options: Options;
  readonly players: number;
  /** Which of the scenes. */
  readonly scene: number;
  /** Which of the parts, by seat. */
  readonly parts: readonly number[];
  readonly board: readonly (readonly [at: number, bytes: string])[];
}

/** The setting of these options, all but its scene, of which the number is told; null if Python has made none. */
export function settingOf(
  all: Settings,
  size: number,
  given: Options,
  players: number,
): (Omit<Setting<never>, 'scene'> & { scene: number }) | null {
  const options = completed(all, given);
  const board = new Uint8Array(size);
  for (const one of all.settings) {
    for (const [at, bytes] of one.board) write(board, at, bytes);
    if (one.players === players && same(one.options, options))
      return {
        options,
        players,
        scene: one.scene,
        board,
        parts: one.parts.map((which) => all.parts[which]!),
      };
  }
  return null;
}

/** The options a record writes: those given, and the defaults of others that are not just off. */
function completed(all: Settings, given: Options): Options {
  const defaults = all.options.filter((one) => one.default !== null && one.default !== false);
  return { ...Object.fromEntries(defaults.map((one) => [one.name, one.default])), ...given };
}

function same(one: Options, other: Options): boolean {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => (one[name] ?? false) === (other[name] ?? false));
}

function write(board: Uint8Array, at: number, bytes: string): void {
  for (let i = 0; i < bytes.length; i += 2) board[at + i / 2] = parseInt(bytes.slice(i, i + 2), 16);
}
