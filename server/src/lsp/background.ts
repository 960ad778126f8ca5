/** Background work that gives way to the user: it runs in short slices, and pauses while the user types. */

/** The length of a slice, and the time that must pass without a request before the next slice, in milliseconds. */
const slice = 1;
const quiet = 400;

interface Background {
  /**
   * Calls `work` once per slice until `work` returns true, which means that it is done. `deadline`: the time at which the slice ends
   * (`performance.now()`).
   */
  run(work: (deadline: number) => boolean): void;
  /** Called when the user has made an edit or a request: background work pauses before its next slice. */
  giveWay(): void;
}

export function createBackground(): Background {
  let lastActivity = Number.NEGATIVE_INFINITY;
  return {
    run(work) {
      const next = () => {
        const wait = lastActivity + quiet - performance.now();
        if (wait > 0) setTimeout(next, wait);
        else if (!work(performance.now() + slice)) setImmediate(next);
      };
      setImmediate(next);
    },
    giveWay() {
      lastActivity = performance.now();
    },
  };
}
