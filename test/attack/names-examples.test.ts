/** Names that every object inherits, in the documents in which they once caused faults. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openDocument } from '../../server/src/documents/document.ts';
import { jsonFeatures } from '../../server/src/features/json/features.ts';
import { SymbolKind } from '../../server/src/features/support/kinds.ts';
import { type UserView, userView } from '../../server/src/features/user-view.ts';
import type { AnyDialectId } from '../../server/src/grammar/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { start } from '../lsp/client.ts';
import { check } from '../support/check.ts';
import { offered } from '../unit/features-check.ts';
import { leaked, names } from './names/words.ts';

const meta = '<meta http-equiv=refresh content="0;url=//a.b">';
interface Symbol {
  readonly name: string;
  readonly kind: number;
}

const settings = { strict: false, levels: {} };

function viewOf(text: string, dialect: AnyDialectId): UserView {
  const params = { textDocument: { uri: 'test:' } };
  const document = openDocument('test:', 'ocml', 1, text, dialect);
  if (document instanceof Transcript) return userView.run(document, params);
  return jsonFeatures['ocml/userView']?.(document, params, () => settings) as UserView;
}

/** User messages whose content has a type with this name. */
const typed: readonly (readonly [AnyDialectId, (name: string) => string])[] = [
  ['openchatml-2.2', (name) => `<|start|>user content_type=${name}<|message|>${meta}<|end|>`],
  ['openchatml-2.2', (name) => `<|start|>assistant<|channel|>final<|constrain|>${name}<|message|>${meta}<|return|>`],
  ['openchatml-json', (name) => JSON.stringify([{ role: 'user', content_type: name, content: meta }])],
];

for (const name of names) {
  test(`${name} as a content type: the body is text`, () => {
    for (const [dialect, write] of typed) {
      const { messages } = viewOf(write(name), dialect);
      assert.equal(messages.length, 1, write(name));
      assert.equal(messages[0]?.text, meta);
      assert.match(messages[0]?.html ?? '', /^<p[^<>]*>&lt;meta http-equiv=refresh [^<>]*&gt;<\/p>\s*$/);
    }
  });

  test(`${name} as an attribute: it has no values to offer`, () => {
    assert.deepEqual(offered(`<|start|>assistant ${name}=$0`), []);
  });

  test(`${name} as a JSON role: the outline names it`, () => {
    const document = openDocument('test:', 'json', 1, JSON.stringify([{ role: name, content: 'Hi' }]), 'messages');
    assert.ok(!(document instanceof Transcript));
    const [symbol] = jsonFeatures['textDocument/documentSymbol']?.(document, {}, () => settings) as Symbol[];
    assert.deepEqual([symbol?.name, symbol?.kind], [name, SymbolKind.String]);
  });

  test(`${name} as a role of 0.1: no role is meant`, () => {
    const [problem] = check(`<|im_start|>${name}\nHi<|im_end|>`, { dialect: 'openchatml-0.1' });
    assert.equal(problem?.code, 'E-PARSE-HEADER');
    assert.ok(problem.message.includes(`\`${name}\``), problem.message);
    assert.doesNotMatch(JSON.stringify(problem), leaked);
  });

  const declarations: readonly (readonly [AnyDialectId, (given: string) => string])[] = [
    [
      'openchatml-2.2',
      (given) =>
        `<|start|>developer<|message|># Tools\n## functions\nnamespace functions {\ntype f = (_: { ${name}: string }) => any;\n}<|end|><|start|>assistant to=functions.f call_id=a<|channel|>commentary<|constrain|>json<|message|>${given}<|call|>`,
    ],
    [
      'openchatml-0.1',
      (given) =>
        `<|im_start|>system\n<|function_list|>\n${JSON.stringify(schemaWith(name))}<|im_end|>\n<|im_start|>assistant\n<|function_call|>\n{"name": "f", "arguments": ${given}}<|im_end|>`,
    ],
    [
      'messages',
      (given) =>
        JSON.stringify({
          tools: [schemaWith(name)],
          messages: [
            {
              role: 'assistant',
              content: null,
              tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: given } }],
            },
          ],
        }),
    ],
  ];
  test(`${name} as a declared parameter: it is checked`, () => {
    for (const [dialect, write] of declarations) {
      const told = (given: string) =>
        check(write(given), { dialect })
          .filter(({ code }) => code === 'E-CALL-SCHEMA')
          .map(({ message }) => message);
      assert.deepEqual(told(`{"${name}": "x"}`), [], dialect);
      assert.match(told(`{"${name}": 1}`).join(), new RegExp(`\`${name}\` is declared as \`string\``), dialect);
      assert.match(told('{}').join(), new RegExp(`lack \`${name}: string\``), dialect);
    }
  });

  test(`${name} as a parameter that is not declared: it is named`, () => {
    const declared = JSON.stringify(schemaWith('place'));
    const text = `<|im_start|>system\n<|function_list|>\n${declared}<|im_end|>\n<|im_start|>assistant\n<|function_call|>\n{"name": "f", "arguments": {"place": "x", "${name}": 1}}<|im_end|>`;
    const messages = check(text, { dialect: 'openchatml-0.1' }).map(({ message }) => message);
    assert.ok(
      messages.some((message) => message.includes(`no parameter \`${name}\``)),
      messages.join('\n'),
    );
  });
}

function schemaWith(name: string) {
  const properties = Object.fromEntries([[name, { type: 'string' }]]);
  const parameters = { type: 'object', properties, required: [name], additionalProperties: false };
  return { type: 'function', function: { name: 'f', description: 'Does it.', parameters } };
}

test('the server gives a view of all of them, and fails in none', { timeout: 60_000 }, async () => {
  const client = await start();
  for (const name of names) {
    for (const [index, [dialect, write]] of typed.entries()) {
      const uri = `file:///${name}-${index}.${dialect === 'openchatml-json' ? 'ocml.json' : 'ocml'}`;
      client.open(uri, write(name));
      const view = await client.ask<UserView | null>('ocml/userView', uri);
      assert.equal(view?.messages[0]?.text, meta, uri);
    }
  }
  assert.deepEqual(client.log, []);
  await client.stop();
});
