/** Reading and writing are inverse operations: in every family, a message that is written is read back unchanged. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { message } from '../../server/src/model/message.ts';
import { has, Trait } from '../../server/src/syntax/block.ts';
import { dialectOfFile } from '../../server/src/syntax/dialect.ts';
import { type Family, families } from '../../server/src/syntax/families/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { draftOf, isRefusal, type MessageDraft, write, writeMessage } from '../../server/src/write/index.ts';
import { canonical, replyRole } from '../../server/src/write/message-draft.ts';
import { caseOf, rows, sides } from '../conformance/expectations.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { root } from '../support/root.ts';
import { samples } from './random-edits.ts';
import { saidIn } from './write-samples.ts';

const runs = howMany(300);
const seed = seedOf(20_250_801);

/** Returns the parts of a message that are compared. */
const state = ({ source, attributes, ...said }: MessageDraft) => ({ ...said, attributes: [...attributes] });

const profile = 'version: 2.2\nprofiles:\n  harmony:\n    enabled: true\n';

/** Returns the messages of a document. */
function messagesIn(transcript: Transcript): MessageDraft[] {
  return [...transcript.blocks].filter(({ kind }) => kind === 'message').map((block) => draftOf(message(block)));
}

function open(family: Family, text: string): Transcript {
  const before = family.has.profile ? profile : '';
  const transcript = new Transcript('test:', 'ocml', 0, before + text, { dialect: family.dialect });
  assert.equal(transcript.family.id, family.id);
  return transcript;
}

/** Text that a family cannot express. The patterns follow only the specifications, to check when a message must be refused. */
const unsayable: Readonly<Record<string, RegExp>> = {
  'openchatml-2.2': /(?!)/,
  'openchatml-2.2+harmony': /(?!)/,
  harmony: /<\|(?:start|channel|constrain|message|end|call|return)\|>/,
};
/**
 * In plain frames, text that contains a token may be impossible to express. If bodies can be calls, this is also true of text that looks
 * like a call.
 */
const unsayableIn = ({ id, has }: Family): RegExp =>
  has.plainFrames ? (has.bodyCalls ? /<\|\w+\|>|"name"/ : /<\|\w+\|>/) : (unsayable[id] as RegExp);
