// Rule texts are Markdown of a few kinds: headings, paragraphs, lists, quotations, tables, bold, italic, code. Parsed here, drawn by RulesText.
export type Run = { kind: 'text' | 'bold' | 'italic' | 'code'; text: string };
export type Block =
  | { kind: 'heading'; level: number; runs: Run[] }
  | { kind: 'paragraph'; runs: Run[] }
  | { kind: 'quote'; runs: Run[] }
  | { kind: 'list'; ordered: boolean; items: { runs: Run[]; sub: Run[][]; quote: Run[] }[] }
  | { kind: 'table'; head: Run[][]; rows: Run[][][] };

export function runs(text: string): Run[] {
  const found: Run[] = [];
  for (const part of text.split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*|`[^`]+`)/)) {
    if (!part) continue;
    if (part.startsWith('**')) found.push({ kind: 'bold', text: part.slice(2, -2) });
    else if (part.startsWith('`')) found.push({ kind: 'code', text: part.slice(1, -1) });
    else if (part.startsWith('*') && part.endsWith('*') && part.length > 2) found.push({ kind: 'italic', text: part.slice(1, -1) });
    else found.push({ kind: 'text', text: part });
  }
  return found;
}

const cells = (line: string) => line.replace(/^\||\|$/g, '').split('|').map((cell) => runs(cell.trim()));

export function parse(source: string): Block[] {
  const blocks: Block[] = [];
  const lines = source.split('\n');
  let i = 0;
  while (i < lines.length) {
    const line = lines[i]!;
    const heading = /^(#+)\s+(.*)$/.exec(line);
    const item = /^(\d+\.|[-*])\s+(.*)$/;
    if (!line.trim()) i += 1;
    else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1]!.length, runs: runs(heading[2]!) });
      i += 1;
    } else if (line.startsWith('|')) {
      const rows: string[] = [];
      while (lines[i]?.startsWith('|')) rows.push(lines[i++]!);
      blocks.push({ kind: 'table', head: cells(rows[0]!), rows: rows.slice(2).map(cells) });
    } else if (line.startsWith('>')) {
      const parts: string[] = [];
      while (lines[i]?.startsWith('>')) parts.push(lines[i++]!.replace(/^>\s?/, ''));
      blocks.push({ kind: 'quote', runs: runs(parts.join(' ')) });
    } else if (item.test(line)) {
      const ordered = /^\d/.test(line);
      const items: { text: string; sub: string[]; quote: string[] }[] = [];
      while (i < lines.length && (lines[i]!.trim() || /^\s+\S/.test(lines[i + 1] ?? ''))) {
        const now = lines[i]!;
        const top = item.exec(now);
        const inner = /^\s+(?:\d+\.|[-*])\s+(.*)$/.exec(now);
        const quoted = /^\s+>\s?(.*)$/.exec(now);
        if (top) items.push({ text: top[2]!, sub: [], quote: [] });
        else if (quoted) items.at(-1)?.quote.push(quoted[1]!);
        else if (inner) items.at(-1)?.sub.push(inner[1]!);
        else if (/^\s/.test(now) || !/^[#|]/.test(now)) {
          const last = items.at(-1);
          if (last?.sub.length) last.sub[last.sub.length - 1] += ` ${now.trim()}`;
          else if (last) last.text += ` ${now.trim()}`;
        } else break;
        i += 1;
      }
      blocks.push({ kind: 'list', ordered, items: items.map(({ text, sub, quote }) => ({ runs: runs(text), sub: sub.map(runs), quote: runs(quote.join(' ')) })) });
    } else {
      const parts: string[] = [];
      while (i < lines.length && lines[i]!.trim() && !/^(#|\||\d+\.\s|[-*]\s)/.test(lines[i]!)) parts.push(lines[i++]!.trim());
      if (!parts.length) i += 1;
      else blocks.push({ kind: 'paragraph', runs: runs(parts.join(' ')) });
    }
  }
  return blocks;
}
