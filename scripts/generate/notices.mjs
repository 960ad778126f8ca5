// Generates ThirdPartyNotices.txt, with the name, version, copyright and license text of every package whose code is in the bundles.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import * as esbuild from 'esbuild';
import { bundles, toCommonJS } from '../build.mjs';
import { pageBundle } from '../npm/library.mjs';
import { root } from '../paths.mjs';

/** SPDX identifiers of the licenses that require only a notice. */
const noticeLicences = new Set(['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']);

/** Match the names of files that must be shipped with a package's code: its license, and notices about code that it includes. */
const licenceFile = /^(?:licen[cs]e|copying)\b/i;
const noticeFile = /^(?:notice|third[-_]?party[-_]?notices?)\b/i;

/** Packages that are published without their license file, with a copy of the file from their repository. */
const supplements = { '@cfworker/json-schema': 'cfworker-json-schema.txt' };

/** Matches a line that names a copyright holder, but not text such as “the above copyright notice”. */
const copyrightLine = /^.*\bCopyright (?:\([cC]\)|©|\d{4}|[A-Z]).*$/gm;

const line = '='.repeat(80);
const sectionHead = new RegExp(`^${line}\\n(\\S+ \\S+)\\n`, 'm');

const byName = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const plain = (text) => text.replaceAll(/[^\S\n]*(?:\r\n|\n|\r)/g, '\n').trim();

/**
 * Returns the folder of the package that a file belongs to, or `undefined` for our own files. If a package was published with the code of
 * another package bundled into it, its source map names files in a folder that does not exist. The result is then the folder in which Node
 * would find that other package.
 */
export function packageFolder(file) {
  const match = /^(.*[\\/])?node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)(?=[\\/])/
    .exec(file)
    ?.map((part) => part?.replaceAll('\\', '/'));
  if (match === undefined) return undefined;
  const [packagePath, parent = '', packageName] = match;
  const name = unpublished[packageName] ?? packageName;
  const folder = packagePath.replace(packageName, name);
  if (existsSync(resolve(root, folder, 'package.json'))) return folder;
  for (let from = parent.replace(/\/$/, ''); from !== '' && from !== '/'; from = dirname(from)) {
    const installed = from === '.' ? `node_modules/${name}` : `${from}/node_modules/${name}`;
    if (existsSync(resolve(root, installed, 'package.json'))) return installed;
    if (from === '.') break;
  }
  return folder;
}

/** Packages that are only published as a part of another package, and the package that has their license. */
const unpublished = { '@modelcontextprotocol/core-internal': '@modelcontextprotocol/core' };

/** Returns `NAME VERSION` for the package in a folder. The folder is absolute or relative to the root. */
export function packageTitle(folder) {
  const { name, version } = manifestOf(folder);
  return `${name} ${version}`;
}

const manifestOf = (folder) => JSON.parse(readFileSync(resolve(root, folder, 'package.json'), 'utf8'));

/** Returns the folders of all packages whose code is in the bundles, according to the bundler and to the packages' own source maps. */
export async function bundledPackages() {
  const results = await Promise.all(
    [...bundles, { ...pageBundle, outdir: 'out' }].map((options) => {
      const plugins = options.plugins?.filter((plugin) => plugin !== toCommonJS);
      return esbuild.build({ ...options, plugins, sourcemap: 'external', write: false, metafile: true });
    }),
  );
  const inputs = results.flatMap(({ metafile }) => Object.values(metafile.outputs).flatMap(({ inputs }) => inputs));
  const bundledInputs = inputs.flatMap(Object.entries).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const maps = results.flatMap(({ outputFiles }) => outputFiles.filter(({ path }) => path.endsWith('.map')));
  const files = [...bundledInputs.map(([file]) => file), ...maps.flatMap(({ path, text }) => sourcesOf(path, text))];
  return [...new Set(files.map(packageFolder))].filter((folder) => folder !== undefined);
}

/** Returns the files that a source map names, relative to the root. */
export function sourcesOf(path, map) {
  return JSON.parse(map).sources.map((source) => relative(root, resolve(dirname(path), source)));
}

/** Returns the notices for the packages in these folders, and the problems that prevent packages from being shipped. */
export function thirdPartyNotices(folders) {
  const read = [...new Map(folders.map((folder) => [packageTitle(folder), folder]))]
    .sort(([a], [b]) => byName(a, b))
    .map(([title, folder]) => readNotice(title, folder));
  const problems = read.flatMap(({ problem }) => problem ?? []);
  const notices = read.filter(({ problem }) => problem === undefined);
  const contents = notices.map(({ title, license }) => `  ${title} (${license})`);
  const sections = notices.map(
    ({ title, license, copyright, text }) =>
      `${line}\n${title}\nLicence: ${license}\n${copyright.join('\n')}\n${line}\n\n${text}\n`,
  );
  const text = [introduction, `${contents.join('\n')}\n`, ...sections].join('\n');
  return { text, problems };
}

const introduction = `THIRD-PARTY NOTICES

OpenChatML for VS Code contains code of the packages below, under the licences that follow.
This file is generated: run "npm run generate" after a change of dependencies.
`;

/** Returns the notice for a package, or the problem that prevents it from being shipped. */
function readNotice(title, folder) {
  const { name, license, author } = manifestOf(folder);
  const names = readdirSync(resolve(root, folder)).sort((a, b) => byName(a.toLowerCase(), b.toLowerCase()));
  const texts = (pattern) =>
    names.filter((file) => pattern.test(file)).map((file) => plain(readFileSync(resolve(root, folder, file), 'utf8')));
  const licenceTexts = texts(licenceFile);
  const supplement = Object.hasOwn(supplements, name) ? supplements[name] : undefined;

  if (!noticeLicences.has(license)) {
    return {
      problem: `${title}: its licence, ${license ?? 'which it does not name'}, is not one of ${list(noticeLicences)}.`,
    };
  }
  if (licenceTexts.length === 0 && !supplement) {
    return { problem: `${title}: it has no licence file. Put its text into scripts/generate/licences/.` };
  }
  if (licenceTexts.length > 0 && supplement) {
    return { problem: `${title}: it has a licence file now. Remove scripts/generate/licences/${supplement}.` };
  }
  const licences = supplement
    ? [plain(readFileSync(join(root, 'scripts/generate/licences', supplement), 'utf8'))]
    : licenceTexts;
  const copyrights = licences.flatMap((text) => text.match(copyrightLine) ?? []).map((text) => text.trim());
  const holder = typeof author === 'string' ? author.replace(/ *[<(].*/, '') : author?.name;
  if (copyrights.length === 0 && !holder) return { problem: `${title}: it names no holder of its copyright.` };
  return {
    title,
    license,
    copyright: copyrights.length > 0 ? [...new Set(copyrights)] : [`Copyright ${holder}`],
    text: [...licences, ...texts(noticeFile)].join('\n\n'),
  };
}

const list = (words) => [...words].join(', ');

/** Returns the packages (`NAME VERSION`) for which a text has no notice with a copyright line and a license. */
export function missingNotices(text, packages) {
  const [, ...parts] = text.split(sectionHead);
  const complete = new Set();
  for (let i = 0; i < parts.length; i += 2) {
    const [head, licence = ''] = parts[i + 1].split(`${line}\n`);
    if (/^Licence: \S/m.test(head) && /\bCopyright\b/.test(head) && licence.trim() !== '') complete.add(parts[i]);
  }
  return packages.filter((name) => !complete.has(name));
}
