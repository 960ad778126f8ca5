// Creates the files of a release in out/release: the packages, their checksums, and the release notes.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageForNpm } from '../npm/package.mjs';
import { packageExtension } from '../package.mjs';
import { out, root } from '../paths.mjs';
import { build, download } from '../setup.mjs';
import { sectionOf } from './changelog.mjs';

const folder = join(out, 'release');

/** Builds and packages the checked-out version. SHA256SUMS has a line for each package, in the format of `sha256sum --check`. */
export async function writeArtifacts() {
  await download();
  await build();
  const packages = [await packageExtension(), ...(await packageForNpm())];
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const sums = packages.map((path) => {
    copyFileSync(path, join(folder, basename(path)));
    return `${createHash('sha256').update(readFileSync(path)).digest('hex')}  ${basename(path)}\n`;
  });
  writeFileSync(join(folder, 'SHA256SUMS'), sums.join(''));
  writeFileSync(join(folder, 'NOTES.md'), `${notes()}\n`);
  console.log(`out/release: ${packages.map((path) => basename(path)).join(', ')}, SHA256SUMS, NOTES.md`);
}

/** Returns the section of the changelog for the version. Before the first release, returns the unreleased section. */
function notes() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  return (sectionOf(changelog, version) || sectionOf(changelog, 'Unreleased')).trim();
}
