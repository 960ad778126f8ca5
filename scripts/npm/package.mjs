// Packages the command line, the language server and the library for npm, as openchatml-<version>.tgz, which `npm install openchatml`
// installs. The vocabularies become a separate package, which is an optional dependency.
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { out, root } from '../paths.mjs';
import { npm, step } from '../run.mjs';
import { withoutRelativeLinks } from '../user-documents.mjs';
import { addLibrary } from './library.mjs';
import { npmManifest, vocabulariesManifest } from './manifest.mjs';
import { moveVocabularies } from './vocabularies.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');
const extension = JSON.parse(read('package.json'));
const server = JSON.parse(read('server/package.json'));
const manifest = npmManifest(extension, server);
const vocabularies = vocabulariesManifest(extension, server);
const tarballOf = ({ name, version }) => join(root, `${name}-${version}.tgz`);
export const tarball = tarballOf(manifest);
export const vocabulariesTarball = tarballOf(vocabularies);
const folder = join(out, 'npm');
const vocabulariesFolder = join(out, 'npm-vocabularies');

/** Whether a file is shipped. Source maps are for developers, and only the extension for the Web needs the server in `web`. */
const isShipped = (path) => !/\.map$|^meta-/.test(basename(path)) && !path.endsWith(join('dist', 'web'));

/** Packages everything for npm. All dependencies are bundled, except for the vocabularies, which are optional. */
export async function packageForNpm() {
  await step('Packaging for npm', async () => {
    for (const each of [folder, vocabulariesFolder]) {
      rmSync(each, { recursive: true, force: true });
      mkdirSync(each, { recursive: true });
    }
    for (const [from, to] of [
      ['server/bin', 'bin'],
      ['server/dist', 'dist'],
      ...['docs/rules', 'editors', 'schemas', 'LICENSE', 'ThirdPartyNotices.txt'].map((path) => [path, path]),
    ])
      cpSync(join(root, from), join(folder, to), { recursive: true, filter: isShipped });
    await addLibrary(folder);
    moveVocabularies(join(folder, 'dist/gpt-tokenizer/bpeRanks'), vocabulariesFolder, vocabularies.name);
    for (const name of ['LICENSE', 'ThirdPartyNotices.txt']) cpSync(join(root, name), join(vocabulariesFolder, name));
    writeFileSync(join(vocabulariesFolder, 'README.md'), `# ${vocabularies.name}\n\n${vocabularies.description}\n`);
    writeFileSync(join(folder, 'README.md'), withoutRelativeLinks(read('server/README.md')));
    await pack(vocabularies, vocabulariesFolder);
    await pack(manifest, folder);
  });
  for (const each of [tarball, vocabulariesTarball])
    console.log(`${each}: ${Math.round(statSync(each).size / 1024)} KB`);
  return [tarball, vocabulariesTarball];
}

/**
 * Writes the manifest into a folder and packs the folder as a tarball. No package scripts are run, because everything has been built
 * already.
 */
async function pack(content, cwd) {
  writeFileSync(join(cwd, 'package.json'), `${JSON.stringify(content, null, 2)}\n`);
  await npm(['pack', '--silent', '--ignore-scripts', '--pack-destination', out], { cwd, stdio: 'ignore' });
  const path = tarballOf(content);
  renameSync(join(out, basename(path)), path);
}
