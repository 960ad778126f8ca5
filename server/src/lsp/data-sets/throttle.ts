/** Returns a function that schedules a call to `act`. However often it is called, `act` runs at most once every `every` milliseconds. */
export function throttled(every: number, act: () => void): () => void {
  let last = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return () => {
    if (timer !== undefined) return;
    timer = setTimeout(
      () => {
        timer = undefined;
        last = performance.now();
        act();
      },
      Math.max(0, last + every - performance.now()),
    );
    timer.unref();
  };
}
