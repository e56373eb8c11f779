// The moments of a finished game that mattered most: where the lead changed hands, or somebody came much nearer.

/** So many are shown. */
const MOST = 5;
/** A jump beyond this counts, and a change of the lead as much as one of two. */
const LEAST = 1;
const LEAD = 2;

/** Their numbers, far enough apart for a finger, from how well each seat stood at every position. */
export function turning(standings: readonly number[][]): number[] {
  const lead = (one: number[]) => one.indexOf(Math.max(...one));
  const found = standings.flatMap((now, ply) => {
    const before = standings[ply - 1];
    if (!before) return [];
    const jump = Math.max(0, ...now.map((score, seat) => Math.abs(score - (before[seat] ?? 0))));
    const weight = jump + (lead(before) !== lead(now) ? LEAD : 0);
    return weight > LEAST ? [{ ply, weight }] : [];
  });
  const apart = Math.max(2, standings.length / 12);
  const chosen: number[] = [];
  for (const { ply } of found.sort((a, b) => b.weight - a.weight))
    if (chosen.length < MOST && chosen.every((other) => Math.abs(other - ply) > apart)) chosen.push(ply);
  return chosen.sort((a, b) => a - b);
}
