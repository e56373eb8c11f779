// Types of the wire from the server's own schema: python -m strapontin.server.schema > FILE; node scripts/types.mjs FILE
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { compile } from 'json-schema-to-typescript';

/** The generator reads an older spelling of tuples, takes a bare object for an empty one, and an empty one for anything. */
function older(node) {
  if (Array.isArray(node)) return node.map(older);
  if (node === null || typeof node !== 'object') return node;
  if (node.$ref) return { $ref: node.$ref }; // with anything beside it the generator would make a second type of it
  const copy = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, older(value)]));
  if (copy.prefixItems) {
    copy.items = copy.prefixItems;
    delete copy.prefixItems;
  }
  if (copy.properties && !Object.keys(copy.properties).length) copy.tsType = '{ [name: string]: never }';
  if (copy.type === 'object' && !copy.properties && copy.additionalProperties === undefined) copy.additionalProperties = true;
  return copy;
}

/** Two types of one name come with their modules; games.odyssee.view.Move becomes OdysseeMove. */
function plain(name) {
  const parts = name.split('.');
  const from = parts.includes('games') ? parts[parts.indexOf('games') + 1] : parts.at(-2);
  return from[0].toUpperCase() + from.slice(1) + parts.at(-1);
}

const text = readFileSync(process.argv[2], 'utf8').replace(
  /"(#\/\$defs\/)?strapontin\.([\w.]+)"/g,
  (_, path, name) => `"${path ?? ''}${plain(name)}"`,
);
const schema = JSON.parse(text);
for (const [name, definition] of Object.entries(schema.$defs)) definition.title = name;
schema.anyOf = Object.keys(schema.$defs).map((name) => ({ $ref: `#/$defs/${name}` }));
const types = await compile(older(schema), 'Wire', {
  additionalProperties: false,
  unreachableDefinitions: true,
  bannerComment: "// Generated from the server's schema by scripts/types.mjs; do not edit.",
  style: { singleQuote: true, printWidth: 120 },
});
const file = new URL('../src/lib/wire.ts', import.meta.url);
// written only when it differs, so that a page built from the same types stays as it is
if (!existsSync(file) || readFileSync(file, 'utf8') !== types) writeFileSync(file, types);
