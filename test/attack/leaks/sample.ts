/** Selects an even sample of a sequence, which is the same for the same seed. */
import { randomFrom } from '../../support/random.ts';

/**
 * Returns a function that is called once for each element and reports whether the element is in the sample. Each run of 1/`share` elements
 * has one, at a random position.
 */
export function picker(share: number, seed: number): () => boolean {
  const next = randomFrom(seed);
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
