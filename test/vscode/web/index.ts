// The entry point that VS Code for the Web calls inside its extension host, which is a worker. The suite is the same as on the desktop.
//
// The bundler replaces `suites` with the test files.
import './mocha.ts';
// @ts-expect-error: made by the bundler.
import 'suites';

/** The prefix lets the runner distinguish these lines from other output of the host. */
const say = (line: string) => console.log(`suite: ${line}`);

/** Runs the tests that the runner requested, and rejects if one fails. */
export async function run(): Promise<void> {
  const failed: { name: string; file: string; reason: string; details: string }[] = [];
  const skips: { name: string; reason: string }[] = [];
  const { passes, failures, pending } = await new Promise<Mocha.Stats>((resolve) => {
    const runner = mocha.run(() => resolve(runner.stats as Mocha.Stats));
    runner.on('pass', (test) => say(`✔ ${test.fullTitle()} (${test.duration} ms)`));
    runner.on('fail', (test, error) => {
      say(`✖ ${test.fullTitle()}`);
      failed.push({
        name: test.fullTitle(),
        file: 'test/vscode',
        reason: String(error?.message),
        details: String(error?.stack),
      });
    });
    runner.on('pending', (test) => skips.push({ name: test.fullTitle(), reason: 'not here' }));
  });
  say(`outcome ${JSON.stringify({ passed: passes, failed: failures, skipped: pending, failures: failed, skips })}`);
  if (failures > 0) throw new Error(`${failures} tests failed`);
}
