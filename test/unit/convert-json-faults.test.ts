/** Conversions of text that is not quite JSON: superfluous commas are dropped with a note, and any other fault is refused. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { convertJson, jsonOf, type Options } from '../../server/src/convert/index.ts';

const convert = (text: string, options: Partial<Options> = {}) =>
  convertJson(text, { to: 'openchatml-2.2', from: undefined, keepNames: false, bos: undefined, ...options }, false);
const messagesIn = (text: string) => convert(text, { to: 'messages' });
const written = ({ output }: ReturnType<typeof convert>) =>
  output && ('value' in output ? jsonOf(output.value) : output.text);

const wire = '[{"token": "<|start|>"}, "user", {"token": "<|message|>"}, "Hi", {"token": "<|end_message|>"}]';
const call = (members: string) =>
  `{"messages": [{"role": "assistant", "tool_calls": [{"type": "function", "function": {"name": "f", "arguments": ${members}}}]}]}`;

suite('a comma before a closing bracket', () => {
  test('is dropped with a note at its place, in every form of JSON', () => {
    for (const [text, clean] of [
      [`${wire.slice(0, -1)},]`, wire],
      [wire.replace('"}, "user"', '" ,}, "user"'), wire],
      ['[{"role": "user", "content": "Hi",},]', '[{"role": "user", "content": "Hi"}]'],
      [call('{"b": 1.0, "a": [1,],}'), call('{"b": 1.0, "a": [1]}')],
      ['[{"role": "user", "content": "Hi"}],', '[{"role": "user", "content": "Hi"}]'],
    ] as const)
      for (const to of ['openchatml-2.2', 'harmony', 'messages', 'chatml-wire'] as const) {
        const converted = convert(text, { to });
        assert.equal(written(converted), written(convert(clean, { to })), text);
        const places = converted.notes.filter(({ message }) => message.startsWith('This comma'));
        const commas = [...text.matchAll(/,(?=\s*(?:[\]}]|$))/g)].map(({ index }) => index);
        assert.deepEqual(
          places.map(({ start, end, kind }) => [start, end, kind]),
          commas.map((at) => [at, at + 1, 'loss']),
        );
      }
  });

  test('never hides what else is wrong, however many there are', () => {
    const many = `[{"role": "user", "content": "Hi"},${'[1,],'.repeat(200)}`;
    const { output, notes } = messagesIn(`${many} tru]`);
    assert.equal(output, undefined);
    assert.deepEqual(
      notes.map(({ start, kind }) => [start, kind]),
      [[many.length + 1, 'refused']],
    );
    assert.equal(messagesIn(`[${'{"role": "user", "content": "Hi",},'.repeat(200)}]`).notes.length, 201);
  });

  test('what else is wrong is refused with a remedy', () => {
    for (const text of ['[{"role": "user", "content": “Hi”,}]', '[{"role": "user" "content": "Hi"}]', '[']) {
      const { output, notes } = messagesIn(text);
      assert.equal(output, undefined);
      assert.match(notes[0]?.message ?? '', /not valid JSON.*`ocml check/);
    }
  });
});
