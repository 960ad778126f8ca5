/** While an agent writes the log of a session, the log is read as if it were complete, and nothing is read twice. */
import '../../support/seeded.ts';
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { createDocuments } from '../../../server/src/lsp/documents.ts';
import { createFollowed } from '../../../server/src/lsp/followed.ts';
import { defaults } from '../../../server/src/lsp/settings.ts';
import { messagesOf } from '../../../server/src/model/json/message.ts';
import type { JsonDocument } from '../../../server/src/syntax/json/document.ts';
import { type JsonUnit, readUnit } from '../../../server/src/syntax/json/json-unit.ts';
import { ask } from '../../attack/leaks/views.ts';
import { branches, chain, compaction, parallel } from '../../support/sessions/claude-code.ts';
import { compacted, rolledBack, rollout } from '../../support/sessions/codex.ts';
import { pis } from '../../support/sessions/others.ts';
import { randomSession } from '../../support/sessions/random.ts';
import { openSession } from '../../support/sessions/telling.ts';

const logs = { parallel, branches, compaction, rollout, compacted, rolledBack, pi: pis.branches };

const unitOf = (document: JsonDocument) => document.units[0] as JsonUnit;
const put = (document: JsonDocument, from: number, to: number, text: string) =>
  document.update(
    [{ range: { start: document.positionAt(from), end: document.positionAt(to) }, text }],
    document.version + 1,
  );

/** Returns everything that the views of a document show, regardless of its version. */
const shownIn = (document: JsonDocument) =>
  [{}, { debug: true }, { debug: true, branch: 'all' }].map((params) => ({ ...ask(document, params), version: 0 }));

suite('a log that grows', () => {
  for (const [name, log] of Object.entries(logs))
    test(`${name}: in any pieces, it is read as it would be whole`, () => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 8 }), (sizes) => {
          const first = log.indexOf('\n', log.indexOf('\n') + 1) + 1;
          const document = openSession(log.slice(0, first));
          let at = first;
          for (let i = 0; at < log.length; i++) {
            const to = Math.min(log.length, at + (sizes[i % sizes.length] as number));
            put(document, document.length, document.length, log.slice(at, to));
            at = to;
            if (i % 3 !== 1) assert.deepEqual(shownIn(document), shownIn(openSession(log.slice(0, at))));
          }
          assert.deepEqual(shownIn(document), shownIn(openSession(log)));
        }),
        { numRuns: 12 },
      );
    });

  test('a change anywhere is read as it would be in a new document', () => {
    fc.assert(
      fc.property(randomSession('claude-code'), fc.nat(), fc.nat(30), fc.string(), ({ text }, at, length, added) => {
        const document = openSession(text);
        if (!document.records) return;
        ask(document, { debug: true });
        const from = at % text.length;
        put(document, from, Math.min(text.length, from + length), added);
        const now = document.getText();
        const fresh = openSession(now);
        if (fresh.records) assert.deepEqual(shownIn(document), shownIn(fresh), now);
      }),
      { numRuns: 100 },
    );
  });

  test('what was read once is the same afterwards, and only what is appended is new', () => {
    const whole = chain(400);
    const end = whole.lastIndexOf('\n', whole.length - 2) + 1;
    const document = openSession(whole.slice(0, end));
    const { root } = readUnit(unitOf(document));
    const before = messagesOf(unitOf(document), document.dialect);
    put(document, end, end, whole.slice(end));
    const now = readUnit(unitOf(document)).root;
    const [old, items] = [root, now].map((node) => (node?.kind === 'array' ? node.items : []));
    assert.equal(items?.length, 400);
    assert.ok(old?.every((item, i) => item === items?.[i]));
    const after = messagesOf(unitOf(document), document.dialect);
    assert.equal(after.length, before.length + 1);
    assert.ok(before.every((message, i) => message === after[i]));
  });

  test('a torn last line is nothing, and is read once it is whole', () => {
    const whole = chain(4);
    const document = openSession(whole.slice(0, whole.length - 30));
    assert.equal(ask(document, {}).messages.length, 3);
    put(document, document.length, document.length, whole.slice(-30));
    assert.equal(ask(document, {}).messages.length, 4);
  });

  test('followed for so long that only the end is kept, it stays the log of a session', () => {
    const documents = createDocuments(() => defaults);
    const followed = createFollowed(documents);
    const uri = 'file:///s.jsonl#followed-1';
    const one = chain(1_000);
    const piece = (i: number) =>
      one
        .replaceAll(/"([nm])(\d+)"/g, (_, kind, n) => `"${kind}${i}-${n}"`)
        .replace('"parentUuid":null', i === 0 ? '"parentUuid":null' : `"parentUuid":"n${i - 1}-999"`)
        .replaceAll('"Question', '"<system-reminder>HIDDEN');
    followed.feed(uri, piece(0), 'json');
    let dropped = 0;
    for (let i = 1; i < 16; i++) dropped = followed.feed(uri, piece(i), undefined)?.dropped ?? 0;
    assert.ok(dropped > 0);
    const document = documents.get(uri) as JsonDocument;
    assert.equal(document.shape, 'session');
    const end = document.positionAt(document.length);
    const view = ask(document, { around: end, limit: 20 });
    assert.equal(view.messages.at(-1)?.text, 'Answer 999');
    assert.ok(!JSON.stringify(ask(document, {})).includes('HIDDEN'));
    assert.equal(document.lineCount - 1 + dropped, 16_000);
  });
});
