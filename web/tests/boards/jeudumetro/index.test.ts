import { beforeAll, expect, test } from 'vitest';
import { summary } from '@/boards/jeudumetro';
import type { JeudumetroView } from '@/lib/types';
import { prefs } from '@/lib/prefs.svelte';
import { need } from '@/lib/words.svelte';

beforeAll(async () => {
  prefs.language = 'en';
  await need('jeudumetro', 'web-jeudumetro');
});

const told = (card: string, trains: number) => {
  const changes = Array.from({ length: trains }, (_, i) => ({ place: String(i + 1), before: 10, after: 8 }));
  const move = { move: card, does: 'change', card, targets: [], victim: null, changes, wins: [], may_win: [], discards: [], draws: 0 };
  return summary({ moves: [move] } as unknown as JeudumetroView, card, [], {});
};

test('a card that hits every train says so once: each train shows its own figures', () => {
  expect(told('CS', 3)).toBe('Unattended bag · 2 passengers get off every train');
  expect(told('M2', 1)).toBe('Infested train · train 1: 10 → 8');
});
