// Checks the conditions for a release: the version is higher than the last one, the main branch is clean, and no tag for the version
// exists.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';

/** Runs git and returns its output, without white space at either end. If git fails, throws an error with its message. */
export function git(...args) {
  const { status, stdout, stderr, error } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`);
  return stdout.trim();
}

const partsOf = (version) =>
  /^(\d+)\.(\d+)\.(\d+)$/
    .exec(version ?? '')
    ?.slice(1)
    .map(Number);

/** Whether a version is higher than another one. False if one of them does not consist of three numbers. */
export function isLater(version, than) {
  const [left, right] = [partsOf(version), partsOf(than)];
  if (!left || !right) return false;
  const i = left.findIndex((part, i) => part !== right[i]);
  return i >= 0 && left[i] > right[i];
}

/** Throws an error with the reason if a release is not possible. The first release may use the version that is already in the manifest. */
export function assertReleasable(version, isDryRun) {
  const { version: current } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const tags = git('tag', '--list', 'v*').split('\n').filter(Boolean);
  const isFirst = tags.length === 0 && version === current;
  if (!partsOf(version)) throw new Error('Say which version: npm run release -- 1.2.3');
  if (!isFirst && !isLater(version, current)) throw new Error(`${version} is not later than ${current}.`);
  if (tags.includes(`v${version}`)) throw new Error(`The tag v${version} exists already.`);
  if (git('status', '--porcelain') !== '') throw new Error('There are changes that are not committed.');
  const branch = git('rev-parse', '--abbrev-ref', 'HEAD');
  if (!isDryRun && branch !== 'main') throw new Error(`Releases are made on main; this is ${branch}.`);
}
