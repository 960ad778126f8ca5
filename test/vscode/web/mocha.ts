// Mocha as browsers load it, which makes its functions global.
import 'mocha/mocha.js';

mocha.setup({
  ui: 'tdd',
  // The tests are told as they end, by whoever runs them.
  reporter: class {} as never,
  // Generous: a cold start on a busy machine is not a failure.
  timeout: 60_000,
  ...(process.env.OCML_TEST_GREP ? { grep: process.env.OCML_TEST_GREP } : {}),
});
