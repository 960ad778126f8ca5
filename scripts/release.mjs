// Creates a release: the version in all files, the changelog, a commit with its tag, the package and its checksum.
//   npm run release -- 0.2.0              does all of this on a clean main branch, and pushes nothing
//   npm run release -- 0.2.0 --dry-run    shows the changes and builds the package, in a temporary copy of this tree
//   npm run release -- --artifacts        creates package, checksum and notes for the checked-out version
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from './paths.mjs';
import { releasedChangelog } from './release/changelog.mjs';
import { assertReleasable, git } from './release/checks.mjs';
import { withVersion } from './release/versions.mjs';
import { npm, run } from './run.mjs';
import { download } from './setup.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'dry-run': { type: 'boolean' }, artifacts: { type: 'boolean' } },
});

/** Writes the version and the changelog into all files that contain them, and returns the paths of these files. */
function writeVersion(folder, version, date) {
  const files = withVersion(version, (path) => readFileSync(join(folder, path), 'utf8'));
  files['CHANGELOG.md'] = releasedChangelog(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'), version, date);
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  return Object.keys(files);
}

/** Creates the packages. In a new clone, the code that makes them can only be loaded once its dependencies are installed. */
async function writeArtifacts() {
  await download();
  const artifacts = await import('./release/artifacts.mjs');
  await artifacts.writeArtifacts();
}

/** Makes the release in a temporary copy of the committed files, and shows the changes. Only the packages are kept. */
async function dryRun(version, date) {
  const copy = mkdtempSync(join(tmpdir(), 'openchatml-release-'));
  try {
    await run('git', ['clone', '--quiet', '--no-hardlinks', root, copy]);
    writeVersion(copy, version, date);
    await run('git', ['--no-pager', 'diff', '--stat'], { cwd: copy });
    await npm(['run', '--silent', 'release', '--', '--artifacts'], { cwd: copy });
    mkdirSync(join(root, 'out'), { recursive: true });
    cpSync(join(copy, 'out/release'), join(root, 'out/release'), { recursive: true });
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  console.log(
    `\nNothing was committed. The package is in out/release. Without --dry-run, v${version} would be tagged.`,
  );
}

async function main() {
  if (values.artifacts) return writeArtifacts();
  const [version] = positionals;
  const date = new Date().toISOString().slice(0, 10);
  assertReleasable(version, values['dry-run']);
  if (values['dry-run']) return dryRun(version, date);
  const paths = writeVersion(root, version, date);
  await npm(['run', '--silent', 'generate', '--', '--check']);
  await writeArtifacts();
  git('add', ...paths);
  git('commit', '--quiet', '--message', `Release ${version}`);
  git('tag', '--annotate', `v${version}`, '--message', `OpenChatML ${version}`);
  console.log(
    `\nCommitted and tagged v${version}. Next: git push --follow-tags, then publish the draft that the workflow makes.`,
  );
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
