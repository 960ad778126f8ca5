// A fix: a row under the code of its rule, and an example, which is its test.
import { after, appended } from './tables.mjs';

const examples = 'test/support/fix-examples/native.ts';

const row = (code) => `
  '${code}': {
    says: 'TODO: what it does, in a few words',
    // An edit whose place or text is undefined discards its proposal; the proof finds out whether the rest holds.
    fix: ({ problem }) => [{ title: 'TODO: What happens, as an order', edits: [{ ...problem, text: '' }] }],
  },`;

/** The files of a new fix by path, and what is left to write. `read`: the text of a file by its path. */
export function fix(code, read, subject = 'headers') {
  if (!read('server/src/rules/index.ts').includes(`./${code}.ts`)) throw new Error(`There is no rule ${code}.`);
  const file = `server/src/fixes/${subject}.ts`;
  const text = read(file);
  const [head] = /^export const \w+: Fixers = \{/m.exec(text) ?? [];
  if (head === undefined) throw new Error(`${file} has no table of fixes.`);
  if (new RegExp(`^ {2}'?${code}'?: `, 'm').test(text)) throw new Error(`${file} has a fix of ${code} already.`);
  return {
    files: {
      [file]: after(text, head, row(code)),
      [examples]: appended(
        read(examples),
        'export const native: readonly Row[] = [',
        `  ['${code}', 'TODO: before', 'TODO: after'],\n`,
      ),
    },
    left: [
      `${file}: the proposal; \`fix.ts\` next to it says what a fix is. \`safe\` only if nothing else can be meant`,
      `${examples}: a text with the fault, and the text after the fix (\`npm test -- --only unit,conformance --grep fixes\`)`,
      'families with plain frames that report the code: a row in `fixes/plain-header-fixes.ts` and in `fixes/chatml/`, or `none` with the reason',
      'JSON that reports the code: `fixes/json/`; a line in CHANGELOG.md',
    ],
  };
}
