// The extent of the tests of the page. See `test/support/effort.ts`, which these modules cannot import because they run as they are.
const { OCML_TESTS, OCML_SEED = '0' } = process.env;

/** Combines each element of a list with each variant or, in a sample, with one variant. The variants take turns. */
export const combined = (all, variants) =>
  all.flatMap((one, i) => {
    const turn = (i + Number(OCML_SEED)) % variants.length;
    const chosen = OCML_TESTS === 'whole' ? variants : variants.slice(turn, turn + 1);
    return chosen.map((variant) => [one, variant]);
  });
