// Creates a rule: its file, its row, and its page with examples, which are also its tests.
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

const notes = 'docs/language-notes.md';

/** Returns the number for the next decision in the language notes, which is one more than the highest. */
const nextDecision = (text) =>
  `A-${Math.max(...Array.from(text.matchAll(/\*\*A-(\d+)\*\*/g), ([, digits]) => Number(digits))) + 1}`;

/**
 * Returns the source of a rule about the content of messages, both in text and in message lists. `decision`: the number of its decision in
 * the language notes.
 */
const contentSource = (code, decision) => `import { contentLine } from './support/places.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** TODO: Which fault this is, and by which section of which source. */
export const rule: Rule = {
  code: '${code}',
  title: 'TODO: the fault in a few words',
  section: 'Language notes, ${decision}',
  level: 'warning',
  // Abilities that a family has to have: \`syntax/families/family.ts\`. None: it holds in all of them.
  needs: [],
  // In JSON as well: each message of the projection, and all content in a list.
  projection: 'any',
  chats: 'contents',
  message: {
    // Which messages it is shown. Only answers: \`Aspect.Assistant\`, then \`kind\` and \`effectiveChannel\` of the message.
    when: Aspect.Any,
    check(message, _context, report) {
      // TODO: Find the fault in the content, unescaped; \`contentLine\` puts its place into the text or the JSON.
      const at = message.content.text.indexOf('TODO');
      if (at < 0) return;
      report(
        contentLine(message, at, at + 'TODO'.length),
        'TODO: What is wrong, why it matters, and what to do about it.',
      );
    },
  },
};
`;

/** The beginning of the page for a rule about content, before the remedy. */
const contentExample = `
\`\`\`json messages
[{"role": "user", "content": "TODO: the same fault in a list"}, {"role": "assistant", "content": "Hello."}]
\`\`\`
`;

/** Returns the part of a page that is written by hand, beginning with _What_. The part above it is generated. */
const page = (more) => `## What

## Why

## Example

\`\`\`ocml
version: 2.2
<|start|>user<|message|>TODO: a document with the fault, and no other<|end|>
\`\`\`
${more}
## Use instead

\`\`\`ocml
version: 2.2
<|start|>user<|message|>TODO: the same without it<|end|>
\`\`\`
`;

/**
 * Returns the files of a new rule by path, and the remaining work. `read`: returns the text of a file. `of`: `content` for a rule about the
 * content of messages, both in text and in message lists.
 */
export function rule(name, read, of) {
  const code = checked(name, 'A code');
  if (of !== undefined && of !== 'content')
    throw new Error(`A rule is begun with \`content\` or nothing, not \`${of}\`.`);
  const rows = read(index);
  if (rows.includes(`./${code}.ts`)) throw new Error(`There is a rule ${code} already.`);
  const constant = camel(code);
  const decision = nextDecision(read(notes));
  const imported = withImport(rows, `rule as ${constant}`, `./${code}.ts`);
  return {
    files: {
      [`server/src/rules/${code}.ts`]: of ? contentSource(code, decision) : source(code),
      [`docs/rules/${code}.md`]: page(of ? contentExample : ''),
      [index]: appended(imported, 'export const rules: readonly Rule[] = [', `  ${constant},\n`),
    },
    left: [
      `server/src/rules/${code}.ts: the title, the section, and the check`,
      `${notes}: ${of ? '' : 'unless a specification says so, '}the decision ${decision} at its end, which the section of the rule cites`,
      `${index}: the place of its row is its place in the tables of codes`,
      `docs/rules/${code}.md: What, Why, Example and Use instead, for JSON in fences such as \`json messages\`; the examples are its tests (\`npm test -- --only conformance --grep rule-pages\`)`,
      of
        ? `a fix, if there is one: \`npm run new -- fix ${code} all\``
        : 'where the check also holds for JSON: `projection`, and `chats` for lists of messages (`rules/support/rule.ts`): `contents` shows it each content, as `content-garbled` is shown them',
      ...(of
        ? [
            'speed: without `silentOnPlainValues` (`rules/support/json-scope.ts`), every row of a data set is parsed in full while the rule is on; a rule that is on by default must set it, once `checker/json/fast-path.ts` lets none of its faults pass (`npm test -- --only unit --grep json-checker,plain-values`; add a text with the fault to the words of `json-checker.property`)',
          ]
        : []),
      'false alarms: `npm test -- --only conformance`; a line in CHANGELOG.md',
    ],
  };
}
