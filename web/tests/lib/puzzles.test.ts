// Puzzles as somebody solves them, with a worker that answers what the test says.
import { beforeEach, expect, test, vi } from 'vitest';

const answers = vi.hoisted(() => ({ versus: 'blunder', asked: [] as string[], fails: false }));
vi.mock('@/offline/clerk', () => ({
  Clerk: class {
    ask(what: string) {
      answers.asked.push(what);
      if (answers.fails) return Promise.reject(new Error('no worker'));
      return Promise.resolve(what === 'pose' ? { view: {}, scene: {}, log: [] } : { verdict: answers.versus });
    }
    end() {}
  },
}));
import { solvedOf, Solving } from '@/lib/puzzles.svelte';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  Object.assign(answers, { versus: 'blunder', asked: [], fails: false });
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  });
  return () => vi.unstubAllGlobals();
});

async function opened() {
  const solving = new Solving('jeudumetro');
  await solving.open();
  return solving;
}

test('the solution solves it, and that is kept; the next time another one lies there', async () => {
  const solving = await opened();
  expect([solving.puzzles.length, solving.at, solving.phase]).toEqual([25, 0, 'open']);
  await solving.tryOut(solving.puzzle!.solution);
  expect([solving.phase, solving.solved, solvedOf('jeudumetro')]).toEqual(['solved', [0], [0]]);
  expect(answers.asked).toEqual(['pose']);
  await solving.go(1);
  expect([solving.at, solving.phase]).toEqual([1, 'open']);
  expect((await opened()).at).toBe(1);
});

test('the greedy move is known, any other is tried beside the solution and may be as good', async () => {
  const solving = await opened();
  await solving.tryOut(solving.puzzle!.greedy.played.move);
  expect([solving.phase, solving.tried, solving.judging]).toEqual(['open', solving.puzzle!.greedy, false]);
  await solving.tryOut('another');
  expect([solving.phase, solving.tried?.verdict]).toEqual(['open', 'blunder']);
  answers.versus = 'best';
  await solving.tryOut('a third');
  expect([solving.phase, solving.solved]).toEqual(['solved', [0]]);
  expect(answers.asked).toEqual(['pose', 'versus', 'versus']);
});

test('whoever has it shown has not solved it, and nothing can be tried any more', async () => {
  const solving = await opened();
  solving.show();
  await solving.tryOut(solving.puzzle!.solution);
  expect([solving.phase, solving.solved]).toEqual(['shown', []]);
  await solving.go(-1);
  expect(solving.at).toBe(24);
});

test('until the next one lies there, neither of the two can be shown or tried', async () => {
  const solving = await opened();
  const laid = solving.go(1);
  solving.show();
  await solving.tryOut(solving.puzzle!.solution);
  expect([solving.phase, solving.solved]).toEqual(['loading', []]);
  await laid;
  expect(solving.phase).toBe('open');
});

test('without a worker it says so; what was kept by somebody else is not believed', async () => {
  answers.fails = true;
  expect((await opened()).phase).toBe('lost');
  for (const text of ['{', '{"a":1}', 'null']) {
    kept.set('strapontin.puzzles.metrox', text);
    expect(solvedOf('metrox')).toEqual([]);
  }
  kept.set('strapontin.puzzles.metrox', '[3,"x",-1,2.5]');
  expect(solvedOf('metrox')).toEqual([3]);
});
