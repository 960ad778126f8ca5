// A rule: its file, its row, and its page, whose examples are its tests.
import { appended, camel, checked, withImport } from './tables.mjs';

const index = 'server/src/rules/index.ts';

const source = (code) => `import { Aspect, type Rule } from './support/rule.ts';

/** TODO: Which fault this is, and by which section of which source. */
export const rule: Rule = {
  code: '${code}',
  title: 'TODO: the fault in a few words',
  section: '2.2 §4',
  level: 'warning',
  // Abilities that a family has to have: \`syntax/families/family.ts\`. None: it holds in all of them.
  needs: [],
  message: {
    // Which messages it is shown: as few as possible.
    when: Aspect.Odd,
    check({ block }, _context, report) {
      // TODO: Find the smallest part that is wrong: \`support/places.ts\`.
      const fault = { start: 0, end: 0 };
      if (fault.end === 0 || block.kind !== 'message') return;
      report(fault, 'TODO: What is wrong, why it matters, and what to do about it.');
    },
  },
};
`;

/** The page is generated above _What_, and written below. */
const page = `## What

## Why

## Example

\`\`\`ocml
version: 2.2
<|start|>user<|message|>TODO: a document with the fault, and no other<|end|>
\`\`\`

## Use instead

\`\`\`ocml
version: 2.2
<|start|>user<|message|>TODO: the same without it<|end|>
\`\`\`
`;

/** The files of a new rule by path, and what is left to write. `read`: the text of a file by its path. */
export function rule(name, read) {
  const code = checked(name, 'A code');
  const rows = read(index);
  if (rows.includes(`./${code}.ts`)) throw new Error(`There is a rule ${code} already.`);
  const constant = camel(code);
  const imported = withImport(rows, `rule as ${constant}`, `./${code}.ts`);
  return {
    files: {
      [`server/src/rules/${code}.ts`]: source(code),
      [`docs/rules/${code}.md`]: page,
      [index]: appended(imported, 'export const rules: readonly Rule[] = [', `  ${constant},\n`),
    },
    left: [
      `server/src/rules/${code}.ts: the title, the section, and the check`,
      `${index}: the place of its row is its place in the tables of codes`,
      `docs/rules/${code}.md: What, Why, Example and Use instead, for JSON in fences such as \`json messages\`; the examples are its tests (\`npm test -- --only conformance --grep rule-pages\`)`,
      'where the check also holds for JSON: `projection`, and `chats` for lists of messages (`rules/support/rule.ts`): `contents` shows it each content, as `content-garbled` is shown them',
      'false alarms: `npm test -- --only conformance`; a line in CHANGELOG.md',
    ],
  };
}
