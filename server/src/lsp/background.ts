/** Background work that gives way to the user: it runs in short slices, and pauses while the user types. */

/** The length of a slice, and the time without requests required before the next slice, in milliseconds. */
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
