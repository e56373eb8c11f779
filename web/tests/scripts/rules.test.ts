import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { picturesOf } from '@/boards';
import { parts } from '../../scripts/rules';

const FOLDER = new URL('../../../docs/rules/', import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.md'));
const named = (file: string) =>
  parts(readFileSync(new URL(file, FOLDER), 'utf8')).flatMap((part) => (part.kind === 'picture' ? [part] : []));

describe('a rule text', () => {
  test('is headings, pictures, tables and what stands between, without its title', () => {
    const found = parts(
      [
        '# Title',
        'Lead.',
        '',
        '## Tiles',
        '<!-- picture tiles: All',
        '  of them. -->',
        'A *tile*.',
        '',
        '| a | |',
        '| --- | --- |',
        '| 1 | `2` |',
      ].join('\n'),
    );
    expect(found.map((part) => part.kind)).toEqual(['text', 'heading', 'picture', 'text', 'table']);
    expect(found[1]).toMatchObject({ depth: 2, html: 'Tiles' });
    expect(found[2]).toEqual({ kind: 'picture', name: 'tiles', caption: 'All of them.' });
    expect(found[3]).toEqual({ kind: 'text', html: '<p>A <em>tile</em>.</p>' });
    const { html } = found[4] as { html: string };
    expect(html).toContain('<th scope="col">a</th>');
    expect(html).not.toContain('<th scope="col"></th>');
    expect(html).toContain('<td><code>2</code></td>');
  });

  test('ends where it goes on for programs', () => {
    expect(parts('## Play\nSo.\n\n<!-- players -->\n## Notation\nF4')).toHaveLength(2);
  });

  test('any other remark in it stays unseen', () => {
    expect(parts('<!-- to be written -->')).toEqual([{ kind: 'text', html: '<!-- to be written -->' }]);
  });
});

describe.each(files)('%s', (file) => {
  const game = file.split('.')[0]!;
  test('shows every picture there is of its game, each once, and no other', async () => {
    const drawn = Object.keys(await picturesOf(game));
    expect(drawn).not.toEqual([]);
    expect(named(file).map((picture) => picture.name)).toEqual(drawn);
  });
  test('has a word below each of them', () => {
    expect(named(file).filter((picture) => !/[.!?]$/.test(picture.caption))).toEqual([]);
  });
});
