// What a board still shows of the end of a game: the result waits for it.

/** Whether something that has just happened is still being drawn. */
export const finale = $state({ busy: false });
