/** Every message that the cases, the pages of the rules and the examples of fixes show says what to do. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import type { AnyDialectId } from '../../server/src/grammar/index.ts';
import { allRules } from '../../server/src/rules/all.ts';
import { check } from '../support/check.ts';
import { root } from '../support/root.ts';
import { documentsIn } from '../support/rule-pages.ts';
import { rows } from './expectations.ts';

/** Records of what happened, and of what may be as it should be: nothing is to be done. */
const records: Record<string, RegExp> = {
  'E-TOOL-CANCELLED': /nothing here needs/,
  'E-TOOL-TIMEOUT': /nothing here needs/,
  'call-unanswered': /That is right if/,
};

const verbs =
  'Add|Address|Begin|Change|Choose|Close|Complete|Correct|Declare|Decode|Did you mean|Escape|Fill|Generate|Get|Give|Insert|Join|Keep|' +
  'Make|Move|Name|Pair|Put|Remove|Reorder|Repair|Set|Shorten|Sort|Split|Take|Update|Use|Write|Call';
/** What is missing or meant, said as what belongs there. */
const remedy = new RegExp(
  `(?:^|[.:;,] (?:or |and |then )?)(?:${verbs}|(?:Roles|Channels|Intents|Those|The \\w+) are \`)|\\b(?:must|can) be (?:a|\`)`,
  'i',
);

/** Faults of JSON say what is missing or expected where they are, and fixes put it there. */
const faultOfJson =
  /\b(?:is|are) (?:missing|expected)|needs double quotes|is written|as JSON writes|JSON (?:has no|allows no|writes)|nothing is open|follows the JSON|ends too early/;

const everything = Object.fromEntries(allRules.map(({ code }) => [code, 'hint'] as const));

interface Sample {
  readonly text: string;
  readonly dialect: AnyDialectId | undefined;
}

const folder = join(root, 'docs/rules');
const pages = readdirSync(folder).flatMap((file): Sample[] =>
  documentsIn(readFileSync(join(folder, file), 'utf8')).filter(({ jinja }) => !jinja),
);
const cases = rows.flatMap(({ language, negative }): Sample[] =>
  negative?.executable ? [{ text: negative.text, dialect: language as AnyDialectId }] : [],
);

/** The messages of all samples, each once, by code. */
function messagesOf(samples: readonly Sample[]): Map<string, Set<string>> {
  const byCode = new Map<string, Set<string>>();
  for (const { text, dialect } of samples) {
    const options = { levels: everything, ...(dialect && { dialect }) };
    for (const { code, message } of check(text, options)) {
      const messages = byCode.get(code) ?? new Set();
      byCode.set(code, messages.add(message));
    }
  }
  return byCode;
}

const shown = messagesOf([...pages, ...cases]);

suite('the remedy', () => {
  test('messages of nearly all codes are shown', () => {
    const codes = new Set(allRules.map(({ code }) => code));
    assert.ok(shown.size > 100 && shown.size <= codes.size, String(shown.size));
  });

  for (const [code, messages] of [...shown].sort()) {
    test(code, () => {
      const record = records[code];
      const lacking = [...messages].filter(
        (message) => !(remedy.test(message) || record?.test(message) || faultOfJson.test(message)),
      );
      assert.deepEqual(lacking, []);
    });
  }
});
