/** Properties that are imported beside this try the same examples each time; `OCML_SEED` chooses others. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env.OCML_SEED ?? 20_250_801) });
