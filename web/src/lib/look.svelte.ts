// What somebody at a table is looking at: a side of it, a move before it is made, an entry of the log shown again.
import { announce } from './announce.svelte';
import type { Entry } from './tell';

/** How long each entry of a story is shown. */
const LONG = 1800;

export class Look {
  /** The seat whose side of the table is shown large. */
  focus = $state(0);
  /** The move being looked at. */
  chosen: string | null = $state(null);
  /** The entry of the log that is pointed out on the board. */
  picked: Entry | null = $state.raw(null);
  /** Whose side was shown before an entry of the log turned the table. */
  private faced: number | null = null;
  private next: ReturnType<typeof setTimeout> | undefined;

  /** Point out an entry, on the side of whoever did it. */
  private show(entry: Entry): void {
    this.faced ??= this.focus;
    this.picked = entry;
    if (entry.seat !== null) this.focus = entry.seat;
  }

  /** Show what an entry tells; once more: no longer. Whether it is shown now. */
  pick(entry: Entry): boolean {
    this.stop();
    if (this.picked?.lines[0] === entry.lines[0]) {
      this.release();
      return false;
    }
    this.show(entry);
    return true;
  }

  /** Leave the log's story: the table as it was. */
  release(): void {
    this.picked = null;
    if (this.faced !== null) this.focus = this.faced;
    this.faced = null;
  }

  /** Show entries one after the other, and say them. */
  recount(all: Entry[], i = 0): void {
    this.stop();
    const entry = all[i];
    if (!entry) return this.release();
    this.show(entry);
    announce(entry.text);
    this.next = setTimeout(() => this.recount(all, i + 1), LONG);
  }

  /** Go on with nothing by itself. */
  stop(): void {
    clearTimeout(this.next);
  }
}
