/** Random conversations in every form that is read: documents of 2.2 converted to each form, and JSON of the remaining shapes (A-144). */
import fc from 'fast-check';
import type { ConversationMessage } from '../../server/src/convert/conversation.ts';
import {
  type Converted,
  convertJson,
  convertMessages,
  dialectOfForm,
  type From,
  jsonOf,
  type TargetName,
} from '../../server/src/convert/index.ts';
import { Notes } from '../../server/src/convert/notes.ts';
import { readTranscript } from '../../server/src/convert/read/text.ts';
import { readValue } from '../../server/src/convert/read/value.ts';
import { readJson } from '../../server/src/syntax/json/read.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { conversationTargets } from '../support/convert.ts';
import { documents } from './convert-samples.ts';
import { bland } from './write-samples.ts';

export interface Source {
  readonly text: string;
  readonly form: From;
  /** Returns the messages of the document, as the reader of its form reads them. */
  messages(): readonly ConversationMessage[];
  convert(to: TargetName): Converted;
}

const style = { row: true, keepNames: false, bos: undefined } as const;

const transcript = (text: string, dialect: 'harmony') => new Transcript('test:', 'ocml', 0, text, { dialect });

const textSource = (text: string, form: From): Source => ({
  ...{ text, form },
  messages: () => readTranscript(transcript(text, dialectOfForm(form) as 'harmony'), new Notes()).messages,
  convert: (to) =>
    convertMessages(transcript(text, dialectOfForm(form) as 'harmony'), { ...style, from: undefined, to }),
});

const jsonSource = (text: string, form: From): Source => ({
  ...{ text, form },
  messages: () => readValue(readJson(text), { from: form }, true, new Notes()).conversations[0]?.messages ?? [],
  convert: (to) => convertJson(text, { ...style, from: form, to }, true),
});

/** Generates documents of 2.2, and converts them to a form. Documents that the form refuses are skipped. */
const writtenIn = (form: TargetName): fc.Arbitrary<Source> =>
  documents
    .map((text) => {
      const source = textSource(text, 'openchatml-2.2');
      if (form === 'openchatml-2.2') return source;
      const { output } = source.convert(form);
      if (output === undefined) return undefined;
      return 'text' in output ? textSource(output.text, form) : jsonSource(jsonOf(output.value), form);
    })
    .filter((source) => source !== undefined);

interface Call {
  readonly id: string;
  readonly name: string;
  readonly args: string;
  readonly result: string;
}

/** A question of a user, and the answer of the assistant. */
interface Exchange {
  readonly asked: string;
  readonly thought: string | undefined;
  readonly calls: readonly Call[];
  readonly said: string;
}

const said = fc.oneof(
  {
    weight: 24,
    arbitrary: fc.constantFrom('Hi', '漢字 😀', '```py\nprint(1)\n```', 'a\r\nb', ' edge ', '`<|fim_prefix|>`'),
  },
  // These texts have a low weight because each is refused by some form, and a document has many texts.
  { weight: 1, arbitrary: fc.constantFrom('`<|im_end|>`', '`<|python_tag|>`', '`<|end|>`') },
  { weight: 2, arbitrary: bland.map((text) => text || '.') },
);
const args = fc.constantFrom('{}', '{"a": 1}', '{"city":"東京","n":[1,2]}', '{"n":1.0,"big":12345678901234567890}');
const result = fc.constantFrom('ok', '{"a":1}', '{"ok":false,"error":{"code":"E"}}', 'Fehler: übel');
const names = fc.constantFrom('f', 'g', 'get_weather');
let serial = 0;
const calls = fc.array(
  fc.record({ name: names, args, result }).map((one) => ({ ...one, id: `call_${serial++}` })),
  { maxLength: 2 },
);
const exchanges = fc.array(
  fc.record({ asked: said, thought: fc.option(said, { nil: undefined, freq: 2 }), calls, said }),
  { minLength: 1, maxLength: 3 },
);

const raw = (value: string) => JSON.parse(value) as unknown;

/** Writes the same exchanges in each shape. */
const shapes: Readonly<Record<string, (all: readonly Exchange[], system: string) => unknown>> = {
  sharegpt: (all, system) => ({
    system,
    conversations: all.flatMap(({ asked, thought, calls, said }) => [
      { from: 'human', value: asked },
      ...calls.flatMap(({ name, args, result }) => [
        { from: 'function_call', value: `{"name": "${name}", "arguments": ${args}}` },
        { from: 'observation', value: result },
      ]),
      { from: 'gpt', value: thought === undefined ? said : `<think>\n${thought}\n</think>\n\n${said}` },
    ]),
  }),
  anthropic: (all, system) => ({
    system,
    messages: all.flatMap(({ asked, thought, calls, said }) => [
      { role: 'user', content: asked },
      ...(calls.length > 0
        ? [
            {
              role: 'assistant',
              content: calls.map(({ id, name, args }) => ({ type: 'tool_use', id, name, input: raw(args) })),
            },
            {
              role: 'user',
              content: calls.map(({ id, result }) => ({ type: 'tool_result', tool_use_id: id, content: result })),
            },
          ]
        : []),
      {
        role: 'assistant',
        content: [
          ...(thought === undefined ? [] : [{ type: 'thinking', thinking: thought }]),
          { type: 'text', text: said },
        ],
      },
    ]),
  }),
  responses: (all, instructions) => ({
    instructions,
    input: all.flatMap(({ asked, thought, calls, said }) => [
      { role: 'user', content: [{ type: 'input_text', text: asked }] },
      ...(thought === undefined ? [] : [{ type: 'reasoning', summary: [{ type: 'summary_text', text: thought }] }]),
      ...calls.map(({ id, name, args }) => ({ type: 'function_call', call_id: id, name, arguments: args })),
      ...calls.map(({ id, result }) => ({ type: 'function_call_output', call_id: id, output: result })),
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: said }] },
    ]),
  }),
  'chat-completion': ([first]) => ({
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          reasoning_content: first?.thought ?? null,
          content: first?.said,
          tool_calls: first?.calls.map(({ id, name, args }) => ({
            ...{ id, type: 'function' },
            function: { name, arguments: args },
          })),
        },
      },
    ],
  }),
  preference: ([first], system) => ({
    prompt: [
      { role: 'system', content: system },
      { role: 'user', content: first?.asked },
    ],
    chosen: [{ role: 'assistant', reasoning_content: first?.thought, content: first?.said }],
    rejected: [{ role: 'assistant', content: 'No.' }],
  }),
  'prompt-completion': ([first], system) => ({ system, prompt: first?.asked, completion: first?.said }),
  text: (all) => ({
    text: all
      .map(
        ({ asked, thought, said }) =>
          `<|im_start|>user\n${asked}<|im_end|>\n<|im_start|>assistant\n${thought === undefined ? '' : `<think>${thought}</think>`}${said}<|im_end|>\n`,
      )
      .join(''),
  }),
};

const shaped = (form: string): fc.Arbitrary<Source> =>
  fc
    .tuple(exchanges, said)
    .map(([all, system]) => jsonSource(JSON.stringify(shapes[form]?.(all, system)), form as From));

/** The generators of conversations, by the name of the form. */
export const sources: ReadonlyMap<string, fc.Arbitrary<Source>> = new Map([
  ...conversationTargets.map((form) => [form, writtenIn(form)] as const),
  ...Object.keys(shapes).map((form) => [form, shaped(form)] as const),
]);
