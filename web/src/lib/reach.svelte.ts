// Whether a server answers just now: everything that asks one finds out.
class Reach {
  /** Nobody answers: there is only this device. */
  away = $state(false);

  /** An answer came; one that may have been kept since does not tell that anybody is there. */
  heard(answer: Response): void {
    if (answer.headers.get('cache-control')?.includes('no-store')) this.away = false;
  }

  missed(): void {
    this.away = true;
  }
}

export const reach = new Reach();
