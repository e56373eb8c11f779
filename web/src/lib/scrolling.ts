// Lists that grow at their end.

/** Show the last line of a list with the next picture: asked at once, the page would be laid out once more for it. */
export function showEnd(list: Element | undefined): () => void {
  const asked = requestAnimationFrame(() => list?.scrollTo({ top: list.scrollHeight }));
  return () => cancelAnimationFrame(asked);
}
