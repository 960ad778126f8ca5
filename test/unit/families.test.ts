/**
 * The facts and tables by family contain the differences between families of dialects. Therefore, no code compares a dialect with a name.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { targetNames } from '../../server/src/convert/forms.ts';
import { allDialects } from '../../server/src/grammar/index.ts';
import { roleFollows } from '../../server/src/model/visibility/hidden.ts';
import { type Family, families, rowsOf } from '../../server/src/syntax/families/index.ts';
import { commonStart } from '../../server/src/syntax/tokens/tokens.ts';
import { root } from '../support/root.ts';

/** The folders in which names of dialects are allowed: facts and families. */
const allowed = /^(?:grammar|syntax\/families)\//;

/** Names that bodies, fields and shapes also have. Only comparisons of a dialect with them count. */
const common = ['json', 'messages'];
/** JSON shapes, which are not dialects. */
const shapes = ['sharegpt', 'prompt-completion', 'preference', 'anthropic', 'responses'];
const names = [...new Set<string>([...allDialects, ...Object.keys(families), ...targetNames])].filter(
  (one) => !common.includes(one) && !shapes.includes(one),
);
const oneOf = (words: readonly string[]) =>
  `['"\`](?:${words.map((one) => one.replace(/[.+]/g, '\\$&')).join('|')})['"\`]`;
const name = oneOf(names);
const comparison = new RegExp(
  `[!=]==?\\s*${name}|${name}\\s*[!=]==?|\\bcase\\s+${name}|(?:includes|has|startsWith)\\(${name}\\)`,
);
const ofDialect = new RegExp(
  `dialect[^=!&|?]*[!=]==?\\s*${oneOf(common)}|${oneOf(common)}\\s*[!=]==?[^&|?]*dialect|\\bcase\\s+${oneOf(common)}`,
  'i',
);
/** Matches Booleans that are named after a dialect and so duplicate facts of its family. */
const flag = /\b(?:harmony|escapes|chatml|llama)\??: boolean\b|\bhas\.(?:harmony|openchatml|chatml|llama)\b/i;

function found(text: string): string[] {
  return text.split('\n').filter((line) => comparison.test(line) || ofDialect.test(line) || flag.test(line));
}

suite('dialects by name', () => {
  test('comparisons are found', () => {
    for (const line of [
      ...names.flatMap((one) => [
        `if (dialect === '${one}') return;`,
        `family.id !== "${one}"`,
        `'${one}' === dialect`,
        `case '${one}':`,
        `['a', 'b'].includes('${one}')`,
      ]),
      'function close(message: Message, harmony: boolean) {',
      'if (family.has.harmony) return;',
      "if (dialect === 'json') return;",
      "const of = dialectOf(reading, this.dialect) !== 'json' || isBroken;",
      "return unit !== undefined && (isUnchosen(dialect) ? dialectOf(readUnit(unit)) : dialect) === 'messages';",
      "if ('messages' !== this.dialect) return;",
      "case 'json':",
      "return read(root, { verbatim: from === 'harmony-json' });",
    ])
      assert.equal(found(line).length, 1, line);
    for (const one of names) assert.deepEqual(found(`const rows = { '${one}': of2x, other: of01 };`), []);
    assert.deepEqual(found("if (constraint === 'json' || this.shape === 'messages') return dialect;"), []);
  });

  test('there are none', () => {
    const folder = join(root, 'server/src');
    const files = (readdirSync(folder, { recursive: true }) as string[]).map((file) => file.replaceAll('\\', '/'));
    const all = files
      .filter((file) => file.endsWith('.ts') && !allowed.test(file))
      .flatMap((file) => found(readFileSync(join(folder, file), 'utf8')).map((line) => `${file}: ${line.trim()}`));
    assert.deepEqual(all, []);
  });
});

test('a family has the row of its facts, or one of its own', () => {
  const all = Object.values<Family>(families);
  const [plain, open] = [true, false].map((frames) => all.filter(({ has }) => has.plainFrames === frames));
  assert.ok(plain && plain.length > 1 && open && open.length > 1);
  const owners = [plain[0], open[0]] as Family[];
  const rows = rowsOf(
    ({ name }) => `open: ${name}`,
    ({ name }) => `plain: ${name}`,
    Object.fromEntries(owners.map(({ id }) => [id, 'its own'])),
  );
  const expected = all.map((family): [string, string] => {
    if (owners.includes(family)) return [family.id, 'its own'];
    return [family.id, `${plain.includes(family) ? 'plain' : 'open'}: ${family.name}`];
  });
  assert.deepEqual(Object.fromEntries(all.map((family) => [family.id, rows(family)])), Object.fromEntries(expected));
});

test('what is a role in any family, or meant as one, may begin a message wherever it follows an opener', () => {
  for (const { id, roles, roleMeant } of Object.values<Family>(families))
    for (const word of [...roles.map(({ name }) => name), ...Object.keys(roleMeant)])
      assert.ok(roleFollows(word, 0), `${id}: ${word}`);
  assert.ok(!roleFollows('weather tomorrow', 0));
});

test('a role of another format means a role that the family has', () => {
  for (const { id, roles, roleMeant } of Object.values<Family>(families))
    for (const [word, meant] of Object.entries(roleMeant))
      assert.ok(
        roles.some(({ name }) => name === meant),
        `${id}: ${word} means ${meant}, which is no role of this family`,
      );
});

test('tokens that do not begin with the same character are refused, since scanners hop by it', () => {
  assert.equal(commonStart([{ text: '<|end|>' }, { text: '</s>' }]), '<');
  assert.throws(() => commonStart([{ text: '<|end|>' }, { text: '[[end]]' }]), /<\|end\|> and \[\[end\]\]/);
});
