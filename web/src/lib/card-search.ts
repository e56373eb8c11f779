// Looking for a card among those that can have been drawn.

/** A word without accents and capitals, as people type it. */
const plain = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase();

/** Those whose notation or name has every word that is looked for. */
export function matching(draws: readonly string[], names: ReadonlyMap<string, string>, sought: string): string[] {
  const words = plain(sought).split(/\s+/).filter(Boolean);
  return draws.filter((draw) => {
    const told = plain(`${draw} ${names.get(draw) ?? ''}`);
    return words.every((word) => told.includes(word));
  });
}
