// How the lines of the collection run: from one interchange to their rows, and on a phone beside one another.

type Point = [x: number, y: number];

/** A way with round bends. */
function rounded(points: Point[]): string {
  const bends = points.slice(1, -1).map(([x, y], i) => {
    const ends = [points[i]!, points[i + 2]!].map(([fx, fy]) => {
      const far = Math.hypot(fx - x, fy - y);
      const near = Math.min(17, far / 4) / (far || 1);
      return `${+(x + (fx - x) * near).toFixed(1)} ${+(y + (fy - y) * near).toFixed(1)}`;
    });
    return `L${ends[0]}Q${x} ${y} ${ends[1]}`;
  });
  return `M${points[0]!.join(' ')}${bends.join('')}L${points.at(-1)!.join(' ')}`;
}

const [ROW, WIDE, APART] = [152, 640, 26];
/** Where the first line may bend, and where the last must have bent; the inner ones bend later. */
const [FIRST, USUAL, LAST, LATER] = [262, 372, 590, 46];

interface Fan {
  box: string;
  /** The interchange all lines come from. */
  hub: { x: number; y: number; w: number; h: number };
  /** The way of every line, from the first row to the last. */
  ways: string[];
}

/** The lines fan out from the interchange, each to the middle of its row, at the angles of a metro map. */
export function fan(lines: number): Fan {
  const middle = (lines * ROW) / 2 + APART;
  const high = (lines - 1) * APART + 42;
  const ways = Array.from({ length: lines }, (_, i) => {
    const from = middle + (i - (lines - 1) / 2) * APART;
    const to = ROW / 2 + i * ROW;
    const [far, way] = [Math.abs(to - from), Math.sign(to - from)];
    const later = LATER * Math.min(i, lines - 1 - i);
    const x = Math.max(FIRST + later, Math.min(USUAL + later, LAST - far));
    const askew = Math.min(far, LAST - x);
    const half = askew / 2;
    const upright: Point[] = [
      [x + half, from + way * half],
      [x + half, to - way * half],
    ];
    return rounded([[-20, from], [x, from], ...(askew < far ? upright : []), [x + askew, to], [WIDE + 120, to]]);
  });
  return { box: `0 0 ${WIDE} ${lines * ROW}`, hub: { x: 196, y: middle - high / 2, w: 52, h: high }, ways };
}

export interface Gutter {
  /** Of all lines together. */
  width: number;
  /** Of one of them. */
  stroke: number;
  /** Where each line runs down, the first one rightmost. */
  at: number[];
  /** The way of each, out of the bundle into its row. */
  bends: string[];
}

/** On a narrow screen the lines run down side by side, and one after the other turns off. */
export function gutter(lines: number): Gutter {
  const apart = lines > 4 ? 39 / (lines - 1) : 13;
  const at = Array.from({ length: lines }, (_, i) => 16 + (lines - 1 - i) * apart);
  const width = at[0]! + 35;
  const bends = at.map((x) => `M${x} -2V17Q${x} 23 ${x + 4} 27L${x + 20} 43Q${x + 25} 48 ${x + 32} 48H${width + 2}`);
  return { width, stroke: Math.min(9, apart * 0.7), at, bends };
}
