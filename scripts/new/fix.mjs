// Creates a fix: a row under the code of its rule, and an example, which is also its test.
import { after, appended } from './tables.mjs';

/** Returns the location of the examples for the fixes in a file: the file with the list of examples, and the first line of that list. */
function examplesFor(subject) {
  if (subject.startsWith('json/')) {
    const list = subject === 'json/projection' ? 'projection' : 'messages';
    return { file: 'test/support/json-fix-examples.ts', head: `const ${list}: Rows = [` };
  }
  const list = subject.startsWith('chatml/') ? 'chatml' : subject === 'plain-header-fixes' ? 'llama' : 'native';
  return { file: `test/support/fix-examples/${list}.ts`, head: `export const ${list}: readonly Row[] = [` };
}

/**
 * Returns a row for a table of fixes. `part`: the word for content in the title of a fix that changes content; undefined for other fixes.
 */
const row = (code, part) => `
  '${code}': {
    says: 'TODO: what it does, in a few words',
    // An edit whose place or text is undefined discards its proposal; the proof finds out whether the rest holds.
    fix: ({ problem }) => [{ title: 'TODO: What happens, as an order${part ? `, with the word “${part}”` : ''}', ${part ? 'changesBody: true, ' : ''}edits: [{ ...problem, text: '' }] }],
  },`;

/** The files whose tables need a row for a fix that changes content, one for each format. */
const everyForm = ['bodies', 'chatml/messages', 'plain-header-fixes', 'json/messages'];

/**
 * Returns the files of a new fix by path, and the remaining work. `read`: returns the text of a file. `fileNames`: the files in
 * `server/src/fixes/` that get a row, with or without their extension, or `all` for those of every format.
 */
export function fix(code, read, ...fileNames) {
  if (!read('server/src/rules/index.ts').includes(`./${code}.ts`)) throw new Error(`There is no rule ${code}.`);
  const subjects =
    fileNames.length === 0 ? ['headers'] : fileNames.flatMap((one) => (one === 'all' ? everyForm : [one]));
  const isEverywhere = everyForm.every((one) => subjects.includes(one));
  const files = {};
  const tasks = subjects.map((subject) =>
    addTo(subject, code, (path) => files[path] ?? read(path), files, isEverywhere),
  );
  return {
    files,
    left: [
      ...tasks,
      '`server/src/fixes/fix.ts` says what a fix is: `safe` only if nothing else can be meant; `changesBody` if the content changes (`all` sets it), with `body` in its title, or `content` in JSON',
      ...(isEverywhere
        ? []
        : [
            `the other forms that report the code: \`npm run new -- fix ${code} all\` begins a row in ${everyForm.map((one) => `\`${one}\``).join(', ')} (or name some of these, or \`json/projection\`); \`none\` with the reason where there is no fix`,
          ]),
      'a line in CHANGELOG.md; then `npm run generate` and `npm test -- --only unit,conformance --grep fixes`',
    ],
  };
}

/**
 * Adds a row to a file of fixes, and an example to the list for its format. The changed texts are stored in `files`. Returns a description
 * of the remaining work. `ofContent`: the fix changes the content of messages.
 */
function addTo(fileName, code, read, files, ofContent) {
  const subject = fileName.replace(/\.ts$/, '');
  const file = `server/src/fixes/${subject}.ts`;
  const text = read(file);
  const head = text.match(/^export const \w+: (?:Family|Json)?Fixers = \{/gm)?.at(-1);
  if (head === undefined) throw new Error(`${file} has no table of fixes.`);
  const { file: examples, head: list } = examplesFor(subject);
  if (new RegExp(`^ {2}'?${code}'?: `, 'm').test(text)) throw new Error(`${file} has a fix of ${code} already.`);
  files[file] = after(text, head, row(code, ofContent && (subject.startsWith('json/') ? 'content' : 'body')));
  files[examples] = appended(read(examples), list, `  ['${code}', 'TODO: before', 'TODO: after'],\n`);
  return `${file}: the proposal. ${examples}: a text with the fault, and the text after the fix`;
}
