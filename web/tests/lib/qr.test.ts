import { describe, expect, it } from 'vitest';
import { qrOf } from '@/lib/qr';

/** The modules a path fills, as rows of text. */
function filled({ size, path }: { size: number; path: string }): string[] {
  const rows = Array.from({ length: size }, () => Array<string>(size).fill('.'));
  for (const [, x, y, n] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) rows[+y!]!.fill('#', +x!, +x! + +n!);
  return rows.map((row) => row.join(''));
}

describe('a QR code', () => {
  it('has three corners to find it by, and a white rim of four modules', () => {
    const code = qrOf('https://strapontin.example/follow/ABCD2345');
    const rows = filled(code);
    const corner = ['#######', '#.....#', '#.###.#', '#.###.#', '#.###.#', '#.....#', '#######'];
    const at = (x: number, y: number) => rows.slice(y, y + 7).map((row) => row.slice(x, x + 7));
    const far = code.size - 4 - 7;
    expect(at(4, 4)).toEqual(corner);
    expect(at(far, 4)).toEqual(corner);
    expect(at(4, far)).toEqual(corner);
    expect(at(far, far)).not.toEqual(corner);
    expect([...rows.slice(0, 4), ...rows.slice(-4)].join('')).not.toContain('#');
    expect(rows.every((row) => /^\.{4}.*\.{4}$/.test(row))).toBe(true);
  });

  it('grows with what it says, and is the same for the same text', () => {
    expect(qrOf('a').size).toBe(21 + 8);
    expect(qrOf('a'.repeat(200)).size).toBeGreaterThan(qrOf('a').size);
    expect(qrOf('b')).toEqual(qrOf('b'));
    expect(qrOf('b')).not.toEqual(qrOf('c'));
  });
});
