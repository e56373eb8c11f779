// A text as a QR code: one path to be filled, in a square of so many modules, the quiet zone around it included.
import { encode } from 'uqr';

/** The white rim a reader needs. */
const RIM = 4;

export interface Code {
  /** Modules along an edge, the rim included. */
  size: number;
  /** The dark ones, each row in runs. */
  path: string;
}

/** The smallest code that holds the text and can still be read with a seventh of it missing. */
export function qrOf(text: string): Code {
  const { data, size } = encode(text, { ecc: 'M', border: RIM });
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map((dark) => (dark ? '#' : ' '))
        .join('')
        .matchAll(/#+/g),
    ].map((run) => `M${run.index} ${y}h${run[0].length}v1h-${run[0].length}z`),
  );
  return { size, path: runs.join('') };
}
