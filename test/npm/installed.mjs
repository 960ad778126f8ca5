// Installs the npm packages in an empty environment: an empty folder, an empty home directory, and no network.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npm } from '../../scripts/run.mjs';

/** Installs tarballs. Returns the folder, and functions to run programs in it. */
export async function installed(...tarballs) {
  const folder = mkdtempSync(join(tmpdir(), 'openchatml-npm-'));
  const home = join(folder, 'home');
  mkdirSync(home);
  writeFileSync(join(folder, 'package.json'), '{}');
  const env = { PATH: process.env.PATH, HOME: home, USERPROFILE: home, TMPDIR: tmpdir(), npm_config_offline: 'true' };
  await npm(['install', '--silent', '--no-audit', '--no-fund', ...tarballs], { cwd: folder, env });
  /** Runs a program in the folder. Returns its output and its exit code. */
  async function run(path, ...args) {
    const {
      stdout,
      stderr,
      code = 0,
    } = await promisify(execFile)(path, args, { cwd: folder, env }).catch((error) => error);
    return { stdout, stderr, code };
  }
  return {
    ...{ folder, env, run },
    package: join(folder, 'node_modules/openchatml'),
    /** Runs a program of the package by name, as a shell finds it. */
    runProgram: (name, ...args) => run(join(folder, 'node_modules/.bin', name), ...args),
    packages: () => readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.')),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
