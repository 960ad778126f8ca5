/** An even sample of a sequence, the same for the same seed. */

/** A generator of numbers from 0 to 1 (mulberry32). */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Tells of one after the other whether it is in the sample: one in every stretch of 1/`share`, at a random place of it. */
export function picker(share: number, seed: number): () => boolean {
  const next = random(seed);
  let place = next();
  let passed = 0;
  return () => {
    const isPicked = Math.floor(place) === passed;
    passed++;
    if (!isPicked && passed <= place) return false;
    if (!isPicked) return false;
    const stretch = 1 / share;
    const number = Math.floor((passed - 1 + 1e-9) / stretch) + 1;
    place = Math.max(passed, (number + next()) * stretch);
    return true;
  };
}
