/** Calls directly after replies, where a chat template writes no opener, are messages from the model. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { convertTranscript } from '../../server/src/convert/index.ts';
import { bundledDialect } from '../../server/src/documents/models.ts';
import type { LearnedDialectId } from '../../server/src/grammar/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { summary } from '../support/check.ts';
import { usual } from '../support/convert.ts';
import { samples } from '../support/learn/conversations.ts';
import { dialectTemplates } from '../support/learn/dialect-templates.ts';
import { learnedDialect, written } from '../support/learn/dialects.ts';
import { texts, view } from '../support/user-view.ts';

interface Said {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly { readonly function: { readonly name: string; readonly arguments: string } }[];
}

const dialect = learnedDialect('resumed', dialectTemplates['resumed'] ?? '');
/** Samples with at least two rounds of calls. */
const rounds = samples.filter(({ messages }) => messages.filter(({ calls }) => calls).length > 1);
const text = rounds.map((sample) => written(dialect, sample) ?? '').join('');
const second = text.lastIndexOf('<｜tool▁call▁begin｜>');

function read(log: string, id: LearnedDialectId): readonly Said[] {
  const { output } = convertTranscript(new Transcript('test:', 'ocml', 0, log, { dialect: id }), usual);
  return (output as { value: { messages: readonly Said[] } }).value.messages;
}

const callsIn = (messages: readonly Said[]) =>
  messages.flatMap((one) => (one.tool_calls ?? []).map((call) => [call.function.name, call.function.arguments]));

suite('calls right after replies', () => {
  for (const id of [dialect.id, bundledDialect('deepseek-v3') as LearnedDialectId])
    test(`are read as calls of the model: ${id.startsWith('template:d') ? 'bundled' : 'learned'}`, () => {
      assert.match(text, /<｜tool▁output▁end｜>\n<｜tool▁call▁begin｜>/);
      assert.deepEqual(summary(text, { dialect: id }), []);
      const messages = read(text, id);
      assert.deepEqual(
        messages.slice(-5).map(({ role }) => role),
        ['assistant', 'tool', 'assistant', 'tool', 'assistant'],
      );
      assert.deepEqual(
        callsIn(messages).map(([name]) => name),
        ['get_weather', 'find_time'],
      );
    });

  test('users see the answer, and neither calls nor replies', () => {
    const shown = texts(view(text, { dialect: dialect.id }).messages).join();
    assert.match(shown, /sunny in Lima/);
    assert.doesNotMatch(shown, /find_time|Oslo|noon/);
  });

  test('another mark there, or text before it, is outside the messages', () => {
    const stray = `${text.slice(0, second)}Stray. ${text.slice(second)}`;
    assert.deepEqual(
      callsIn(read(stray, dialect.id)).map(([name]) => name),
      ['get_weather'],
    );
    assert.match(summary(stray, { dialect: dialect.id }).join(), /stray-text «Stray\./);
  });

  test('edits that make such a message, and that undo it', () => {
    const choice = { dialect: dialect.id };
    const told = (one: Transcript) => [...one.blocks].map(({ text: own, traits, end }) => [own, traits, end]);
    const transcript = new Transcript('test:', 'ocml', 0, text, choice);
    const start = told(transcript);
    const replace = (at: number, length: number, inserted: string) => {
      transcript.replace(at, at + length, inserted);
      assert.deepEqual(told(transcript), told(new Transcript('test:', 'ocml', 0, transcript.getText(), choice)));
    };
    // Edits in the marker, in the call, in the end of the reply, and between the reply and the call.
    for (const at of [second, second + 5, second + 20, second - 6, second - 1])
      for (const inserted of ['', 'x', '<', '\n']) {
        replace(at, 1, inserted);
        replace(at, inserted.length, text[at] ?? '');
      }
    assert.deepEqual(told(transcript), start);
  });
});
