/** Every message that the cases, the pages of the rules and the examples of fixes produce says what to do. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { AnyDialectId, MessageProfile } from '../../server/src/grammar/index.ts';
import { allRules } from '../../server/src/rules/all.ts';
import { check } from '../support/check.ts';
import { problemsUnderMask } from '../support/mask/page.ts';
import { root } from '../support/root.ts';
import { conversationsOr, documentsIn, problemsUnder } from '../support/rule-pages.ts';
import { rows } from './expectations.ts';

/** Codes that only record an event, so nothing has to be fixed. The message of each must say so. */
const records: Record<string, RegExp> = {
  'E-TOOL-CANCELLED': /nothing needs to be fixed/,
  'E-TOOL-TIMEOUT': /nothing needs to be fixed/,
};

const verbs =
  'Add|Address|Begin|Change|Check|Choose|Close|Complete|Correct|Declare|Decode|Did you mean|End|Escape|Exclude|Fill|Generate|Get|Give|' +
  'Insert|Join|Keep|Leave|Make|Mend|Move|Name|Pair|Put|Raise|Remove|Reorder|Repair|Replace|Set|Shorten|Sort|Split|Take|Update|Use|Write|Call';
/** Matches a remedy, or words that say which values are allowed. */
const remedy = new RegExp(
  `(?:^|[.:;,] (?:or |and |then )?)(?:${verbs}|(?:Roles|Channels|Intents|Those|The \\w+) are \`)|\\b(?:must|can) be (?:a|\`)`,
  'i',
);

/** Matches messages about JSON faults, which name what is missing or expected. A fix inserts it at that place. */
const faultOfJson =
  /\b(?:is|are) (?:missing|expected)|needs double quotes|is written|as JSON writes|JSON (?:has no|allows no|writes)|nothing is open|follows the JSON|ends too early/;

const everything = Object.fromEntries(allRules.map(({ code }) => [code, 'hint'] as const));

interface Sample {
  readonly text: string;
  readonly dialect: AnyDialectId | undefined;
  readonly profile?: MessageProfile | undefined;
}

const folder = join(root, 'docs/rules');
const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
/** Pages about masks show a command and its input. */
const isOfMask = (text: string) => text.includes('\nocml mask ');
const pages = texts.filter((text) => !isOfMask(text)).map(documentsIn);
/** Pages about templates show a template; the others only show documents. */
const [ofTemplates, ofDocuments] = [true, false].map((about) =>
  pages.filter((documents) => documents.some(({ jinja }) => jinja) === about),
) as [typeof pages, typeof pages];
const cases = rows.flatMap(({ language, negative }): Sample[] =>
  negative?.executable ? [{ text: negative.text, dialect: language as AnyDialectId }] : [],
);

/** The different messages of each code. */
const shown = new Map<string, Set<string>>();
const show = (problems: readonly { readonly code: string; readonly message: string }[]) => {
  for (const { code, message } of problems) shown.set(code, (shown.get(code) ?? new Set()).add(message));
};
for (const { text, dialect, profile } of [...ofDocuments.flat(), ...cases])
  show(check(text, { levels: everything, ...(dialect && { dialect }), ...(profile && { profile }) }));
for (const documents of ofTemplates) {
  const template = documents.find(({ jinja }) => jinja);
  for (const document of conversationsOr(documents)) show(problemsUnder(document, template));
}
for (const text of texts.filter(isOfMask)) {
  const [example = ''] = text.split('\n## Use instead\n');
  const documents = documentsIn(example);
  const template = documents.find(({ jinja }) => jinja);
  for (const row of documents.filter(({ jinja }) => !jinja)) show(problemsUnderMask(row, template, example));
}

suite('the remedy', () => {
  test('messages of all codes are shown but of three, which no short text causes', () => {
    const codes = new Set(allRules.map(({ code }) => code));
    assert.deepEqual([...codes].filter((code) => !shown.has(code)).sort(), [
      'encoding-invalid',
      'mask-approximate',
      'wire-long-message',
    ]);
  });

  for (const [code, messages] of [...shown].sort()) {
    test(code, () => {
      const record = records[code];
      const lacking = [...messages].filter(
        (message) => !(remedy.test(message) || record?.test(message) || faultOfJson.test(message)),
      );
      const quoted = lacking.map((message) => `\n${message}`).join('');
      assert.equal(
        lacking.length,
        0,
        `no sentence or clause says what to do, beginning with one of the \`verbs\`:${quoted}`,
      );
    });
  }
});
