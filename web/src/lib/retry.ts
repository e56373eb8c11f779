// How long to wait before trying again: longer every time, and not all at once.
export const pause = (tries: number) => Math.min(8000, 400 * 2 ** Math.min(tries, 5)) * (0.7 + Math.random() * 0.6);
