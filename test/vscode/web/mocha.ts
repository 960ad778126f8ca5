// Loads Mocha as browsers do, which makes its functions global.
import 'mocha/mocha.js';

mocha.setup({
  ui: 'tdd',
  // No report is written here, because `index.ts` reports each test as it ends.
  reporter: class {} as never,
  // The limit is generous, because a cold start on a busy machine is not a failure.
  timeout: 60_000,
  ...(process.env.OCML_TEST_GREP ? { grep: process.env.OCML_TEST_GREP } : {}),
});
