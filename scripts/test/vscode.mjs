// Runs the suite in test/vscode/ inside the extension host of a real VS Code.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { downloadAndUnzipVSCode, runTests } from '@vscode/test-electron';
import { cache, examples, out, root } from '../paths.mjs';
import { bundle, testsOf } from './bundle.mjs';

const folder = join(out, 'test/vscode');
const read = (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name), 'utf8') : '');

/** Runs the tests. `grep`: runs only those with this text in their names. */
export async function runVSCodeTests(grep = '') {
  await bundle('vscode', [join(root, 'test/vscode/index.ts'), ...testsOf('vscode')]);
  const failure = await runTests({
    vscodeExecutablePath: await vscode(),
    extensionDevelopmentPath: root,
    extensionTestsPath: join(folder, 'index.js'),
    extensionTestsEnv: { OCML_TEST_GREP: grep },
    launchArgs: [examples],
  }).catch((error) => error);
  console.log(read('report.txt'));
  const counts = JSON.parse(read('counts.json') || '{}');
  if (failure && !counts.failed)
    throw new Error(`The suite did not run to its end.\n${read('host.log')}`, { cause: failure });
  return counts;
}

/** Returns the desktop version of VS Code if there is a display and it can be downloaded, otherwise the embedded one. */
async function vscode() {
  const embedded = join(root, 'scripts/host/code.mjs');
  const display = process.platform !== 'linux' || process.env.DISPLAY || process.env.WAYLAND_DISPLAY;
  if (!display) return embedded;
  try {
    return await downloadAndUnzipVSCode({ cachePath: join(cache, 'vscode-desktop'), timeout: 10_000 });
  } catch (error) {
    console.log(`VS Code cannot be downloaded (${error.message}): using the embedded one.`);
    return embedded;
  }
}
