// The entry point that VS Code calls inside its extension host. It runs the suite that is bundled beside this file.
import { readdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';

/**
 * Runs the tests whose names match `OCML_TEST_GREP`, or all tests if it is not set. Rejects if a test fails.
 *
 * The report and the counts are written to files, because the console is full of VS Code's own messages.
 */
export async function run(): Promise<void> {
  const report: string[] = [];
  Mocha.reporters.Base.consoleLog = (...args: unknown[]) => report.push(format(...args));

  // The limit is generous, because a cold start on a busy machine is not a failure.
  const mocha = new Mocha({ ui: 'tdd', timeout: 60_000, grep: process.env.OCML_TEST_GREP });
  const suite = path.join(__dirname, 'suite');
  for (const file of readdirSync(suite).filter((name) => name.endsWith('.test.js'))) {
    mocha.addFile(path.join(suite, file));
  }
  const failed: { name: string; file: string; reason: string; details: string }[] = [];
  const skips: { name: string; reason: string }[] = [];
  const { passes, failures, pending } = await new Promise<Mocha.Stats>((resolve) => {
    const runner = mocha.run(() => resolve(runner.stats as Mocha.Stats));
    runner.on('fail', (test, error) =>
      failed.push({
        name: test.fullTitle(),
        file: 'test/vscode',
        reason: String(error?.message),
        details: String(error?.stack),
      }),
    );
    runner.on('pending', (test) => skips.push({ name: test.fullTitle(), reason: 'not here' }));
  });

  writeFileSync(path.join(__dirname, 'report.txt'), report.join('\n'));
  writeFileSync(
    path.join(__dirname, 'counts.json'),
    JSON.stringify({ passed: passes, failed: failures, skipped: pending, failures: failed, skips }),
  );
  if (failures > 0) throw new Error(`${failures} tests failed`);
}
