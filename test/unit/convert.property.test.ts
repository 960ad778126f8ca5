/** A converted text is read back unchanged except for the reported losses, all of which have occurred. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { type ConversationMessage, isAnswer, isPreamble, type Places } from '../../server/src/convert/conversation.ts';
import { inEnvelope } from '../../server/src/convert/envelope.ts';
import { dialectOfForm, type TargetName } from '../../server/src/convert/forms.ts';
import { jsonOf, type Note } from '../../server/src/convert/index.ts';
import { Notes } from '../../server/src/convert/notes.ts';
import { callsOfReplies, inOrderOfCalls } from '../../server/src/convert/pairs.ts';
import { mayHoldParts, partsIn } from '../../server/src/convert/read/parts.ts';
import { readTranscript } from '../../server/src/convert/read/text.ts';
import { readValue } from '../../server/src/convert/read/value.ts';
import { speeches } from '../../server/src/convert/turns.ts';
import type { WithoutIds } from '../../server/src/model/calls/pairing.ts';
import { asMessage } from '../../server/src/model/json/as-message.ts';
import { families } from '../../server/src/syntax/families/index.ts';
import { readJson } from '../../server/src/syntax/json/read.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { draftOf } from '../../server/src/write/index.ts';
import { conversationTargets } from '../support/convert.ts';
import { howMany, seedOf } from '../support/effort.ts';
import { differing } from './convert-samples.ts';
import { sources } from './convert-sources.ts';
import { text } from './write-samples.ts';

const runs = howMany(300);
const seed = seedOf(20_250_801);

/**
 * Reads an output back. Notes are allowed only if the source has the same form, because the output may then contain oddities of the source.
 */
function readBack(
  output: { text: string } | { value: unknown },
  to: TargetName,
  isSame: boolean,
): readonly ConversationMessage[] {
  const notes = new Notes();
  if ('text' in output) {
    const transcript = new Transcript('test:', 'ocml', 0, output.text, {
      dialect: dialectOfForm(to) as 'harmony',
    });
    const { messages } = readTranscript(transcript, notes);
    if (!isSame) assert.deepEqual(notes.all, []);
    return messages;
  }
  const { conversations } = readValue(readJson(jsonOf(output.value)), { from: to }, true, notes);
  // Two kinds of notes are ignored. Every log has a note on information that logs do not record, and the header of a trace is not a
  // message.
  const said = notes.all.filter(({ message }) => !/this log does not record|^`session` is dropped/.test(message));
  if (!isSame) assert.deepEqual(said, []);
  return conversations[0]?.messages ?? [];
}

/** Forms that name tools in headers. */
const byTool = new Set<string>(['openchatml-2.2', 'harmony', 'openchatml-json']);

/** Forms whose replies do not name tools. */
const byOrder = new Set<TargetName>(['llama3', 'hermes', 'sharegpt']);

const instructing = new Set(['system', 'developer']);

/**
 * Returns the messages that the output should have, in the order in which they are written. Calls without ids are paired with replies by
 * their order.
 */
function expected(
  messages: readonly ConversationMessage[],
  to: TargetName,
  notes: readonly Note[],
  withoutIds: WithoutIds,
): ConversationMessage[] {
  const about = (part: string) =>
    new Set(notes.filter((note) => note.part === part).map(({ of }) => of && placeOf(of)));
  const [gone, moved] = [about('message'), about('order')];
  const kept = messages.filter(({ places }) => !gone.has(placeOf(places)));
  // If a form keeps instructions next to the list of messages, all of them come before the messages.
  const isFirst = ({ role = '' }: ConversationMessage) => besides.has(to) && instructing.has(role);
  const left = [...kept.filter(isFirst), ...kept.filter((one) => !isFirst(one))];
  if (to === 'alpaca') return inPairs(joined(thoughtsFirst(left), about('joined')), about);
  if (moved.size === 0) return joined(left, about('joined'));
  if (to === 'atif') return joined(besideCalls(left, withoutIds), about('joined'));
  return [...inOrderOfCalls({ messages: left, withoutIds, idPrefix: '' }, !byOrder.has(to), new Notes())];
}

/** Puts replies directly after the turn of the assistant that has their calls. */
function besideCalls(messages: readonly ConversationMessage[], withoutIds: WithoutIds): ConversationMessage[] {
  const calls = callsOfReplies(messages, withoutIds);
  const turns = speeches(messages).map((one) =>
    one.kind === 'speech' ? [...one.thoughts, ...(one.answer ? [one.answer] : []), ...one.calls] : [one.said],
  );
  const own = turns.filter(([first]) => first === undefined || !calls.has(first));
  for (const [reply, call] of calls) own.find((turn) => turn.includes(call))?.push(reply);
  return own.flat();
}

/** Forms that keep instructions next to the list. */
const besides = new Set<TargetName>(['anthropic', 'alpaca']);

