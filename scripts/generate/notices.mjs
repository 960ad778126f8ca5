// ThirdPartyNotices.txt: name, version, copyright and licence text of every package that the bundles hold code of.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import * as esbuild from 'esbuild';
import { bundles, toCommonJS } from '../build.mjs';
import { pageBundle } from '../npm/library.mjs';
import { root } from '../paths.mjs';

/** Licences, by their SPDX identifiers, that ask for no more than a notice. */
const allowed = new Set(['0BSD', 'Apache-2.0', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']);

/** Files with what a package asks to have passed on: its licence, and the notices of others whose code it holds. */
const licenceFile = /^(?:licen[cs]e|copying)\b/i;
const noticeFile = /^(?:notice|third[-_]?party[-_]?notices?)\b/i;

/** Files from the repositories of packages that are published without them, by the name of the package. */
const supplements = { '@cfworker/json-schema': 'cfworker-json-schema.txt' };

/** A line that names a holder, unlike “the above copyright notice”. */
const copyrightLine = /^.*\bCopyright (?:\([cC]\)|©|\d{4}|[A-Z]).*$/gm;

const line = '='.repeat(80);
const sectionHead = new RegExp(`^${line}\\n(\\S+ \\S+)\\n`, 'm');

const byName = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const plain = (text) => text.replaceAll(/[^\S\n]*(?:\r\n|\n|\r)/g, '\n').trim();

/**
 * The folder of the package that a file belongs to, or `undefined` for a file of our own. A package that was published with
 * another one built into it names files of that in its source map, in a folder that is not there: then it is the one that
 * such a file would find.
 */
export function packageFolder(file) {
  const found = /^(.*[\\/])?node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)(?=[\\/])/
    .exec(file)
    ?.map((part) => part?.replaceAll('\\', '/'));
  if (found === undefined) return undefined;
  const [written, parent = '', named] = found;
  const name = unpublished[named] ?? named;
  const folder = written.replace(named, name);
  if (existsSync(resolve(root, folder, 'package.json'))) return folder;
  for (let from = parent.replace(/\/$/, ''); from !== '' && from !== '/'; from = dirname(from)) {
    const installed = from === '.' ? `node_modules/${name}` : `${from}/node_modules/${name}`;
    if (existsSync(resolve(root, installed, 'package.json'))) return installed;
    if (from === '.') break;
  }
  return folder;
}

/** Packages that are never published by themselves, and those whose licence they have, since they are built into them. */
const unpublished = { '@modelcontextprotocol/core-internal': '@modelcontextprotocol/core' };

/** `NAME VERSION` of the package in a folder, which is relative to the root or absolute. */
export function packageTitle(folder) {
  const { name, version } = manifestOf(folder);
  return `${name} ${version}`;
}

const manifestOf = (folder) => JSON.parse(readFileSync(resolve(root, folder, 'package.json'), 'utf8'));

/** The folders of the packages of which at least a byte is in the bundles, as the bundler and their own source maps tell. */
export async function bundledPackages() {
  const results = await Promise.all(
    [...bundles, { ...pageBundle, outdir: 'out' }].map((options) => {
      const plugins = options.plugins?.filter((plugin) => plugin !== toCommonJS);
      return esbuild.build({ ...options, plugins, sourcemap: 'external', write: false, metafile: true });
    }),
  );
  const inputs = results.flatMap(({ metafile }) => Object.values(metafile.outputs).flatMap(({ inputs }) => inputs));
  const taken = inputs.flatMap(Object.entries).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
  const maps = results.flatMap(({ outputFiles }) => outputFiles.filter(({ path }) => path.endsWith('.map')));
  const files = [...taken.map(([file]) => file), ...maps.flatMap(({ path, text }) => sourcesOf(path, text))];
  return [...new Set(files.map(packageFolder))].filter((folder) => folder !== undefined);
}

/** The files that a source map names, relative to the root. */
export function sourcesOf(path, map) {
  return JSON.parse(map).sources.map((source) => relative(root, resolve(dirname(path), source)));
}

/** The text for the packages in these folders, and what keeps any of them from being shipped. */
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

/** The notice of one package, or why there is none. */
function readNotice(title, folder) {
  const { name, license, author } = manifestOf(folder);
  const names = readdirSync(resolve(root, folder)).sort((a, b) => byName(a.toLowerCase(), b.toLowerCase()));
  const texts = (pattern) =>
    names.filter((file) => pattern.test(file)).map((file) => plain(readFileSync(resolve(root, folder, file), 'utf8')));
  const own = texts(licenceFile);
  const supplement = Object.hasOwn(supplements, name) ? supplements[name] : undefined;

  if (!allowed.has(license)) {
    return {
      problem: `${title}: its licence, ${license ?? 'which it does not name'}, is not one of ${list(allowed)}.`,
    };
  }
  if (own.length === 0 && !supplement) {
    return { problem: `${title}: it has no licence file. Put its text into scripts/generate/licences/.` };
  }
  if (own.length > 0 && supplement) {
    return { problem: `${title}: it has a licence file now. Remove scripts/generate/licences/${supplement}.` };
  }
  const licences = supplement
    ? [plain(readFileSync(join(root, 'scripts/generate/licences', supplement), 'utf8'))]
    : own;
  const found = licences.flatMap((text) => text.match(copyrightLine) ?? []).map((text) => text.trim());
  const holder = typeof author === 'string' ? author.replace(/ *[<(].*/, '') : author?.name;
  if (found.length === 0 && !holder) return { problem: `${title}: it names no holder of its copyright.` };
  return {
    title,
    license,
    copyright: found.length > 0 ? [...new Set(found)] : [`Copyright ${holder}`],
    text: [...licences, ...texts(noticeFile)].join('\n\n'),
  };
}

const list = (words) => [...words].join(', ');

/** Which of the packages, given as `NAME VERSION`, have no notice with a copyright line and a licence in this text. */
export function missingNotices(text, packages) {
  const [, ...parts] = text.split(sectionHead);
  const complete = new Set();
  for (let i = 0; i < parts.length; i += 2) {
    const [head, licence = ''] = parts[i + 1].split(`${line}\n`);
    if (/^Licence: \S/m.test(head) && /\bCopyright\b/.test(head) && licence.trim() !== '') complete.add(parts[i]);
  }
  return packages.filter((name) => !complete.has(name));
}
