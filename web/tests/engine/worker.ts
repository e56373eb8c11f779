// Answers questions about compiled games in a worker of a browser, a message each; modules lie beside this script.
import { sha256 } from '@/engine/sha256';
import { answering, type Asked } from './answers';

const modules = new Map<string, WebAssembly.Module>();

const answer = answering({
  module: (game) => modules.get(game)!,
  digest: (bytes) => [...sha256(bytes).subarray(0, 6)].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  clock: () => performance.now() / 1000,
});

self.onmessage = async ({ data }: MessageEvent<Asked>) => {
  try {
    if (!modules.has(data.game)) modules.set(data.game, await WebAssembly.compileStreaming(fetch(`${data.game}.wasm`)));
    self.postMessage(answer(data));
  } catch (fault) {
    self.postMessage({ fault: String(fault) });
  }
};
