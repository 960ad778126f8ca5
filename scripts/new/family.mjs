// Creates a family of dialects with plain frames: its facts, its row, its entries in tables, and a test.
import { after, before, camel, checked, withImport } from './tables.mjs';

const sharedOpener = (id) => `const openers: readonly [TokenFact, ...TokenFact[]] = [
  {
    name: '${id}_start',
    text: '<|${id}_start|>',
    kind: 'opener',
    places: ['between'],
    doc: 'Begins a message. A role follows.',
    section,
    scope: 'keyword.control.start',
  },
];

const headerEnd: TokenFact = {
  name: '${id}_content',
  text: '<|${id}_content|>',
  kind: 'part',
  places: ['header'],
  doc: 'Ends the header.',
  section,
  scope: 'keyword.control.content',
};
`;

const roleOpeners = (id) => `const opener = (role: string, doc: string): TokenFact => ({
  name: \`${id}_\${role}\`,
  text: \`<|${id}_\${role}|>\`,
  role,
  kind: 'opener',
  places: ['between'],
  doc,
  section,
  scope: \`keyword.control.\${role}\`,
});

const openers: readonly [TokenFact, ...TokenFact[]] = [
  opener('system', 'Begins a message with instructions.'),
  opener('user', 'Begins a message from the user.'),
  opener('assistant', 'Begins a message from the model.'),
];
`;

const grammar = (
  id,
  name,
  constant,
  isOfRoles,
) => `/** ${name}. TODO: Which models write it, and where that is documented. */
import { speakersElsewhere } from './speakers.ts';
import type { RoleFact, TokenFact } from './types.ts';

const section = '${name}';

${isOfRoles ? roleOpeners(id) : sharedOpener(id)}
const end: TokenFact = {
  name: '${id}_end',
  text: '<|${id}_end|>',
  kind: 'terminator',
  places: ['body'],
  doc: 'Ends the message.',
  section,
  scope: 'keyword.control.end',
};

export const ${constant}Frame = { openers, headerEnd${isOfRoles ? ": 'opener' as const" : ''}, terminators: [end] as const };

export const ${constant}Tokens: readonly TokenFact[] = [...openers, ${isOfRoles ? '' : 'headerEnd, '}end];

const role = (name: string, rank: number, next: string, more: Partial<RoleFact>): RoleFact => ({
  ...{ name, rank, next, section, visible: false },
  doc: \`TODO: Who speaks in messages with the role \${name}.\`,
  scope: \`entity.name.type.role.\${name}\`,
  ...more,
});

export const ${constant}Roles: readonly RoleFact[] = [
  role('system', 1, 'user', { instructs: true }),
  role('user', 2, 'assistant', { visible: true }),
  role('assistant', 3, 'user', { visible: true }),
];

/** Roles of other formats, and which of these is meant. */
export const ${constant}RoleMeant: Readonly<Record<string, string>> = { developer: 'system', ...speakersElsewhere };
`;

const row = (
  id,
  name,
  constant,
) => `import { ${constant}Frame, ${constant}RoleMeant, ${constant}Roles, ${constant}Tokens } from '../../grammar/index.ts';
import { plainFamily } from './plain-family.ts';

/** ${name}. */
export const ${constant} = plainFamily({
  id: '${id}',
  name: '${name}',
  has: [],
  frame: { ...${constant}Frame, breaksBefore: 0, breakAfter: false, between: '' },
  roles: ${constant}Roles,
  roleMeant: ${constant}RoleMeant,
  attributes: [],
  tokens: ${constant}Tokens,
  settles: ${constant}Tokens,
});
`;

const tests = (
  id,
  name,
  isOfRoles,
) => `/** ${name}: documents as its template writes them, and what is reported of faulty ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { summary } from '../support/check.ts';

const say = (role: string, text: string) => \`<|${id}_${isOfRoles ? `\${role}|>` : `start|>\${role}<|${id}_content|>`}\${text}<|${id}_end|>\`;
const conversation = say('system', 'You are a math tutor.') + say('user', 'What is 2+2?') + say('assistant', '4.');

/** Documents, each with its problems, if any, as \`CODE «the text at the place»\`. */
const examples: readonly (readonly [example: string, text: string, ...reported: string[]])[] = [
  ['a conversation', conversation],
  ['cut off', conversation.slice(0, -'<|${id}_end|>'.length), 'E-STREAM-TRUNCATED «<|${id}_${isOfRoles ? 'assistant' : 'start'}|>»'],
];

for (const [example, text, ...reported] of examples) {
  test(example, () => {
    assert.equal(new Transcript('test:', 'ocml', 0, text).dialect, '${id}');
    assert.deepEqual(summary(text).sort(), [...reported].sort());
  });
}
`;

