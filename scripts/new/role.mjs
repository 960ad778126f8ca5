// Creates a role of OpenChatML 2.2. A role consists of a single row, from which everything else is generated.
import { appended, checked } from './tables.mjs';

const facts = 'server/src/grammar/openchatml-2.2.ts';
const head = 'export const roles: readonly RoleFact[] = [';

const row = (name, rank) => `  {
    name: '${name}',
    rank: ${rank},
    visible: false,
    next: 'assistant',
    doc: 'TODO: Who speaks in such messages.',
    section: '2.2 §4',
    scope: 'entity.name.type.role.${name}',
  },
`;

/** Returns the files of a new role by path, and the remaining work. `read`: returns the text of a file. */
export function role(uncheckedName, read) {
  const name = checked(uncheckedName, 'A role');
  const text = read(facts);
  const start = text.indexOf(head);
  const table = text.slice(start, start + text.slice(start).search(/\n\]/));
  if (table.includes(`name: '${name}'`)) throw new Error(`There is a role ${name} already.`);
  const rank = (table.match(/\n {2}\{/g) ?? []).length + 1;
  return {
    files: { [facts]: appended(text, head, row(name, rank)) },
    left: [
      `${facts}: \`doc\` and \`section\` of the row; what else a role can say of itself is explained in \`grammar/types.ts\` (\`instructs\`, \`replies\`, \`notInHarmony\`)`,
      'whether users may see its messages: `visible`; in doubt, they may not',
      'if no source has the role: a decision in docs/language-notes.md, which the row then cites',
      'docs/how-to/write-by-hand.md; `npm test -- --only unit,grammar --grep fact-rows,generated`; a line in CHANGELOG.md',
    ],
  };
}
