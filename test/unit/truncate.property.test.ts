/** Truncating a document drops whole messages, calls only together with their replies, and no more messages than necessary. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { calledTool } from '../../server/src/convert/conversation.ts';
import { conversationsIn } from '../../server/src/inspect/conversations.ts';
import { truncate } from '../../server/src/inspect/truncate.ts';
import { type Step, steps } from '../../server/src/inspect/truncation-steps.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { howMany, seedOf } from '../support/effort.ts';

const numRuns = howMany(300);
const seed = seedOf(20_250_801);
const count = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;

const id = fc.constantFrom('a', 'b', 'c');
const message = fc.oneof(
  fc.constantFrom(
    '<|start|>user<|message|>one two<|end|>',
    '<|start|>system<|message|>brief<|end|>',
    '<|start|>assistant<|channel|>analysis<|message|>well<|end|>',
    '<|start|>assistant<|channel|>final<|message|>x y z<|return|>',
    'stray',
    '<|start|>assistant',
  ),
  id.map((one) => `<|start|>assistant to=functions.f call_id=${one}<|channel|>commentary<|message|>{}<|call|>`),
  id.map((one) => `<|start|>tool name=functions.f call_id=${one}<|channel|>commentary<|message|>1<|end|>`),
);
const documents = fc.array(
  fc.tuple(message, fc.constantFrom('', '\n', ' \r\n')).map((all) => all.join('')),
  { minLength: 1, maxLength: 12 },
);
const strategies = fc.subarray(Object.keys(steps) as Step[]);

test('messages stay byte for byte, and calls with their replies', () => {
  fc.assert(
    fc.property(documents, fc.integer({ min: 1, max: 60 }), strategies, (parts, limit, strategy) => {
      const text = parts.join('');
      const document = new Transcript('', 'ocml', 0, text, { dialect: 'openchatml-2.2' });
      for (const talk of conversationsIn(document)) {
        const { cuts, tokens, dropped } = truncate(talk, text, { limit, strategy, count });
        let at = 0;
        const rest: string[] = [];
        for (const { start, end } of cuts) {
          assert.ok(at <= start && start < end);
          rest.push(text.slice(at, start));
          at = end;
        }
        const left = rest.join('') + text.slice(at);
        assert.equal(cuts.length, dropped);
        if (dropped === 0) assert.equal(left, text);
        // If the document fits, nothing is dropped. Otherwise, the result fits, or there is nothing left to drop.
        if (dropped > 0)
          assert.ok(tokens + cuts.reduce((sum, { start, end }) => sum + count(text.slice(start, end)), 0) > limit);
        const [after] = [...conversationsIn(new Transcript('', 'ocml', 0, left, { dialect: 'openchatml-2.2' }))];
        assert.equal(after?.messages.length, talk.messages.length - dropped);
        const calls = (all: typeof talk.messages) =>
          new Set(all.flatMap((one) => (calledTool(one) ? (one.attributes.get('call_id') ?? '') : [])));
        const before = calls(talk.messages);
        // A reply that had a call before still has a call.
        for (const one of after?.messages ?? []) {
          const name = one.attributes.get('call_id');
          if (one.role === 'tool' && name !== undefined && before.has(name) && answersInOrder(talk.messages, name))
            assert.ok(calls(after?.messages ?? []).has(name));
        }
      }
    }),
    { numRuns, seed },
  );
});

const question = '<|start|>user<|message|>one two<|end|>';
const answers = [
  '<|start|>assistant<|channel|>analysis<|message|>well<|end|>',
  '<|start|>assistant<|channel|>final<|message|>x y z<|return|>',
  '<|start|>assistant to=functions.f call_id=ID<|channel|>commentary<|message|>{}<|call|>',
  '<|start|>tool name=functions.f call_id=ID<|channel|>commentary<|message|>1<|end|>',
];
/** A turn: one or two user messages, followed by calls, replies and answers, some of which may be missing. */
const turns = fc.array(
  fc
    .tuple(fc.constantFrom([question], [question, question]), fc.subarray(answers, { minLength: 1 }))
    .map((all) => all.flat()),
  { minLength: 2, maxLength: 5 },
);

test('a question goes with all that answers it', () => {
  fc.assert(
    fc.property(turns, fc.integer({ min: 1, max: 40 }), fc.boolean(), (all, limit, keeps) => {
      const system = '<|start|>system<|message|>brief<|end|>';
      const written = all.map((turn, i) => turn.map((one) => `${one.replace('ID', `c${i}`)}\n`));
      const text = [system, ...written.flat()].join('');
      const strategy: Step[] = keeps ? ['keep-system', 'drop-oldest'] : ['drop-oldest'];
      const document = new Transcript('', 'ocml', 0, text, { dialect: 'openchatml-2.2' });
      for (const talk of conversationsIn(document)) {
        const { cuts } = truncate(talk, text, { limit, strategy, count });
        let at = system.length;
        for (const [i, turn] of written.entries()) {
          const isLeft = turn.map((one) => {
            const start = at;
            at += one.length;
            return !cuts.some((cut) => cut.start === start);
          });
          // A question that is followed only by a tool message has no answer.
          if (!all[i]?.some((one) => one.startsWith('<|start|>assistant'))) continue;
          assert.ok(
            isLeft.every((one) => one === isLeft[0]),
            `${text}\nwithin ${limit}: turn ${i + 1}`,
          );
        }
      }
    }),
    { numRuns, seed },
  );
});

/** Whether the first message with the id is the call, so that every reply comes after it. */
function answersInOrder(
  messages: readonly { readonly role: string | undefined; readonly attributes: ReadonlyMap<string, string> }[],
  name: string,
): boolean {
  return messages.find(({ attributes }) => attributes.get('call_id') === name)?.role === 'assistant';
}