const badValue = /^$|[\0-\x20\x7f<]|^["'“]/;

for (const family of Object.values(families)) {
  suite(family.id, () => {
    test('what is written reads as what was said, among others', () => {
      let written = 0;
      fc.assert(
        fc.property(
          fc.array(saidIn(family), { minLength: 1, maxLength: 3 }),
          fc.constantFrom('\n', '\r\n', '\r'),
          (list, lineBreak) => {
            const texts = list.map((said) => writeMessage(said, family, lineBreak));
            const sayable = list.filter(
              (said, i) => !isRefusal(texts[i] as string) && (said.terminator !== undefined || i === list.length - 1),
            );
            const document = texts.filter(
              (text, i) => typeof text === 'string' && sayable.includes(list[i] as MessageDraft),
            ) as string[];
            const gap = family.frame.between;
            written += document.length;
            assert.deepEqual(
              messagesIn(open(family, document.join(gap))).map(state),
              sayable.map((said) => state(canonical(said, family))),
            );
          },
        ),
        { numRuns: runs, seed },
      );
      assert.ok(
        written > runs / 10,
        `of ${runs} documents, only ${written} messages could be written: what test/unit/write-samples.ts makes up is mostly not for ${family.name}`,
      );
    });

    test('only what cannot be said is refused, with its place', () => {
      fc.assert(
        fc.property(saidIn(family), (said) => {
          const refusal = writeMessage(said, family);
          if (!isRefusal(refusal)) return;
          const { part, start, end } = refusal;
          const text = said.pieces.map((piece) => piece.text).join('');
          const value = part === 'body' ? text : (said.attributes.get(part) ?? '');
          assert.ok(start >= 0 && start <= end && end <= Math.max(value.length, 20), JSON.stringify(refusal));
          if (part !== 'body') {
            const known = family.attributes.map(({ name }) => name);
            const odd =
              !family.roles.some(({ name }) => name === said.role) ||
              [...said.attributes].some(([key, one]) => badValue.test(one) || !known.includes(key)) ||
              badValue.test(said.constraint ?? 'x') ||
              said.channel === 'Final' ||
              (!family.has.channels && said.constraint !== undefined) ||
              family.id === 'harmony';
            assert.ok(odd, JSON.stringify([part, state(said), refusal]));
          } else if (said.pieces.every(({ kind }) => kind === 'text')) {
            assert.match(text, unsayableIn(family), JSON.stringify(refusal));
          }
        }),
        { numRuns: runs * 3, seed },
      );
    });

    test('of any other family, nothing throws', () => {
      fc.assert(
        fc.property(fc.oneof(...Object.values(families).map(saidIn)), (said) => {
          const text = writeMessage(said, family);
          if (typeof text !== 'string') return;
          assert.deepEqual(messagesIn(open(family, text)).map(state), [state(canonical(said, family))]);
        }),
        { numRuns: runs, seed },
      );
    });
  });
}

/** Asserts that every message of a document is written unchanged, unless its header has a fault. Each body must be copied byte for byte. */
function rewritten(text: string, transcript: Transcript): { readonly all: number; readonly refused: number } {
  const { family } = transcript;
  let [all, refused] = [0, 0];
  for (const block of transcript.blocks) {
    if (block.kind !== 'message') continue;
    const read = message(block);
    const said = draftOf(read);
    const written = write(said, family);
    all++;
    if (isRefusal(written)) {
      refused++;
      const odd =
        read.header.faults.length > 0 || read.header.foreign || unusual(said, family) || !has(block, Trait.HasMessage);
      assert.ok(odd, `${JSON.stringify(written)} in ${JSON.stringify(block.text)} of ${JSON.stringify(text)}`);
      continue;
    }
    if (has(block, Trait.HasMessage)) assert.equal(written.body, said.source?.text, block.text);
    const again = messagesIn(open(family, written.header + written.body + written.terminator));
    assert.deepEqual(again.map(state), [state(said)]);
  }
  return { all, refused };
}

/** Whether a header is misread by Harmony's parser, or has a value that cannot be written. */
function unusual({ role, attributes, constraint }: MessageDraft, family: Family): boolean {
  const odd = [...attributes].some(
    ([key, value]) => badValue.test(value) || !family.attributes.some(({ name }) => name === key),
  );
  const places = ['to', 'name', 'content_type'];
  const misread =
    [...attributes.keys()].some((key) => !places.includes(key)) ||
    (attributes.has('content_type') && (constraint !== undefined || !attributes.has('to')));
  return (
    odd ||
    (family.id === 'harmony' && misread) ||
    (!family.roles.some(({ name }) => name === role) && role !== replyRole(family))
  );
}

test('every message of the cases and the fixtures', () => {
  const texts = rows.flatMap((row) =>
    sides.flatMap((side) => {
      const one = caseOf(row, side);
      const dialect = Object.values(families).find((family) => family.dialect === one?.language)?.dialect;
      return one && dialect ? [{ text: one.text, dialect }] : [];
    }),
  );
  const folder = join(root, 'test/conformance/fixtures');
  for (const file of readdirSync(folder)) {
    const text = readFileSync(join(folder, file), 'utf8');
    texts.push({ text, dialect: dialectOfFile(file) ?? new Transcript(file, 'ocml', 0, text).dialect });
  }
  let [all, refused] = [0, 0];
  for (const { text, dialect } of texts) {
    const found = rewritten(text, new Transcript('test:', 'ocml', 0, text, { dialect }));
    all += found.all;
    refused += found.refused;
  }
  assert.ok(all > 500 && refused < all / 20, `${refused} of ${all}`);
});

test('every message of random documents', () => {
  fc.assert(
    fc.property(samples({ maxLength: 8 }), ({ text, choice }) => {
      rewritten(text, new Transcript('test:', 'ocml', 0, text, choice ? { dialect: choice } : {}));
    }),
    { numRuns: runs * 3, seed },
  );
});
