// What holds for every file of the page that somebody wrote.
import { readdirSync, readFileSync } from 'node:fs';
import { parse } from 'svelte/compiler';
import ts from 'typescript';
import { expect, test } from 'vitest';

const SRC = new URL('../src/', import.meta.url);
const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((one) => one.isFile() && one.name !== 'wire.ts' && !/engine\/built|offline\/carried/.test(one.parentPath))
  .map((one) => `${one.parentPath}/${one.name}`);
const text = (file: string) => readFileSync(file, 'utf8');
const short = (file: string) => file.slice(SRC.pathname.length);

test.each(files.filter((one) => one.endsWith('.svelte')).map((one) => [short(one), one]))('%s has a dozen props at most', (_, file) => {
  const made = (parse(text(file), { modern: true }).instance?.content.body ?? []).flatMap((one) =>
    one.type === 'VariableDeclaration' ? one.declarations : [],
  );
  const props = made.filter(
    ({ init }) => init?.type === 'CallExpression' && init.callee.type === 'Identifier' && init.callee.name === '$props',
  );
  for (const { id } of props) expect(id.type === 'ObjectPattern' ? id.properties.length : 0).toBeLessThanOrEqual(12);
  expect(props).toHaveLength(text(file).includes('$props()') ? 1 : 0);
});

test('no line has more than 140 letters', () => {
  const long = files.filter((file) =>
    text(file)
      .split('\n')
      .some((line) => line.length > 140),
  );
  expect(long.map(short)).toEqual([]);
});

const games = readdirSync(new URL('boards/', SRC), { withFileTypes: true }).filter((one) => one.isDirectory() && one.name !== 'plain');

test('no game is called by its name but in its own directory', () => {
  expect(games.length).toBeGreaterThan(3);
  const own = (file: string, name: string) => [`boards/${name}/`, `engine/games/${name}/`].some((one) => short(file).startsWith(one));
  const telling = files.filter((file) => games.some(({ name }) => text(file).includes(name) && !own(file, name)));
  expect(telling.map(short)).toEqual([]);
});

test('no dictionary tells games apart by their names, nor in tests', () => {
  const TESTS = new URL('.', import.meta.url);
  const written = readdirSync(TESTS, { recursive: true, withFileTypes: true }).filter((one) => one.isFile() && one.name.endsWith('.ts'));
  const found: string[] = [];
  for (const file of written.map((one) => `${one.parentPath}/${one.name}`)) {
    const visit = (node: ts.Node): void => {
      if (ts.isObjectLiteralExpression(node)) {
        const keys = node.properties.map(({ name }) => (name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : ''));
        if (games.filter(({ name }) => keys.includes(name)).length > 1) found.push(file.slice(TESTS.pathname.length));
      }
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, text(file), ts.ScriptTarget.Latest));
  }
  expect(found).toEqual([]);
});
