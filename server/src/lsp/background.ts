/** Work that waits for the user: it continues in short slices, and not while the user types. */

/** For how long a slice may work, and for how long nothing may have been asked before the next one, in milliseconds. */
const slice = 1;
const quiet = 400;

interface Background {
  /**
   * Runs `work` in slices until it returns that it is done. It is given the time at which its slice ends
   * (`performance.now()`).
   */
  run(work: (deadline: number) => boolean): void;
  /** A request is waiting: background work stops at its next slice. */
  giveWay(): void;
}

export function createBackground(): Background {
  let asked = Number.NEGATIVE_INFINITY;
  return {
    run(work) {
      const next = () => {
        const wait = asked + quiet - performance.now();
        if (wait > 0) setTimeout(next, wait);
        else if (!work(performance.now() + slice)) setImmediate(next);
      };
      setImmediate(next);
    },
    giveWay() {
      asked = performance.now();
    },
  };
}
