// Runs one part of the tests in a process of its own, so that two parts can run at a time, and sends its counts to `test.mjs`.
//   fork('part.mjs', [part, grep])
import { availableParallelism } from 'node:os';
import { relative, sep } from 'node:path';
import { packageForNpm } from '../npm/package.mjs';
import { packageExtension } from '../package.mjs';
import { root } from '../paths.mjs';
import { bundle, takesLong, testsOf } from './bundle.mjs';
import { runNodeTests } from './node.mjs';
import { withSecondTry } from './second-try.mjs';
import { runVSCodeTests } from './vscode.mjs';
import { runWebTests } from './web.mjs';

/** Parts whose files can share processes, since their tests start no programs, and leave no files or processes. */
const sharing = new Set(['unit', 'conformance', 'grammar', 'templates']);
const groups = 4 * availableParallelism();

/**
 * Parts that control a browser. On a busy machine, a browser may lose a key or the focus, so files that fail are tried once more. What
 * passes only then is reported as unsteady.
 */
const inBrowser = new Set(['packaged', 'page']);

/** Functions that build the packages that the tests of a part install. */
const packagers = { packaged: packageExtension, npm: packageForNpm, python: packageForNpm };

const [part, grep] = process.argv.slice(2);
const isWhole = process.env.OCML_TESTS === 'whole' || grep !== '';
const running = new Set();

/** Runs a part. Scripts run directly, and TypeScript is bundled first. */
async function runPart() {
  if (part === 'vscode') return runVSCodeTests(grep);
  if (part === 'web') return runWebTests(grep);
  const all = testsOf(part);
  if (all.length === 0) throw new Error(`test/${part} has no test.`);
  const words = grep.split(',');
  const files = all.filter((file) => {
    const path = relative(root, file).split(sep).join('/');
    return words.some((word) => path.includes(word)) && (isWhole || !takesLong.test(path));
  });
  if (files.length === 0)
    throw new Error(`No test file in test/${part} has ${words.map((word) => `"${word}"`).join(' or ')} in its path.`);
  const scripts = files.filter((file) => file.endsWith('.mjs'));
  const bundles = await bundle(
    part,
    files.filter((file) => file.endsWith('.ts')),
    sharing.has(part) ? groups : undefined,
  );
  await packagers[part]?.();
  const run = (files) =>
    // Tests of the packaged extension run one after another, since only one VS Code should run at a time.
    runNodeTests(files, part !== 'packaged', { onProgress: () => process.send?.({ alive: true }), running });
  const counts = await run([...scripts, ...bundles]);
  return inBrowser.has(part) ? withSecondTry(counts, run) : counts;
}

// If the parent process has ended, nothing is waiting for the result.
process.once('disconnect', () => process.exit(1));
process.on('message', () => process.send({ running: [...running] }));
const counts = await runPart().catch((error) => console.error(error));
process.send({ counts }, () => process.exit());
