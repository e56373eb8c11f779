// `node bundle.mjs ENTRY PLATFORM FILE`: the engine, and the script that asks it, as one file for Node or for a browser. Like the
// page it finds its games by what lies in a folder.
import process from 'node:process';
import { build } from 'rolldown';
import { viteImportGlobPlugin } from 'rolldown/experimental';

const [input, platform, file] = process.argv.slice(2);
await build({
  input,
  platform,
  tsconfig: 'tsconfig.json',
  plugins: [viteImportGlobPlugin({ root: process.cwd() })],
  output: { file, codeSplitting: false },
  logLevel: 'silent',
});
