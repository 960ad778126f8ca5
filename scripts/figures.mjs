// Prints statistics of the source at several commits side by side, and of the working tree last: node scripts/figures.mjs COMMIT…
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './paths.mjs';

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 28 });

/** Returns the sources of server, client and protocol at a commit, by path. Without a commit, returns those in the working tree. */
function sourcesAt(commit) {
  const folders = ['server/src', 'client/src', 'protocol'];
  const list = commit ? git('ls-tree', '-r', '--name-only', commit, ...folders) : git('ls-files', ...folders);
  const paths = list.split('\n').filter((path) => path.endsWith('.ts'));
  if (!commit) return new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
  const input = paths.map((path) => `${commit}:${path}\n`).join('');
  const all = execFileSync('git', ['cat-file', '--batch'], { cwd: root, input, maxBuffer: 1 << 28 });
  const sources = new Map();
  let at = 0;
  for (const path of paths) {
    const end = all.indexOf(10, at);
    const size = Number(all.toString('utf8', at, end).split(' ')[2]);
    sources.set(path, all.toString('utf8', end + 1, end + 1 + size));
    at = end + size + 2;
  }
  return sources;
}

const isServer = (path) => path.startsWith('server/src/');
const roomOf = (path) => path.split('/')[2];
const linesOf = (entries) => entries.reduce((sum, [, text]) => sum + text.split('\n').length - 1, 0);
const matches = (sources, pattern) =>
  [...sources].reduce((sum, [, text]) => sum + (text.match(pattern)?.length ?? 0), 0);

const [first, ...commits] = process.argv.slice(2);
if (first === undefined) throw new Error('Say with which commit to compare: node scripts/figures.mjs COMMIT…');
const rooms = new Set([...sourcesAt(first).keys()].filter(isServer).map(roomOf));

/** Matches the declaration of an object type for messages, with a role and content. */
const messageRecord =
  /^(?:export )?interface \w+[^{\n]*\{(?=[^}]*\brole: (?:string|JsonString)\b)(?=[^}]*\b(?:content|body|pieces)\??: )(?![^}]*\broles\?: )[^}]*\}/gm;
const ownSniffing = /\b(?:hasLines|shownJson|shapeOfLines)\(/;

const count = (all, holds) => [...all].filter(([path, text]) => holds(path, text)).length;

const figures = {
  'lines of `server/src/`': (all) => linesOf([...all].filter(([path]) => isServer(path))),
  'of these, in rooms that exist at the first commit': (all) =>
    linesOf([...all].filter(([path]) => isServer(path) && rooms.has(roomOf(path)))),
  'lines in `json/` folders of `server/src/`': (all) =>
    linesOf([...all].filter(([path]) => isServer(path) && path.includes('/json/'))),
  '`instanceof Transcript`': (all) => matches(all, /instanceof Transcript\b/g),
  'record types for a message': (all) => matches(all, messageRecord),
  'files outside `documents/` that determine the kind of a text': (all) =>
    count(
      all,
      (path, text) =>
        isServer(path) &&
        !path.includes('/documents/') &&
        path !== 'server/src/syntax/json/json-lines.ts' &&
        ownSniffing.test(text),
    ),
  'requests that are typed on both sides': (all) => {
    const typed = all.get('protocol/requests.ts') ?? '';
    const methods = (side) =>
      new Set([...all].flatMap(([path, text]) => (path.startsWith(side) ? (text.match(/'ocml\/\w+'/g) ?? []) : [])));
    const client = methods('client/src/');
    return [...methods('server/src/')].filter((method) => client.has(method) && !typed.includes(method)).length;
  },
  'codes with two rules': (all) =>
    [...all.keys()].filter((path) => path.startsWith('server/src/rules/json/') && all.has(path.replace('/json/', '/')))
      .length - (all.has('server/src/rules/index.ts') ? 1 : 0),
};

const columns = [first, ...commits, undefined].map((commit) => ({
  name: commit ? git('log', '-1', '--format=%h', commit).trim() : 'now',
  sources: sourcesAt(commit),
}));
const row = (cells) => `| ${cells.join(' | ')} |`;
console.log(row(['', ...columns.map(({ name }) => name)]));
console.log(row(['---', ...columns.map(() => '---:')]));
for (const [what, count] of Object.entries(figures))
  console.log(row([what, ...columns.map(({ sources }) => count(sources).toLocaleString('en-GB'))]));