/** Returns the entry that tells the scaling tests how to write messages of the family. */
const frames = (id, isOfRoles) =>
  isOfRoles
    ? `  ${id}: {
    user: (body) => \`<|${id}_user|>\${body}<|${id}_end|>\`,
    answer: (body) => \`<|${id}_assistant|>\${body}<|${id}_end|>\`,
    header: (words) => \`<|${id}_assistant|>\${words}Hi<|${id}_end|>\`,
  },
`
    : `  ${id}: plain('<|${id}_start|>', '<|${id}_content|>', '<|${id}_end|>'),\n`;

/**
 * Returns the files of a new family by path, and the remaining work. `read`: returns the text of a file. `of`: `openers` if each role has
 * its own opener.
 */
export function family(uncheckedName, read, of) {
  if (of !== undefined && of !== 'openers')
    throw new Error(`A family is begun with \`openers\` or nothing, not \`${of}\`.`);
  const isOfRoles = of === 'openers';
  const file = checked(uncheckedName, 'A family');
  const id = file.replaceAll('-', '');
  const constant = camel(file);
  const name = file
    .split('-')
    .map((word) => word[0].toUpperCase() + word.slice(1))
    .join(' ');
  const at = {
    types: 'server/src/grammar/types.ts',
    facts: 'server/src/grammar/index.ts',
    families: 'server/src/syntax/families/index.ts',
    encodings: 'server/src/tokens/usual.ts',
    manifest: 'package.json',
    words: 'scripts/words.txt',
    frames: 'test/support/scaling/items.ts',
  };
  if (read(at.types).includes(`'${id}'`)) throw new Error(`There is a family ${id} already.`);
  const words = read(at.words).trimEnd().split('\n');
  // The list has sections with headings, and none of them is fully sorted. So each word is inserted before the first word that sorts after
  // it.
  for (const word of new Set([id, ...file.split('-')].filter((one) => !words.includes(one)))) {
    const next = words.findIndex((other) => !other.startsWith('#') && other.toLowerCase() > word);
    words.splice(next < 0 ? words.length : next, 0, word);
  }
  let facts = withImport(read(at.facts), `${constant}Tokens`, `./${file}.ts`);
  facts = after(facts, "export * from './harmony.ts';", `\nexport * from './${file}.ts';`);
  facts = after(facts, '  phi3: phiTokens,', `\n  ${id}: ${constant}Tokens,`);
  facts = after(facts, /export const dialects: [^;]*'phi3'/, `, '${id}'`);
  facts = after(facts, "  phi3: 'Phi-3',", `\n  ${id}: '${name}',`);
  const families = after(
    withImport(read(at.families), constant, `./${file}.ts`),
    '\n  phi3,',
    id === constant ? `\n  ${id},` : `\n  ${id}: ${constant},`,
  );
  let manifest = after(read(at.manifest), '            "phi3",', `\n            "${id}",`);
  manifest = before(
    manifest,
    '            "%configuration.properties.ocml.dialect.markdownEnumDescriptions.5%"',
    `            "${name}: TODO, which models write it.",\n`,
  );
  return {
    files: {
      [`server/src/grammar/${file}.ts`]: grammar(id, name, constant, isOfRoles),
      [`server/src/syntax/families/${file}.ts`]: row(id, name, constant),
      [`test/conformance/${file}.test.ts`]: tests(id, name, isOfRoles),
      [at.types]: after(read(at.types), /export type KnownDialectId =[^;]*/, ` | '${id}'`),
      [at.facts]: facts,
      [at.families]: families,
      [at.encodings]: after(read(at.encodings), "  phi3: 'cl100k_base',", `\n  ${id}: 'cl100k_base',`),
      [at.manifest]: manifest,
      [at.words]: `${words.join('\n')}\n`,
      [at.frames]: before(read(at.frames), '  phi3: {', frames(id, isOfRoles)),
    },
    left: [
      `server/src/grammar/${file}.ts: its tokens and roles${isOfRoles ? '; an opener whose name is a usual word, such as `user`, is `common` (`phi-3.ts`)' : ' (begun with `openers` if each role has a token of its own)'}`,
      `server/src/syntax/families/${file}.ts: \`has\`, line breaks, and \`settles\`: the tokens by which a document is known`,
      `test/conformance/${file}.test.ts: texts that are valid, faulty, and cut off at any point; its frames in ${at.frames}`,
      'which tokens count: `server/src/tokens/usual.ts`; the description of the setting, which `npm run generate` has moved to package.nls.json',
      'fixes: examples in test/support/fix-examples/; conversion: a file in `convert/targets/` and its rows in `convert/forms.ts`',
      'documents for test/unit/random-edits.ts and test/attack/leaks/text-subjects.ts; README.md, CHANGELOG.md',
      'the lists of dialects and of file name extensions in docs/language-notes.md, docs/interfaces.md, docs/how-to/other-editors.md and .pre-commit-hooks.yaml, which `npm test -- --only unit --grep documentation-lists` names; docs/adding-a-dialect.md says what else no compiler names',
    ],
  };
}
