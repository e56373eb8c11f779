// The four lines of the collection, in the order of the map.
export const GAMES = ['metrox', 'jeudumetro', 'correspondances', 'odyssee'] as const;
export type GameId = (typeof GAMES)[number];

export interface Shape {
  number: number;
  colour: string;
  pattern: 'solid' | 'dashed' | 'double' | 'dotted';
  seats: [least: number, most: number];
  minutes: number;
}

export const SHAPES: Record<GameId, Shape> = {
  metrox: { number: 1, colour: 'var(--line-metrox)', pattern: 'solid', seats: [1, 6], minutes: 20 },
  jeudumetro: { number: 2, colour: 'var(--line-jeudumetro)', pattern: 'dashed', seats: [2, 6], minutes: 15 },
  correspondances: { number: 3, colour: 'var(--line-correspondances)', pattern: 'double', seats: [2, 4], minutes: 25 },
  odyssee: { number: 4, colour: 'var(--line-odyssee)', pattern: 'dotted', seats: [2, 4], minutes: 35 },
};

export function isGame(text: string): text is GameId {
  return (GAMES as readonly string[]).includes(text);
}
