/**
 * A file that the server receives in pieces as it grows is read as if it arrived as a whole. Only the end of a long file is kept, and
 * hidden text in it stays hidden.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import '../support/seeded.ts';
import { Checker } from '../../server/src/checker/index.ts';
import { openDocument } from '../../server/src/documents/document.ts';
import { features } from '../../server/src/features/index.ts';
import { jsonFeatures } from '../../server/src/features/json.ts';
import type { UserView } from '../../server/src/features/user-view.ts';
import { createDocuments } from '../../server/src/lsp/documents.ts';
import { createFollowed } from '../../server/src/lsp/followed.ts';
import { defaults } from '../../server/src/lsp/settings.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { howMany } from '../support/effort.ts';

function server() {
  const documents = createDocuments(() => defaults);
  return { documents, followed: createFollowed(documents) };
}

/** The checkers of the documents. As in the server, each follows the edits of its document. */
const checkers = new WeakMap<Transcript, Checker>();
function checkerOf(document: Transcript): Checker {
  const checker = checkers.get(document) ?? new Checker(document, { strict: false, levels: {} });
  checkers.set(document, checker);
  checker.update();
  return checker;
}

const userView = features.find(({ method }) => method === 'ocml/userView');

function viewOf(document: ReturnType<ReturnType<typeof server>['documents']['get']>): UserView {
  const end = document?.positionAt(document.length);
  const params = { textDocument: { uri: document?.uri }, around: end, limit: 50 };
  if (document instanceof Transcript) return userView?.run(document, params, () => checkerOf(document)) as UserView;
  const json = new Map(Object.entries(jsonFeatures())).get('ocml/userView');
  return json?.(document as never, params, () => defaults as never) as UserView;
}

const texts = ({ messages }: UserView) => messages.map(({ role, text }) => `${role}: ${text}`);

const samples: Readonly<Record<string, string>> = {
  'a.ocml':
    'version: 2.2\n<|start|>user<|message|>Hi <\\|end\\|> 😀<|end|>\n<|start|>assistant<|channel|>analysis<|message|>CANARY<|end|>\n<|start|>assistant<|channel|>final<|message|>\r\n<|literal|><|start|>x<|endliteral|> there<|end|>\n',
  'a.harmony':
    '<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>analysis<|message|>CANARY<|end|><|start|>assistant<|channel|>final<|message|>Hello<|return|>',
  'a.chatml': '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>CANARY</think>Hello<|im_end|>\n',
  'a.llama3': '<|begin_of_text|><|start_header_id|>user<|end_header_id|>\n\nHi<|eot_id|>',
  'a.messages.jsonl': '[{"role": "user", "content": "Hi"}]\n[{"role": "user", "content": "Once more"}]\n',
  'b.jsonl': '{"messages": [{"role": "user", "content": "Hi"}]}\n{"messages": [{"role": "user", "content": "2"}]}\n',
};

test('in any pieces, it is read as it would be whole', () => {
  const sizes = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.constantFrom(...Object.entries(samples)), sizes, fc.boolean(), ([name, sample], pieces, atOnce) => {
      const { documents, followed } = server();
      const uri = `file:///${name}#followed-1`;
      const whole = sample.repeat(3);
      const languageId = name.endsWith('l') && name.includes('json') ? 'json' : 'ocml';
      followed.feed(uri, '', languageId, { keeps: 'all', more: atOnce });
      for (let at = 0, i = 0; at < whole.length; i++) {
        const size = pieces[i % pieces.length] as number;
        // If `atOnce` is set, the first half is read only when it is complete. Every later piece is read as it arrives.
        const more = atOnce && at + size < whole.length / 2;
        const fed = followed.feed(uri, whole.slice(at, at + size), undefined, { more });
        assert.deepEqual(fed?.tooLong, false);
        // A view is requested now and then, so that the checker of the document has to follow the edits.
        if (i % 3 === 0) viewOf(documents.get(uri));
        at += size;
      }
      const read = documents.get(uri);
      const fresh = openDocument(
        `file:///${name}`,
        languageId,
        1,
        whole,
        name.includes('messages') ? 'messages' : undefined,
      );
      assert.equal(read?.getText(), whole);
      assert.deepEqual(texts(viewOf(read)), texts(viewOf(fresh)));
      assert.equal(viewOf(read).faulty, viewOf(fresh).faulty);
    }),
    { numRuns: howMany(400) },
  );
});

suite('of a long one', () => {
  for (const [name, sample] of Object.entries(samples)) {
    test(`the end is kept, and shows what it shows in the whole: ${name}`, () => {
      const { documents, followed } = server();
      const uri = `file:///${name}#followed-1`;
      const languageId = name.endsWith('l') && name.includes('json') ? 'json' : 'ocml';
      const [, header = '', one = ''] = /^(version: 2\.2\n)?([\s\S]*)$/.exec(sample) ?? [];
      const piece = one.repeat(Math.ceil(300_000 / one.length));
      let dropped = 0;
      followed.feed(uri, header, languageId);
      for (let i = 0; i < 20; i++) {
        const fed = followed.feed(uri, piece, undefined);
        assert.ok(fed && !fed.tooLong && fed.dropped >= dropped);
        dropped = fed.dropped;
        assert.ok((documents.get(uri)?.length ?? 0) <= 4_000_000);
      }
      assert.ok(dropped > 1000);
      const shown = texts(viewOf(documents.get(uri)));
      const fresh = openDocument(
        uri,
        languageId,
        1,
        header + piece,
        name.includes('messages') ? 'messages' : undefined,
      );
      assert.deepEqual(shown.slice(-10), texts(viewOf(fresh)).slice(-10));
      assert.doesNotMatch(shown.join('\n'), /CANARY/);
      followed.forget(uri);
      assert.equal(documents.get(uri), undefined);
    });
  }

  test('one message that is too long ends it, and nothing of it is shown that was not', () => {
    const { documents, followed } = server();
    const uri = 'file:///a.chatml#followed-1';
    followed.feed(uri, '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n<think>', 'ocml');
    let fed = followed.feed(uri, '', undefined);
    for (let i = 0; i < 50 && fed?.tooLong === false; i++)
      fed = followed.feed(uri, 'CANARY '.repeat(20_000), undefined);
    assert.deepEqual([fed?.tooLong, fed?.dropped], [true, 1]);
    assert.doesNotMatch(texts(viewOf(documents.get(uri))).join('\n'), /CANARY/);
  });

  test('JSON that is not a lines cannot lose its beginning', () => {
    const { followed } = server();
    const uri = 'file:///a.messages.json#followed-1';
    followed.feed(uri, '[\n', 'json');
    const row = '{"role": "user", "content": "Some words."},\n'.repeat(50_000);
    const feds = [row, row, row].map((text) => followed.feed(uri, text, undefined));
    assert.deepEqual(
      feds.map((fed) => [fed?.tooLong, fed?.dropped]),
      [
        [false, 0],
        [true, 0],
        [true, 0],
      ],
    );
  });
});
