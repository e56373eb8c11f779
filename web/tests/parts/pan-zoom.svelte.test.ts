// @vitest-environment happy-dom
import { createRawSnippet, flushSync, mount, unmount } from 'svelte';
import { expect, test, vi } from 'vitest';
import PanZoom from '@/parts/PanZoom.svelte';

test('a frame of the very instant in which the picture changes shows where it was, the next where it is', async () => {
  const frames: FrameRequestCallback[] = [];
  let instant = 1000;
  vi.spyOn(performance, 'now').mockImplementation(() => instant);
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  const shown = () => {
    frames.splice(0).forEach((frame) => frame(instant));
    flushSync();
    return document.querySelector('svg[role=group]')!.getAttribute('viewBox')!.split(' ').map(Number)[0]!;
  };
  const children = createRawSnippet(() => ({ render: () => '<g></g>' }));
  const props = $state({ bounds: { x: 0, y: 0, w: 100, h: 50 }, label: 'city', children });
  const picture = mount(PanZoom, { target: document.body, props });
  flushSync();
  const before = shown();
  props.bounds = { x: 40, y: 0, w: 100, h: 50 };
  flushSync();
  expect(shown()).toBe(before);
  instant += 16;
  expect(shown()).toBe(before + 40);
  await unmount(picture);
});
