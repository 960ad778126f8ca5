/**
 * The extent of the tests. By default, they run a sample, so that `npm test` takes only minutes.
 *
 * With `OCML_TESTS=whole`, which `.ci/run` sets, they run everything except half of the random documents, so that slow machines finish in
 * time.
 *
 * `OCML_RUNS` sets the number of random documents, and `OCML_SEED` selects them.
 */
const { OCML_TESTS, OCML_RUNS, OCML_SEED } = process.env;

export const whole = OCML_TESTS === 'whole';

/** A sample contains one of this many elements. */
const oneIn = 6;

/** Returns the number of random documents to try. `all` is a number that is large enough to find rare faults. */
export const howMany = (all: number): number =>
  OCML_RUNS === undefined ? Math.ceil(all / (whole ? 2 : oneIn)) : Number(OCML_RUNS);

export const seedOf = (usual: number): number => Number(OCML_SEED ?? usual);

/**
 * Returns the number of repetitions in a hostile document: `all`, or in a sample, a smaller number that is still large enough to reach each
 * limit.
 */
export const sizeOf = (all: number): number => (whole ? all : Math.ceil(all / oneIn));

/** Returns a sample that is evenly distributed over a list, and selected by the seed. */
export function someOf<T>(all: readonly T[]): readonly T[] {
  if (whole) return all;
  const first = seedOf(0) % oneIn;
  return all.filter((_, i) => i % oneIn === first);
}
