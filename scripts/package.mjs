// Packages the extension as openchatml-<version>.vsix, and the command line, server and library for npm as openchatml-<version>.tgz, with a
// separate package for the vocabularies.
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageForNpm } from './npm/package.mjs';
import { out, root } from './paths.mjs';
import { run, step } from './run.mjs';
import { build, download } from './setup.mjs';
import { userReadme, withoutRelativeLinks } from './user-documents.mjs';

const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
export const vsix = join(root, `${name}-${version}.vsix`);

const read = (file) => readFileSync(join(root, file), 'utf8');

/**
 * Writes the README and the changelog for users, and returns the options that name these files. Their paths are relative, as the packager
 * requires.
 */
function documents() {
  mkdirSync(join(out, 'package'), { recursive: true });
  const files = {
    readme: ['out/package/README.md', userReadme(read('README.md'))],
    changelog: ['out/package/CHANGELOG.md', withoutRelativeLinks(read('CHANGELOG.md'))],
  };
  return Object.entries(files).flatMap(([name, [path, text]]) => {
    writeFileSync(join(root, path), text);
    return [`--${name}-path`, path];
  });
}

/** Packages the extension. All dependencies are bundled, so none is added to the package. */
export async function packageExtension() {
  const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
  const options = ['--no-dependencies', ...documents()];
  await step('Packaging', () => run(process.execPath, [vsce, 'package', ...options, '--out', vsix]));
  console.log(`${vsix}: ${Math.round(statSync(vsix).size / 1024)} KB`);
  return vsix;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await download();
  await build();
  await packageExtension();
  await packageForNpm();
}
