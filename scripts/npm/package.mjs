// Packages the command line and the language server for npm as openchatml-<version>.tgz: what `npm install openchatml` installs.
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { out, root } from '../paths.mjs';
import { npm, step } from '../run.mjs';
import { withoutRelativeLinks } from '../user-documents.mjs';
import { npmManifest } from './manifest.mjs';
import { packVocabularies } from './vocabularies.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');
const manifest = npmManifest(JSON.parse(read('package.json')), JSON.parse(read('server/package.json')));
export const tarball = join(root, `${manifest.name}-${manifest.version}.tgz`);
const folder = join(out, 'npm');

/** Source maps are for developers, and a page of the web has the extension's own server. */
const isShipped = (path) => !/\.map$|^meta-/.test(basename(path)) && !path.endsWith(join('dist', 'web'));

/** Everything is bundled, so the package has no dependency. */
export async function packageForNpm() {
  await step('Packaging for npm', async () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    for (const [from, to] of [
      ['server/bin', 'bin'],
      ['server/dist', 'dist'],
      ...['docs/rules', 'schemas', 'LICENSE', 'ThirdPartyNotices.txt'].map((path) => [path, path]),
    ])
      cpSync(join(root, from), join(folder, to), { recursive: true, filter: isShipped });
    packVocabularies(join(folder, 'dist/gpt-tokenizer/bpeRanks'));
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
    writeFileSync(join(folder, 'README.md'), withoutRelativeLinks(read('server/README.md')));
    // Without the scripts of a package: there is nothing left to be built.
    await npm(['pack', '--silent', '--ignore-scripts', '--pack-destination', out], { cwd: folder, stdio: 'ignore' });
    renameSync(join(out, basename(tarball)), tarball);
  });
  console.log(`${tarball}: ${Math.round(statSync(tarball).size / 1024)} KB`);
  return tarball;
}
