/**
 * How much the tests try. By default a sample, so that `npm test` is over in minutes; with `OCML_TESTS=whole`, as `.ci/run`
 * sets it, all of it, except for random documents: half of them, so that a slow machine is done in time. `OCML_RUNS` says how many
 * random documents, `OCML_SEED` which ones.
 */
const { OCML_TESTS, OCML_RUNS, OCML_SEED } = process.env;

export const whole = OCML_TESTS === 'whole';

/** A sample is one in so many. */
const oneIn = 6;

/** How many random documents to try, of the `all` that find a fault that is rare. */
export const howMany = (all: number): number =>
  OCML_RUNS === undefined ? Math.ceil(all / (whole ? 2 : oneIn)) : Number(OCML_RUNS);

export const seedOf = (usual: number): number => Number(OCML_SEED ?? usual);

/** How large a hostile document is, in whatever it repeats: `all`, or what is still large enough to run into each limit. */
export const sizeOf = (all: number): number => (whole ? all : Math.ceil(all / oneIn));

/** Some of a list, evenly from all of it; which ones, the seed says. */
export function someOf<T>(all: readonly T[]): readonly T[] {
  if (whole) return all;
  const first = seedOf(0) % oneIn;
  return all.filter((_, i) => i % oneIn === first);
}
