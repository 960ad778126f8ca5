/** What is converted is read back as it was, but for what is said to be lost: exactly that. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Utterance } from '../../server/src/convert/conversation.ts';
import { type TargetName, targetNames } from '../../server/src/convert/forms.ts';
import { convertMessages, type Note } from '../../server/src/convert/index.ts';
import { Notes } from '../../server/src/convert/notes.ts';
import { inOrderOfCalls } from '../../server/src/convert/pairs.ts';
import { mayHoldParts, partsIn } from '../../server/src/convert/read/parts.ts';
import { readTranscript } from '../../server/src/convert/read/text.ts';
import { readValue } from '../../server/src/convert/read/value.ts';
import { asMessage } from '../../server/src/model/json/as-message.ts';
import { families } from '../../server/src/syntax/families/index.ts';
import { readJson } from '../../server/src/syntax/json/read.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { saidBy } from '../../server/src/write/index.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { differing, documents } from './convert-samples.ts';
import { text } from './write-samples.ts';

const runs = howMany(300);
const seed = seedOf(20_250_801);

const style = { row: true, keepNames: false, bos: undefined, from: undefined };
const open = (text: string) => new Transcript('test:', 'ocml', 0, text, { dialect: 'openchatml-2.2' });

/** What an output says, read again. */
function readBack(output: { text: string } | { value: unknown }, to: TargetName): readonly Utterance[] {
  const notes = new Notes();
  if ('text' in output) {
    const transcript = new Transcript('test:', 'ocml', 0, output.text, { dialect: to as 'harmony' });
    const { messages } = readTranscript(transcript, notes);
    assert.deepEqual(notes.all, []);
    return messages;
  }
  const { conversations } = readValue(readJson(JSON.stringify(output.value)), { from: to }, true, notes);
  assert.deepEqual(notes.all, []);
  return conversations[0]?.messages ?? [];
}

/** The messages that are still to be found, in the order in which they are written: where calls lack ids, that of replies says whose they are. */
function expected(messages: readonly Utterance[], to: TargetName, notes: readonly Note[]): Utterance[] {
  const about = (part: string) => new Set(notes.filter((note) => note.part === part).map(({ of }) => of?.whole.start));
  const [gone, moved] = [about('message'), about('order')];
  const left = messages.filter(({ places }) => !gone.has(places.whole.start));
  if (moved.size === 0) return joined(left, about('joined'));
  return [...inOrderOfCalls(left, to !== 'llama3', new Notes())];
}

/** Thoughts that are joined with the one before them are one. */
function joined(messages: readonly Utterance[], starts: ReadonlySet<number | undefined>): Utterance[] {
  const found: Utterance[] = [];
  for (const one of messages) {
    const last = found.at(-1);
    if (!starts.has(one.places.whole.start) || last === undefined) found.push(one);
    else {
      const text = [last, one].map(({ pieces }) =>
        pieces.flatMap(({ kind, text }) => (kind === 'token' ? [] : text)).join(''),
      );
      const marks = last.pieces.filter(({ kind }) => kind === 'token');
      found[found.length - 1] = { ...last, pieces: [...marks, { kind: 'text', text: text.join('\n\n') }] };
    }
  }
  return found;
}

for (const to of targetNames) {
  suite(to, () => {
    test('what differs is what is said to be lost', () => {
      let converted = 0;
      fc.assert(
        fc.property(documents, (text) => {
          const { output, notes } = convertMessages(open(text), { ...style, to });
          const { messages } = readTranscript(open(text), new Notes());
          if (output === undefined) {
            assert.ok(notes.some(({ kind }) => kind === 'refused'));
            return;
          }
          // What reads as a thought or a call is another message, or several.
          if (notes.some(({ part }) => part === 'tags')) return;
          converted++;
          const read = readBack(output, to);
          const wanted = expected(messages, to, notes);
          const show = () => `${JSON.stringify(output)}\n${JSON.stringify(notes)}`;
          assert.equal(read.length, wanted.length, show());
          for (const [i, one] of wanted.entries()) {
            const lost = new Set(
              notes.flatMap(({ kind, part, of }) => (kind === 'loss' && of && same(of, one) && part ? [part] : [])),
            );
            lost.delete('order');
            assert.deepEqual([...differing(one, read[i])].sort(), [...lost].sort(), `${i} ${show()}`);
          }
        }),
        { numRuns: runs, seed },
      );
      assert.ok(converted > runs / 4, `only ${converted} documents were converted`);
    });
  });
}

/** Each reading has places of its own: the same message stands at the same place. */
const same = (of: NonNullable<Note['of']>, { places }: Utterance) =>
  of.whole.start === places.whole.start && of.whole.end === places.whole.end;

test('a quick look misses no thought, call or reply in a content', () => {
  const fragment = fc.oneof(
    text,
    fc.constantFrom(
      '<think>',
      '</think>',
      '<thinking',
      'think>',
      '<tool_call>',
      '</tool_cal>',
      '< / think >',
      '＜think＞',
    ),
    fc.constantFrom(
      '<|start_reason|>',
      '<|function_call|>{"name":"f"}',
      '|im_end|',
      '<div>',
      'a < b',
      '<tools>',
      '`<think>`',
    ),
  );
  const contents = fc.array(fragment, { maxLength: 4 }).map((parts) => parts.join(' '));
  let quick = 0;
  fc.assert(
    fc.property(contents, fc.constantFrom('assistant', 'user', 'system', 'tool'), (content, role) => {
      if (mayHoldParts(content)) return;
      quick++;
      const span = { start: 0, end: content.length };
      const read = asMessage({
        ...span,
        role,
        roleSpan: span,
        content,
        open: false,
        family: families['openchatml-0.1'],
      });
      const places = { whole: span, of: () => span, body: () => span };
      const whole = { ...saidBy(read), places };
      assert.deepEqual(partsIn(read, whole, new Notes()), [], content);
    }),
    { numRuns: runs * 5, seed },
  );
  assert.ok(quick > runs, `only ${quick} are told by it`);
});
