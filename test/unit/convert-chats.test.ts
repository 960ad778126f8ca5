/** Lists of chat APIs by example: refusals, parts, and what is next to the messages. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { convertJson, type Options } from '../../server/src/convert/index.ts';

/** The output of a value in another form, and what is told, with the words that it is about. */
function converted(value: unknown, to: Options['to']) {
  const text = JSON.stringify(value);
  const { output, notes } = convertJson(text, { to, from: undefined, keepNames: false, bos: undefined }, true);
  const written = output && ('text' in output ? output.text : output.value);
  return { written, notes: notes.map(({ message, start, end }) => `${text.slice(start, end)}: ${message}`) };
}

const user = { role: 'user', content: 'Hi' };
const text = (said: string) => ({ type: 'text', text: said });

suite('a refusal is what the assistant says', () => {
  const refusal = { type: 'refusal', refusal: "I can't." };
  const says = (content: unknown, more = {}) => ({ messages: [user, { role: 'assistant', content, ...more }] });
  const item = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Sorry.' }, refusal] };
  const cases: Readonly<Record<string, readonly [given: unknown, said: string]>> = {
    part: [says([refusal]), "I can't."],
    'part after text': [says([text('Sorry. '), refusal]), "Sorry. I can't."],
    item: [{ input: [user, item] }, "Sorry.I can't."],
    member: [says(null, { refusal: "I can't." }), "I can't."],
    'member next to text': [says('Sorry. ', { refusal: "I can't." }), "Sorry. I can't."],
  };
  for (const [name, [given, said]] of Object.entries(cases))
    test(name, () => {
      const { written, notes } = converted(given, 'harmony');
      assert.equal(
        written,
        `<|start|>user<|message|>Hi<|end|><|start|>assistant<|channel|>final<|message|>${said}<|end|>`,
      );
      assert.match(notes.join('\n'), /I can't.*This refusal becomes text of the answer/);
    });

  test('an empty one says nothing', () => {
    assert.deepEqual(converted(says('Yes', { refusal: null }), 'harmony').notes, []);
  });
});