/** Moves reasoning before everything else that the assistant says in response to the same question. */
function thoughtsFirst(messages: readonly ConversationMessage[]): ConversationMessage[] {
  const runs: ConversationMessage[][] = [];
  for (const one of messages) {
    const last = runs.at(-1);
    if (one.role === 'assistant' && last?.[0]?.role === 'assistant') last.push(one);
    else runs.push([one]);
  }
  return runs.flatMap((run) => [...run.filter((one) => !isAnswer(one)), ...run.filter(isAnswer)]);
}

/** Adds the empty questions and answers that notes report as added. */
function inPairs(
  messages: readonly ConversationMessage[],
  about: (part: string) => ReadonlySet<string | undefined>,
): ConversationMessage[] {
  const nowhere = { start: -1, end: -1 };
  const empty = (role: string): ConversationMessage => ({
    ...{ role, attributes: new Map(), channel: role === 'user' ? undefined : 'final', constraint: undefined },
    ...{ pieces: [], terminator: 'end', slot: false },
    places: { whole: nowhere, of: () => nowhere, body: () => nowhere },
  });
  return messages.flatMap((one) => [
    ...(about('question').has(placeOf(one.places)) ? [empty('user')] : []),
    one,
    ...(about('answer').has(placeOf(one.places)) ? [empty('assistant')] : []),
  ]);
}

/** Joins adjacent reasoning. */
function joined(messages: readonly ConversationMessage[], at: ReadonlySet<string | undefined>): ConversationMessage[] {
  const found: ConversationMessage[] = [];
  for (const one of messages) {
    const last = found.at(-1);
    if (!at.has(placeOf(one.places)) || last === undefined) found.push(one);
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

/** Targets that refuse every call and reply. Most of the random documents have calls or replies. */
const withoutCalls: ReadonlySet<TargetName> = new Set(['phi3']);

for (const [form, arbitrary] of sources) {
  suite(form, () => {
    const tries = form === 'openchatml-2.2' ? runs : Math.ceil(runs / 5);
    for (const to of conversationTargets)
      test(`to ${to}: what differs is what is said to be lost`, () => {
        let converted = 0;
        fc.assert(
          fc.property(arbitrary, (source) => {
            const { output, notes } = source.convert(to);
            if (output === undefined) {
              assert.ok(notes.some(({ kind }) => kind === 'refused'));
              return;
            }
            // Text that looks like reasoning or a call is read back as one or more separate messages.
            if (notes.some(({ part }) => part === 'tags')) return;
            converted++;
            // The shape of a list without messages cannot be recognized.
            if (/^{"value":{"(?:conversations|input)":\[\]}}$/.test(JSON.stringify(output))) return;
            // A row without a question and an answer is not recognized.
            if (/^{"value":{"instruction":"","input":"","output":"",/.test(JSON.stringify(output))) return;
            const read = readBack(output, to, source.form === to);
            const wanted = expected(source.messages(), to, notes, byTool.has(source.form ?? '') ? 'name' : 'order');
            const show = () => `${source.text}\n→ ${JSON.stringify(output)}\n${JSON.stringify(notes)}`;
            assert.equal(read.length, wanted.length, show());
            for (const [i, one] of wanted.entries()) {
              const lost = new Set(
                notes.flatMap(({ kind, part, of }) =>
                  kind === 'loss' && of && placeOf(of) === placeOf(one.places) && part ? [part] : [],
                ),
              );
              lost.delete('order');
              for (const part of ['moved', 'question', 'answer']) lost.delete(part);
              // A preamble is recognized by its intent and its channel, so it loses both.
              if (lost.has('intent') && isPreamble(one)) lost.add('channel');
              // This loss occurs only if the output is opened without its form, because it is then read as OpenChatML 2.2.
              if (lost.delete('literal') && output && 'text' in output)
                assert.equal(new Transcript('test:', 'ocml', 0, output.text).dialect, 'openchatml-2.2', show());
              const back = read[i] as ConversationMessage;
              // If both forms have envelopes, the contents of the envelopes are compared.
              const [given, found] =
                one.envelope === undefined || back.envelope === undefined
                  ? [one, back]
                  : [inEnvelope(one), inEnvelope(back)];
              assert.deepEqual([...differing(given, found)].sort(), [...lost].sort(), `${i} ${show()}`);
            }
          }),
          { numRuns: tries, seed },
        );
        // Each target refuses many documents that lists can express, so only a share of the documents is converted.
        const least = withoutCalls.has(to) ? 0 : tries / 4;
        assert.ok(converted >= least, `only ${converted} documents were converted`);
      });
  });
}

/**
 * Returns the offsets of a message as a string. The string identifies the message in the result of another reader, which has different
 * objects.
 */
function placeOf(places: Places): string {
  const [{ whole }, body] = [places, places.body(0, 0)];
  return `${whole.start} ${whole.end} ${body.start}`;
}

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
      const whole = { ...draftOf(read), places };
      assert.deepEqual(partsIn(read, whole, new Notes()), [], content);
    }),
    { numRuns: runs * 5, seed },
  );
  assert.ok(quick > runs, `only ${quick} are told by it`);
});
