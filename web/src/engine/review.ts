// The review of a game, as `coach/reviewing.py` has it: every decision of a seat and every draw, from what that seat knew at
// the time. With the same budget it comes to the same figures.
import type { Decision as Asked } from './bots';
import type { Manners } from './description';
import { average, mean, meanOfSome, rounded, spread, total, type Figure } from './figures';
import type { Actions, Game, Part } from './game';
import type { Match } from './match';
import { BLINDLY, PARTS, POINTS, type Results, Trier, WON, WORTH } from './trials';

/** The classes of a move, from the best down. */
export const VERDICTS = ['best', 'good', 'inaccuracy', 'mistake', 'blunder'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** A move, and what the futures behind it come to on average. */
interface Weighed {
  move: string;
  value: Figure;
  win: Figure | null;
  points: Figure | null;
}

/** What of a part of the score the best move brings more than the one played, or less. */
export interface Difference {
  key: string;
  kind: Part['kind'];
  params: Record<string, unknown>;
  played: number;
  best: number;
  more: Figure;
  /** The share of the futures in which they differ that way, and by how much they do there. */
  often: number;
  by: number;
}

/** A sentence of the catalogues by its key, what it is filled in with, and whether it speaks for the best move or against it. */
export interface Reason {
  key: string;
  params: Record<string, unknown>;
  good: number;
}

/** One choice of a seat, from what it knew then. */
export interface Decision {
  ply: number;
  legal: number;
  played: Weighed;
  best: Weighed;
  loss: Figure;
  win_loss: Figure | null;
  points_loss: Figure | null;
  stake: number;
  verdict: Verdict;
  parts: Difference[];
  why: Reason[];
}

/** What the position was worth after so many moves of the record. */
export interface Point {
  ply: number;
  value: number;
  win: number | null;
  points: number | null;
}

/** What chance did between two moves, as far as the seat saw it. */
interface Draw {
  ply: number;
  last: number;
  drawn: string[];
  before: Point;
  after: Point;
  luck: Figure;
  points: Figure | null;
}

export type Answer = Decision | Draw;

/** The game as one seat saw it. */
export interface SeatReview {
  seat: number;
  accuracy: Figure | null;
  loss: Figure;
  luck: Figure;
  verdicts: Record<Verdict, number>;
  decisions: Decision[];
  draws: Draw[];
  curve: Point[];
}

/** A decision to look at. */
export interface Choice {
  ply: number;
  at: Asked;
  legal: number;
  played: string;
}

/** Draws to look at: the position before them and after. */
interface Drawing {
  ply: number;
  last: number;
  drawn: string[];
  before: Asked;
  after: Asked;
}

export type Question = Choice | Drawing;

/** What is to be looked at for a seat, in the order of the game. */
export function questions(match: Match, seat: number): Question[] {
  const past = match.at(0);
  const { moves } = match;
  const found: Question[] = [];
  let [decisions, draws, ply] = [0, 0, 0];
  while (ply < moves.length) {
    const [actor, text] = moves[ply]!;
    if (actor === '*') {
      const before = eyes(past, seat, `draw/${seat}/${draws}`);
      const [began, drawn] = [ply, [] as string[]];
      let seen = false;
      for (; moves[ply]?.[0] === '*'; ply++) {
        const whole = moves[ply]![1];
        const shown = past.shown('*', whole, seat);
        seen ||= shown === whole;
        drawn.push(shown);
        past.follow('*', whole);
      }
      draws += 1;
      if (seen && !past.over) found.push({ ply: began, last: ply, drawn, before, after: eyes(past, seat, before.seed) });
      continue;
    }
    if (actor === seat) {
      const legal = past.legal(seat).length;
      if (legal > 1) found.push({ ply, at: eyes(past, seat, `choice/${seat}/${decisions}`), legal, played: text });
      decisions += 1;
    }
    past.follow(actor, text);
    ply += 1;
  }
  return found;
}

/** The table as a seat sees it, whoever is to act; the luck of what is asked comes from nothing hidden. */
function eyes(match: Match, seat: number, seed: string): Asked {
  const { game } = match;
  const evidence = game.engine.description.search.truths > 1 ? game.evidence(match.history(seat), seat) : undefined;
  return { game, state: match.concealed(seat), seat, seed, evidence };
}

export function answer(question: Question, budget: number): Answer {
  return 'at' in question ? decision(question, budget) : drawing(question, budget);
}

/** What a move was worth beside the best, which is looked for unless it is known. */
export function decision(asked: Choice, budget: number, known?: string): Decision {
  const { at, played } = asked;
  const { game, seat } = at;
  const { coach } = game.engine.description;
  const trier = new Trier(game);
  let best = known ?? trier.best(at, budget);
  const texts = best === played ? [played] : [played, best];
  const moves = texts.map((text) => readMove(game, at, text));
  const tried = trier.compare(at, [...moves, BLINDLY], Math.max(2, Math.floor(budget / (moves.length + 1))));
  const [mine, blind] = [0, texts.length];
  let other = texts.length - 1;
  const loss = mean(less(tried, other, mine, WORTH), coach.wide);
  const win_loss = game.players > 1 ? mean(less(tried, other, mine, WON), coach.wide) : null;
  const points_loss = coach.scored ? meanOfSome(less(tried, other, mine, POINTS), coach.wide, coach.fewest) : null;
  // whoever played it saw more than the search
  if (loss.high < 0) [other, best] = [mine, played];
  const verdict = classOf(game, loss, win_loss, points_loss);
  const parts = mine !== other ? differences(game, seat, tried, mine, other) : [];
  return {
    ply: asked.ply,
    legal: asked.legal,
    played: weighed(game, played, tried[mine]!),
    best: weighed(game, best, tried[other]!),
    loss,
    win_loss,
    points_loss,
    stake: rounded(average(less(tried, other, blind, WORTH)), 4),
    verdict,
    parts: parts.map(([, one]) => one),
    why: verdict === 'best' ? [] : reasons(game, parts, played, best),
  };
}

/** The actions of a move, as it is written. */
export function readMove(game: Game, at: Asked, text: string): Actions {
  const state = game.blank();
  game.engine.assign(state, at.state);
  const actions = game.faces.read(game, state, at.seat, text);
  game.engine.release(state);
  return actions!;
}

/** How chance changed what the position was worth. */
function drawing(asked: Drawing, budget: number): Draw {
  const { game } = asked.before;
  const { coach } = game.engine.description;
  const streams = Math.max(2, Math.floor(budget / coach.draws));
  const trier = new Trier(game);
  const [before, after] = [trier.course(asked.before, streams)[0]!, trier.course(asked.after, streams)[0]!];
  return {
    ply: asked.ply,
    last: asked.last,
    drawn: asked.drawn,
    before: point(asked.ply, weighed(game, '', before)),
    after: point(asked.last, weighed(game, '', after)),
    luck: mean(less([before, after], 1, 0, WORTH), coach.wide),
    points: coach.scored ? meanOfSome(less([before, after], 1, 0, POINTS), coach.wide, coach.fewest) : null,
  };
}

/** By how much one move has more of a column than another, future by future. */
function less(tried: Results, one: number, other: number, column: number): Float64Array {
  const taken = tried[other]![column]!;
  return tried[one]![column]!.map((value, i) => value - taken[i]!);
}

function weighed(game: Game, move: string, tried: Float64Array[]): Weighed {
  const { wide, fewest, scored } = game.engine.description.coach;
  return {
    move,
    value: mean(tried[WORTH]!, wide),
    win: game.players > 1 ? mean(tried[WON]!, wide) : null,
    points: scored ? meanOfSome(tried[POINTS]!, wide, fewest) : null,
  };
}

const point = (ply: number, one: Weighed): Point => ({
  ply,
  value: one.value.mean,
  win: one.win?.mean ?? null,
  points: one.points?.mean ?? null,
});

/** The class of a move by its losses: one whose value cannot be told from that of the best is the best. */
function classOf(game: Game, loss: Figure, win: Figure | null, points: Figure | null): Verdict {
  const { chances, points: bounds } = game.engine.description.coach;
  if (loss.low <= 0) return 'best';
  const passed = win ? chances.filter((bound) => win.mean >= bound) : bounds.filter((bound) => (points?.mean ?? 0) >= bound);
  return VERDICTS[1 + passed.length]!;
}

// why

export function differences(game: Game, seat: number, tried: Results, played: number, best: number): [Part, Difference][] {
  const { wide, fewest } = game.engine.description.coach;
  return (game.parts[seat] ?? []).flatMap((part, i): [Part, Difference][] => {
    const [mine, better] = [tried[played]![PARTS + i]!, tried[best]![PARTS + i]!];
    const apart = less(tried, best, played, PARTS + i);
    const more = meanOfSome(apart, wide, fewest);
    if (!more) return [];
    const of = (some: Float64Array) => rounded(average(some.filter((_, stream) => !Number.isNaN(apart[stream]))), 4);
    const { key, kind, params } = part;
    const where = shares(apart, Math.sign(more.mean));
    return [[part, { key, kind, params: { ...params }, played: of(mine), best: of(better), more, ...where }]];
  });
}

/** In which share of all futures a difference goes one way, and by how much it does there. */
function shares(more: Float64Array, way: number): Pick<Difference, 'often' | 'by'> {
  const there = more.filter((one) => way * one > 0).map((one) => way * one);
  return { often: rounded(there.length / more.length, 4), by: there.length ? rounded(average(there), 4) : 0 };
}

/** What is to be said of the best move: what it does better, then what it costs. */
export function reasons(game: Game, found: [Part, Difference][], played: string, best: string): Reason[] {
  const { wide, sure, least, for: most, against } = game.engine.description.coach;
  const clear = found.filter(([, { more, kind }]) => {
    const apart = (more.high - more.low) / 2 / wide;
    return Math.abs(more.mean) > sure * apart && Math.abs(more.mean) >= (kind === 'share' ? least / 10 : least);
  });
  const weight = ({ more }: Difference) => -Math.abs(more.mean) / (more.high - more.low + 1e-9);
  return [[1, most] as const, [-1, against] as const].flatMap(([way, room]) =>
    clear
      .filter(([part, one]) => Math.sign(one.more.mean) * part.good === way)
      .map(([, one]) => one)
      .sort((one, other) => weight(one) - weight(other))
      .slice(0, room)
      .map((one) => reason(one, played, best, way)),
  );
}

/** A difference as a key and its parameters; shares are told in hundredths. */
function reason({ key, kind, params, ...one }: Difference, played: string, best: string, good: number): Reason {
  const times = kind === 'share' ? 100 : 1;
  const told = (value: number) => number(times * value, kind);
  return {
    key: one.more.mean > 0 ? `${key}.more` : `${key}.less`,
    params: {
      move: best,
      other: played,
      n: told(Math.abs(one.more.mean)),
      best: told(one.best),
      played: told(one.played),
      often: number(100 * one.often, 'share'),
      by: told(one.by),
      ...params,
    },
    good,
  };
}

/** A figure as it is told: whole hundredths, and what is small to a tenth. */
function number(value: number, kind: Part['kind']): number {
  return kind === 'share' || Math.abs(value) >= 10 ? rounded(value) : rounded(value, 1);
}

// the whole

/** The game a review is of, as far as a page needs it to put answers together. */
export interface Subject {
  seat: number;
  /** How many questions there are. */
  asked: number;
  /** The moves it is about, by question: those before the decision, or before the draws. */
  plies: number[];
  /** Whether somebody plays alone, for points. */
  alone: boolean;
  /** What it came to in the end. */
  end: Point | null;
  budget: number;
  /** How it judges and tells. */
  manners: Manners;
}

export function subject(match: Match, seat: number, asked: readonly Question[], budget: number): Subject {
  const { coach } = match.game.engine.description;
  const alone = match.names.length === 1;
  const { winners, scores, over } = match;
  const end: Point | null = over
    ? {
        ply: match.moves.length,
        value: rounded(match.worth(seat), 4),
        win: alone ? null : rounded(winners.includes(seat) ? 1 / winners.length : 0, 4),
        points: coach.scored ? scores[seat]! : null,
      }
    : null;
  return { seat, asked: asked.length, plies: asked.map((one) => one.ply), alone, end, budget, manners: coach };
}

/** A review from the answers there are so far, in the order of the game. */
export function review({ seat, end, manners }: Subject, answers: readonly Answer[]): SeatReview {
  const decisions = answers.filter((one): one is Decision => 'verdict' in one);
  const draws = answers.filter((one): one is Draw => 'luck' in one);
  const count = (verdict: Verdict) => decisions.filter((one) => one.verdict === verdict).length;
  const curve = decisions.flatMap((one) => [point(one.ply, one.best), point(one.ply + 1, one.played)]);
  return {
    seat,
    accuracy: accuracy(decisions, manners.at_stake),
    loss: total(decisions.map((one) => one.loss)),
    luck: total(draws.map((one) => one.luck)),
    verdicts: Object.fromEntries(VERDICTS.map((one) => [one, count(one)])) as Record<Verdict, number>,
    decisions,
    draws,
    curve: end ? [...curve, end] : curve,
  };
}

/** The share of what there was to decide that was not given away, in per cent; null if there was nothing. */
function accuracy(decisions: readonly Decision[], least: number): Figure | null {
  if (!decisions.length) return null;
  const [stake, given] = decisions.reduce(
    ([all, lost], one) => {
      const most = Math.max(0, one.stake);
      // no less than nothing, and no more than there was to decide
      return [all + most, lost + Math.min(Math.max(0, one.loss.mean), most)];
    },
    [0, 0],
  );
  const about = Math.max(least, stake);
  const kept = 1 - given / about;
  const apart = spread(decisions.map((one) => one.loss)) / about;
  const told = (way: number) => rounded(100 * Math.min(1, Math.max(0, kept + way * apart)), 1);
  return { mean: told(0), low: told(-1), high: told(1) };
}

/** The decisions that cost something beyond doubt, the most expensive first. */
export function costliest({ decisions }: SeatReview): Decision[] {
  return decisions.filter((one) => one.verdict !== 'best').sort((one, other) => other.loss.mean - one.loss.mean);
}
