// Packages the extension as openchatml-<version>.vsix and prints what is in it and its size.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './paths.mjs';
import { run, step } from './run.mjs';
import { build, installDependencies } from './setup.mjs';

const { name, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
export const vsix = join(root, `${name}-${version}.vsix`);

/** Everything is bundled, so no dependency is packaged. */
export async function packageExtension() {
  const vsce = join(root, 'node_modules/@vscode/vsce/vsce');
  await step('Packaging', () => run(process.execPath, [vsce, 'package', '--no-dependencies', '--out', vsix]));
  console.log(`${vsix}: ${Math.round(statSync(vsix).size / 1024)} KB`);
  return vsix;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await installDependencies();
  await build();
  await packageExtension();
}
