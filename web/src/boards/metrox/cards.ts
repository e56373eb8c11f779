// What cards are called.
import { say } from '@/lib/words.svelte';

export type CardKind = 'number' | 'express' | 'transfer' | 'free';

export function cardKind(card: string): CardKind {
  if (card === '+') return 'transfer';
  if (card === '*') return 'free';
  return card.endsWith('E') ? 'express' : 'number';
}

export function cardName(card: string): string {
  return say(`metrox.card.${cardKind(card)}`, { n: card.replace('E', '') });
}
