// Finds every text of the product that users read, as it is written in the code: messages, titles, hovers, help, settings and notices.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../paths.mjs';
import { literalsOf } from './literals.mjs';

/** The kind of the texts in a file, by the beginning of its path. The first row that matches is used. */
const kinds = [
  ['server/src/cli/table/', 'help'],
  ['server/src/cli/', 'command line'],
  ['server/src/mcp/', 'tool of MCP'],
  ['server/src/rules/', 'message'],
  ['server/src/fixes/', 'title of a fix'],
  ['server/src/refactorings/', 'title of a refactoring'],
  ['server/src/features/hover', 'hover'],
  ['server/src/features/completion', 'completion'],
  ['server/src/features/', 'editor'],
  ['server/src/grammar/', 'fact'],
  ['server/src/lsp/', 'notice'],
  ['server/src/explain/', 'explanation'],
  ['server/src/templates/', 'message of templates'],
  ['server/src/mask/', 'message of masks'],
  ['server/src/', 'message'],
  ['client/src/', 'notice'],
  ['python/', 'Python'],
];

/** Properties whose value is a name or a description instead of a message, with the kind of this text. */
const byProperty = { title: 'title', says: 'what a fix does', about: 'help', label: 'label' };

/** Whether a string is text for users: it contains at least two words outside code. */
function isText(text) {
  const words = text.replace(/\{[^{}]*\}/g, 'x').replace(/`[^`]*`/g, 'x');
  return (
    /(?:^|[\s(“"])[A-Za-z][a-z’']*,? [a-z`{x(]/.test(words) &&
    !/^[.#][\w-]+ |[;{}]\s*$|=>|^\s*<\w+ |^(?:import|export|const) /.test(words)
  );
}

const files = (folder, ending) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((file) => ending.test(file) && !/(?:^|[/\\])(?:node_modules|dist)[/\\]/.test(file))
    .map((file) => join(folder, file).replaceAll('\\', '/'))
    .sort();

export const readFile = (file) => readFileSync(join(root, file), 'utf8');

export const lineAt = (source, offset) => source.slice(0, offset).split('\n').length;

/** Returns the files of the product's code whose comments and texts must follow the style. */
export const codeFiles = () => [
  ...files('server/src', /\.ts$/),
  ...files('client/src', /\.ts$/),
  ...files('protocol', /\.ts$/),
];

/** Returns all texts as `{ file, line, kind, text }`, sorted by kind. */
export function productTexts() {
  const fromCode = codeFiles().flatMap((file) => {
    const source = readFile(file);
    const [, kind] = kinds.find(([start]) => file.startsWith(start)) ?? ['', 'notice'];
    return literalsOf(source)
      .strings.filter(({ text }) => isText(text))
      .map(({ text, offset, before }) => {
        const [, property] = /(?:^|[{,(])(\w+):$/.exec(before) ?? [];
        const special = kind === 'message' || kind === 'title of a fix' ? byProperty[property] : undefined;
        return { file, line: lineAt(source, offset), kind: special ?? kind, text };
      });
  });
  const settings = Object.entries(JSON.parse(readFile('package.nls.json'))).map(([key, text], i) => ({
    ...{
      file: 'package.nls.json',
      line: i + 2,
      kind: key.startsWith('walkthroughs') ? 'walkthrough' : 'setting',
      text,
    },
  }));
  const order = new Map(
    [...kinds.map(([, kind]) => kind), 'title', 'setting', 'walkthrough'].map((kind, i) => [kind, i]),
  );
  return [...fromCode, ...settings].sort((a, b) => (order.get(a.kind) ?? 99) - (order.get(b.kind) ?? 99));
}

/** Returns the Markdown pages that must follow the style. The changelog is not one of them, since it quotes texts. */
export const pages = () => [
  ...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'server/README.md', 'python/README.md'],
  ...files('docs', /\.md$/),
];
