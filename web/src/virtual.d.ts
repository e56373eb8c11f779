// What the build makes: scripts/first-words.ts.
declare module 'virtual:first-words' {
  const words: Record<string, Record<string, import('./lib/sentence').Sentence>>;
  export default words;
}
