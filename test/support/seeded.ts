/** Makes property tests that import this module use the same examples each time. `OCML_SEED` selects others. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.OCML_SEED ?? 20_250_801) });
