/** Formats that are not supported families, but are described by rows of facts. After an edit, the blocks are those of a new parse. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { DialectId, RoleFact, TokenFact } from '../../server/src/grammar/index.ts';
import { type Block, sameBlock } from '../../server/src/syntax/block.ts';
import type { Family } from '../../server/src/syntax/families/family.ts';
import { plainFamily } from '../../server/src/syntax/families/plain-family.ts';
import type { PlainFrame } from '../../server/src/syntax/families/scan-plain-frames.ts';
import { messageHeader } from '../../server/src/syntax/message-header.ts';
import { changeOf, rescan } from '../../server/src/syntax/rescan.ts';
import { BlockSequence } from '../../server/src/syntax/sequence.ts';

const token = (text: string, kind: TokenFact['kind'], more: Partial<TokenFact> = {}): TokenFact => ({
  ...{ text, kind, name: /[\p{L}_▁]+/u.exec(text)?.[0] ?? text, places: [], doc: '', section: '', scope: '' },
  ...more,
});
const opener = (text: string, role: string, more: Partial<TokenFact> = {}) => token(text, 'opener', { role, ...more });
const role = (name: string): RoleFact => ({
  ...{ name, rank: 1, visible: true, next: 'user', doc: '', section: '', scope: '' },
});

function family(name: string, frame: PlainFrame, others: readonly TokenFact[] = []): Family {
  const tokens = [...frame.openers, ...frame.terminators, ...others];
  return plainFamily({
    ...{ id: name as DialectId, name, has: [], frame, roleMeant: {}, attributes: [], tokens, settles: [] },
    roles: ['system', 'user', 'assistant', 'model', 'tool'].map(role),
  });
}

const usual = { breaksBefore: 0, breakAfter: false, between: '' } as const;
const middle = token('<|im_middle|>', 'part');
const next = { endsWithNext: true } as const;

/** A family, a text in it, and the role and body of each message of the text. */
const rows: readonly (readonly [Family, string, ...(readonly [string, string])[]])[] = [
  [
    family('Gemma', {
      ...{ ...usual, breakAfter: false, between: '\n' },
      openers: [token('<start_of_turn>', 'opener')],
      headerEnd: 'line break',
      terminators: [token('<end_of_turn>', 'terminator')],
    }),
    '<bos><start_of_turn>user\nHi <b>you</b><end_of_turn>\n<start_of_turn>model\nHello<end_of_turn>\n',
    ['user', 'Hi <b>you</b>'],
    ['model', 'Hello'],
  ],
  [
    family('DeepSeek', {
      ...usual,
      openers: [opener('<｜User｜>', 'user', next), opener('<｜Assistant｜>', 'assistant')],
      headerEnd: 'opener',
      terminators: [token('<｜end▁of▁sentence｜>', 'terminator')],
    }),
    'Be kind.<｜User｜>Hi<｜Assistant｜>Hello<｜end▁of▁sentence｜><｜User｜>Oh<｜Assistant｜>',
    ['user', 'Hi'],
    ['assistant', 'Hello'],
    ['user', 'Oh'],
    ['assistant', ''],
  ],
  [
    family('GLM', {
      ...{ ...usual, breaksBefore: 1 },
      openers: ['system', 'user', 'assistant'].map((name) => opener(`<|${name}|>`, name)) as [TokenFact, TokenFact],
      headerEnd: 'opener',
      terminators: [],
    }),
    '[gMASK]<sop><|system|>\nBe kind.<|user|>\nHi<|assistant|>\nHello',
    ['system', 'Be kind.'],
    ['user', 'Hi'],
    ['assistant', 'Hello'],
  ],
  [
    family(
      'Kimi',
      {
        ...usual,
        openers: [
          opener('<|im_system|>', 'system'),
          opener('<|im_user|>', 'user'),
          opener('<|im_assistant|>', 'assistant'),
        ],
        headerEnd: middle,
        terminators: [token('<|im_end|>', 'terminator')],
      },
      [middle],
    ),
    '<|im_user|>Ann<|im_middle|>Hi<|im_end|><|im_assistant|>assistant<|im_middle|>Hello<|im_end|><|im_system|>tool<|im_middle|>1<|im_end|>',
    ['user', 'Hi'],
    ['assistant', 'Hello'],
    ['tool', '1'],
  ],
];

const fresh = (one: Family, text: string): Block[] => one.scan({ text, first: true, last: true }).blocks;

for (const [one, text, ...expected] of rows)
  suite(one.name, () => {
    test('is read by its facts', () => {
      const said = fresh(one, text).flatMap((block) =>
        block.kind === 'message'
          ? [[messageHeader(block).role?.name, block.text.slice(block.bodyStart, block.bodyEnd)]]
          : [],
      );
      assert.deepEqual(said, expected);
      for (const block of fresh(one, text))
        if (block.kind === 'message') assert.deepEqual(messageHeader(block).faults, []);
    });

    test('an edit gives what a fresh parse gives', () => {
      const { openers, terminators } = one.frame;
      const texts = [...openers, ...terminators].map((token) => token.text);
      const halves = texts.flatMap((whole) => [whole.slice(0, 4), whole.slice(4)]);
      const insert = fc.constantFrom(
        ...texts,
        ...halves,
        'user',
        '\n',
        '<',
        '<|',
        '<｜',
        'a',
        '',
        '<|end|>',
        middle.text,
      );
      const edit = fc.record({ at: fc.nat(), remove: fc.nat({ max: 8 }), insert });
      fc.assert(
        fc.property(fc.array(edit, { maxLength: 12 }), (edits) => {
          let now = text;
          const sequence = new BlockSequence(fresh(one, now));
          for (const { at, remove, insert: added } of edits) {
            const start = at % (now.length + 1);
            const end = Math.min(now.length, start + remove);
            now = now.slice(0, start) + added + now.slice(end);
            const found = rescan(sequence, [{ start, end, text: added }], one);
            if (found === undefined) {
              sequence.splice(0, sequence.length, fresh(one, now));
              continue;
            }
            for (const part of found) {
              const { index, removed, added: blocks } = changeOf(sequence, part);
              sequence.splice(index, removed.length, blocks);
            }
            const wanted = fresh(one, now);
            const got = [...sequence];
            assert.deepEqual(
              got.map((block) => block.text),
              wanted.map((block) => block.text),
            );
            assert.ok(
              got.every((block, i) => sameBlock(block, wanted[i] as Block) && block.bodyStart === wanted[i]?.bodyStart),
            );
          }
        }),
        { numRuns: 300 },
      );
    });
  });
