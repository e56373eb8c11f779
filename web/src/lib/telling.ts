// A review in words: the page's twin of `coach/telling.py`, by the same keys. Moves are called what the board calls them.
import { fixed, rounded, total, type Figure } from '@/engine/figures';
import { share, type Hindsight } from '@/engine/hindsight';
import { VERDICTS, type Decision, type Reason, type SeatReview } from '@/engine/review';
import type { Params } from './sentence';

export interface Teller {
  say: (key: string, params?: Params) => string;
  /** What a move is called, of those that could be played then. */
  name: (move: string) => string;
  /** Who sits where. */
  players: readonly string[];
  /** A chance to win below this is told as none; so many reasons are told for the best move and against it. */
  manners: { telling: number; for: number; against: number };
}

/** To a tenth, as the language writes it. */
const tenths = (value: number, { say }: Pick<Teller, 'say'>): string =>
  fixed(value, 1).replace('-', '−').replace('.', say('common.decimal'));

/** From where to where a figure may be; one future tells nothing of it. */
function interval({ low, high }: Figure, teller: Pick<Teller, 'say'>, times = 1): string {
  if (low === high) return '?';
  return teller.say('common.interval', { low: tenths(times * low, teller), high: tenths(times * high, teller) });
}

/** A difference of chances, without what an interval of few simulations has beyond all or nothing. */
const likely = (chance: Figure): Figure => ({ ...chance, low: Math.max(-1, chance.low), high: Math.min(1, chance.high) });

/** An accuracy that may lie this far apart, in per cent, is not told as one figure. */
const VAGUE = 50;
export const vague = ({ low, high }: Figure): boolean => high - low > VAGUE;

/** Accuracies beyond which there is nothing: where all of the interval would lie there, it says no more than they do. */
const EDGES: Record<number, string> = { 0: 'nothing', 100: 'whole' };

/** How accurate a seat was. */
export function headline(player: string, { accuracy }: SeatReview, teller: Pick<Teller, 'say'>): string {
  const { say } = teller;
  if (!accuracy) return say('coach.accuracy.none', { player });
  const edge = accuracy.low === accuracy.high ? EDGES[accuracy.mean] : undefined;
  if (edge) return say(`coach.accuracy.${edge}`, { player });
  const span = interval(accuracy, teller);
  if (vague(accuracy)) return say('coach.accuracy.vague', { player, interval: span });
  return say('coach.accuracy', { player, accuracy: tenths(accuracy.mean, teller), interval: span });
}

/** How many decisions there were of each class. */
export function counts({ verdicts, decisions }: SeatReview, { say }: Pick<Teller, 'say'>): string {
  const told = VERDICTS.filter((one) => verdicts[one]).map((one) => say(`coach.count.${one}`, { n: verdicts[one] }));
  return say('coach.decisions', { n: decisions.length, counts: told });
}

/** Which move, and its class. */
export function title({ ply, played, verdict }: Decision, { say, name }: Pick<Teller, 'say' | 'name'>): string {
  return say('coach.move', { n: ply + 1, move: name(played.move), verdict: say(`coach.verdict.${verdict}`) });
}

/** By how much the best move is better: in chances to win, alone in points. */
export function better(one: Decision, teller: Teller): string {
  const { say, name, manners } = teller;
  const { win_loss: won, points_loss: scored } = one;
  const best = name(one.best.move);
  if (won && won.mean >= manners.telling && one.best.win && one.played.win) {
    return say('coach.better.win', {
      best,
      move: name(one.played.move),
      better: tenths(100 * one.best.win.mean, teller),
      worse: tenths(100 * one.played.win.mean, teller),
      interval: interval(likely(won), teller, 100),
    });
  }
  if (scored && scored.low > 0)
    return say('coach.better.points', { best, loss: tenths(scored.mean, teller), interval: interval(scored, teller) });
  return say('coach.better.value', { best });
}

/** What a move gives away: chances to win, alone points. */
export function given({ win_loss, points_loss, loss }: Decision, teller: Pick<Teller, 'say'>): string {
  if (win_loss) return teller.say('coach.chances', { n: tenths(100 * win_loss.mean, teller) });
  return teller.say('coach.points', { n: tenths((points_loss ?? loss).mean, teller) });
}

/** Why the best move is better, in a sentence; nothing where no difference can be told from chance. */
export function explained({ why, best }: Pick<Decision, 'why'> & { best: { move: string } }, teller: Teller): string {
  const { say, name, manners } = teller;
  const told = why.filter((one) => one.good > 0).map((one) => phrase(one, teller));
  const cost = why.filter((one) => one.good < 0).map((one) => phrase(one, teller));
  const [first, second] = told.slice(0, manners.for);
  if (first === undefined) return '';
  let reasons = second === undefined ? first : say('coach.reasons', { first, second });
  if (cost.length && manners.against) reasons = say('coach.but', { reasons, cost: cost[0] });
  // a move stays as it is written
  if (!reasons.startsWith(name(best.move))) reasons = reasons[0]!.toUpperCase() + reasons.slice(1);
  return say('coach.sentence', { reasons });
}

function phrase({ key, params }: Reason, { say, name, players }: Teller): string {
  const { seat, move, other } = params;
  const who = typeof seat === 'number' ? { player: players[seat] ?? '' } : {};
  return say(key, { ...params, ...who, move: name(String(move)), other: name(String(other)) });
}

/** What the draws of a game brought in all. */
export function luck({ luck: all, draws }: SeatReview, alone: boolean, teller: Pick<Teller, 'say'>): string {
  const { say } = teller;
  const brought = alone ? total(draws.flatMap((one) => (one.points ? [one.points] : []))) : all;
  const times = alone ? 1 : 100;
  const plus = (value: number) => (value < 0 || Object.is(value, -0) ? '' : '+') + tenths(times * value, teller);
  const span = brought.low === brought.high ? '?' : say('common.interval', { low: plus(brought.low), high: plus(brought.high) });
  const params = { luck: plus(brought.mean), interval: span };
  return alone ? say('coach.luck.points', params) : say('coach.luck.win', params);
}

/** What was possible for who played alone, knowing the draws. */
export function possible(found: Hindsight, { say }: Pick<Teller, 'say'>): string[] {
  const { score, best, width, exact } = found;
  return [
    say('coach.hindsight', { score, best, percent: rounded(100 * share(found)) }),
    exact ? say('coach.hindsight.exact') : say('coach.hindsight.width', { width }),
  ];
}
