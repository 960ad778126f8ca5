/** No part of a transcript is dropped silently: each word is in the output, or a note covers it. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { convertMessages, jsonOf, targetNames } from '../../server/src/convert/index.ts';
import type { DialectId } from '../../server/src/grammar/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';

/** Each `@` stands for a different word. */
const documents: readonly (readonly [DialectId, string])[] = [
  [
    'openchatml-2.2',
    '---\nversion: 2.2\nx_team: "@"\ntitle: @\n---\n<|start|>system<|message|>@<|end|>\n@stray\n<|start|>user name=@ call_id=@<|message|>@<|end|>\n<|start|>assistant<|channel|>analysis<|message|><|start_reason|>@<|end_reason|> @<|end|>\n<|start|>assistant to=functions.f call_id=c@ intent=@<|channel|>commentary<|constrain|>json<|message|>{"a":"@"}<|call|>\n<|start|>tool name=functions.f call_id=c@ to=assistant content_type=@<|channel|>commentary<|message|>@<|end|>\n<|start|>assistant<|channel|>final<|constrain|>t@<|message|>@<|return|>',
  ],
  [
    'openchatml-2.2',
    'version: 2.2 # @\n# @\ntitle: "a # b"\nnotes: |\n  # @\nx_empty@: {}\nx_list: # @\n  - @ # @\n<|start|>user<|message|>@<|end|>',
  ],
  ['openchatml-2.2', 'version: 2.2\nx_@: [@\n<|start|>user<|message|>@<|end|>'],
  [
    'openchatml-2.2',
    'version: 2.2\n<|start|>user x_key=@<|message|>@<|end|>\n<|start|>user name=@ name=@<|message|>@<|end|>',
  ],
  [
    'harmony',
    '<|start|>system<|message|>@<|end|>@stray<|start|>user:ann@<|message|>@<|end|><|start|>assistant<|channel|>analysis<|message|>@<|end|><|start|>assistant to=functions.f<|channel|>commentary json@<|message|>{"a":"@"}<|call|><|start|>functions.f to=assistant<|channel|>commentary<|message|>@<|end|><|start|>assistant<|channel|>fin@<|message|>@<|return|>',
  ],
  [
    'openchatml-0.1',
    '<s>\n<|im_start|>system name=@\n@<|im_end|>\n@stray\n<|im_start|>assistant\n<|start_reason|>@<|end_reason|>@<tool_call>{"name":"f","arguments":{"a":"@"},"more":"@"}</tool_call>@<|im_end|>\n<|im_start|>tool\n<|function_output|>\n{"name":"f","content":"@","other":"@"}<|im_end|>\n<|im_start|>user\n<tool_response>@</tool_response>@<|im_end|></s>',
  ],
  [
    'llama3',
    '<|begin_of_text|><|start_header_id|>system<|end_header_id|>\n\n@<|eot_id|>@stray<|start_header_id|>assistant<|end_header_id|>\n\n{"name":"f","parameters":{"a":"@"},"more":"@"}<|eom_id|><|start_header_id|>ipython<|end_header_id|>\n\n@<|eot_id|>',
  ],
];

for (const [i, [dialect, given]] of documents.entries())
  suite(`${dialect} ${i}`, () => {
    let next = 0;
    const text = given.replaceAll('@', () => `word${next++}end`);
    for (const to of targetNames)
      test(to, () => {
        const source = new Transcript('test:', 'ocml', 0, text, { dialect });
        const { output, notes } = convertMessages(source, { to, from: undefined, keepNames: false, bos: undefined });
        if (output === undefined) {
          assert.ok(notes.some(({ kind }) => kind === 'refused'));
          return;
        }
        const written = 'text' in output ? output.text : jsonOf(output.value);
        for (const { 0: word, index } of text.matchAll(/word\d+end/g)) {
          const isTold = notes.some((note) => {
            const { start, end } = note.part === 'message' && note.of ? note.of.whole : note;
            return start <= index && index < end;
          });
          assert.ok(isTold || written.includes(word), `${text.slice(index - 40, index + 15)}\n${written}`);
        }
      });
  });

/** Returns the notes on a text in the dialect `from`, each with the text that it is about. */
function told(from: DialectId, text: string): string[] {
  const source = new Transcript('test:', 'ocml', 0, text, { dialect: from });
  const { notes } = convertMessages(source, { to: 'messages', from: undefined, keepNames: false, bos: undefined });
  return notes.map(
    ({ kind, message, start, end }) => `${kind} ${message.split(/[.:]/)[0]} «${text.slice(start, end)}»`,
  );
}

test('a text without any message is refused, not converted to nothing', () => {
  const text = '### Instruction:\nhi\n### Response:\nhello';
  assert.deepEqual(told('openchatml-0.1', `${text}\n`), [`refused No message was found in this text «${text}»`]);
  assert.deepEqual(told('openchatml-0.1', '\n'), []);
  assert.deepEqual(told('llama3', '<|begin_of_text|>'), []);
});

test('a mark of the beginning or the end says nothing at the edge of a text, and divides one between messages', () => {
  const hi = '<|start_header_id|>user<|end_header_id|>\n\nhi<|eot_id|>';
  assert.deepEqual(told('llama3', `<|begin_of_text|>${hi}<|end_of_text|>`), []);
  assert.deepEqual(told('openchatml-0.1', '<s>\n<|im_start|>user\nhi<|im_end|>\n</s>\n'), []);
  assert.deepEqual(told('llama3', `<|begin_of_text|>${hi}<|end_of_text|><|begin_of_text|>${hi}`), [
    'loss This token marks the beginning or end of a text «<|end_of_text|>»',
    'loss This token marks the beginning or end of a text «<|begin_of_text|>»',
  ]);
});

test('what is hidden and cannot be read becomes reasoning, and that is told', () => {
  const call = '<tool_call>\n{"name": "f", "arguments": {"a": 1}\n</tool_call>';
  const [hidden] = told('openchatml-0.1', `<|im_start|>assistant\n${call}<|im_end|>`);
  assert.equal(
    hidden,
    `loss This text is hidden from users, but cannot be read as a thought or a call, so it becomes reasoning «${call}»`,
  );
});
