// Rule texts as parts of the page, made when it is built: the texts are our own, and no parser is shipped.
import { Marked, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import type { RulesPart } from '../src/lib/rules.ts';

/** In the documentation it goes on with what programs need: notation, JSON. */
const END = '<!-- players -->';
/** A picture has a name and, in the language of the text, a word to be written below it. */
const PICTURE = /^<!--\s*picture\s+([\w-]+):\s*(.*?)\s*-->\s*$/s;

const marked = new Marked({
  renderer: {
    tablecell(cell: Tokens.TableCell): string {
      const said = this.parser.parseInline(cell.tokens);
      return cell.header && said ? `<th scope="col">${said}</th>` : `<td>${said}</td>`;
    },
  },
});

/** The text for players as parts: headings below the title, pictures, tables, and what stands between them. */
export function parts(source: string): RulesPart[] {
  const found: RulesPart[] = [];
  const tokens = marked.lexer(source.split(END)[0]!);
  let running: Token[] = [];
  const close = () => {
    const html = marked.parser(running).trim();
    if (html) found.push({ kind: 'text', html });
    running = [];
  };
  for (const token of tokens) {
    const picture = token.type === 'html' ? PICTURE.exec(token.raw) : null;
    if (token.type !== 'heading' && token.type !== 'table' && !picture) {
      running.push(token);
      continue;
    }
    close();
    if (picture) found.push({ kind: 'picture', name: picture[1]!, caption: picture[2]!.replace(/\s*\n\s*/g, ' ') });
    else if (token.type === 'table') found.push({ kind: 'table', html: marked.parser([token]).trim() });
    else if ((token as Tokens.Heading).depth > 1)
      found.push({
        kind: 'heading',
        depth: (token as Tokens.Heading).depth,
        html: String(marked.parseInline((token as Tokens.Heading).text)),
      });
  }
  close();
  return found;
}

/** Modules of rule texts: `import parts from 'docs/rules/metrox.en.md'`. */
export function rules(): Plugin {
  return {
    name: 'rules',
    enforce: 'pre',
    transform: (source, id) =>
      /\/docs\/rules\/[^/?]+\.md$/.test(id) ? { code: `export default ${JSON.stringify(parts(source))}`, map: null } : null,
  };
}
