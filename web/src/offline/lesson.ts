// First games, guided, as `server/lessons` has them: a few moves of a real match, played here by the page's own rules.
import { seedOf } from '@/engine/draws';
import type { Match, Step } from '@/engine/match';
import type { Lesson, LessonStep } from '@/lib/types';
import { refusal } from './refused';

/** A lesson as it is written down. */
interface Plan {
  game: string;
  options: Record<string, unknown>;
  players: number;
  seat?: number;
  seed?: number;
  steps: { say: string; moves?: Step[]; try?: string }[];
}
const plans = import.meta.glob<Plan>('@lessons/*.json', { import: 'default' });

type Play = (game: string, names: string[], options: Record<string, unknown>, seed: Uint8Array | null) => Promise<Match>;

/** The lesson of a game, every position played. */
export async function lesson(id: string, play: Play): Promise<Lesson> {
  const found = Object.entries(plans).find(([path]) => path.endsWith(`/${id}.json`));
  if (!found) throw refusal('unknown-game', `no lesson for ${id}`);
  const plan = await found[1]();
  const { seat = 0, players } = plan;
  const names = Array.from({ length: players }, (_, i) => `Player ${i + 1}`);
  const match = await play(id, names, plan.options, plan.seed === undefined ? null : seedOf(plan.seed));
  const steps: LessonStep[] = [];
  let told = 0;
  let tried: string | undefined;
  for (const step of plan.steps) {
    if (tried !== undefined) match.play(seat, tried);
    for (const [actor, text] of step.moves ?? []) match.play(actor, text);
    tried = step.try;
    const log = match.log(seat);
    steps.push({ say: `lesson-${id}.${step.say}`, view: match.view(seat), log: log.slice(told), tries: tried ?? null });
    told = log.length;
  }
  const { options, scene } = match.game;
  return { game: id, options, players, seat, scene: scene as Record<string, unknown>, steps };
}
