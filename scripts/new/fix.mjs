// A fix: a row under the code of its rule, and an example, which is its test.
import { after, appended } from './tables.mjs';

/** Where the examples for the fixes of a file are: the list, and how it begins. */
function examplesFor(subject) {
  if (subject.startsWith('json/')) {
    const list = subject === 'json/projection' ? 'projection' : 'messages';
    return { file: 'test/support/json-fix-examples.ts', head: `const ${list}: Rows = [` };
  }
  const list = subject.startsWith('chatml/') ? 'chatml' : subject === 'plain-header-fixes' ? 'llama' : 'native';
  return { file: `test/support/fix-examples/${list}.ts`, head: `export const ${list}: readonly Row[] = [` };
}

const row = (code) => `
  '${code}': {
    says: 'TODO: what it does, in a few words',
    // An edit whose place or text is undefined discards its proposal; the proof finds out whether the rest holds.
    fix: ({ problem }) => [{ title: 'TODO: What happens, as an order', edits: [{ ...problem, text: '' }] }],
  },`;

/**
 * The files of a new fix by path, and what is left to write. `read`: the text of a file by its path; `named`: the file in
 * `server/src/fixes/`, with or without its extension.
 */
export function fix(code, read, named = 'headers') {
  if (!read('server/src/rules/index.ts').includes(`./${code}.ts`)) throw new Error(`There is no rule ${code}.`);
  const subject = named.replace(/\.ts$/, '');
  const file = `server/src/fixes/${subject}.ts`;
  const text = read(file);
  const head = text.match(/^export const \w+: (?:Family|Json)?Fixers = \{/gm)?.at(-1);
  if (head === undefined) throw new Error(`${file} has no table of fixes.`);
  const { file: examples, head: list } = examplesFor(subject);
  if (new RegExp(`^ {2}'?${code}'?: `, 'm').test(text)) throw new Error(`${file} has a fix of ${code} already.`);
  return {
    files: {
      [file]: after(text, head, row(code)),
      [examples]: appended(read(examples), list, `  ['${code}', 'TODO: before', 'TODO: after'],\n`),
    },
    left: [
      `${file}: the proposal; \`fix.ts\` next to it says what a fix is. \`safe\` only if nothing else can be meant`,
      `${examples}: a text with the fault, and the text after the fix (\`npm test -- --only unit,conformance --grep fixes\`)`,
      `the other families that report the code: \`npm run new -- fix ${code} FILE\` with a file for 2.x, \`chatml/messages\` and \`plain-header-fixes\`, or \`none\` there with the reason`,
      `JSON that reports the code: \`npm run new -- fix ${code} json/messages\`, or \`json/projection\`; a line in CHANGELOG.md`,
    ],
  };
}
