/** Reasoning in the tags of any model, and broken calls, never appear in output for users, in any form. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { convertJson, convertTranscript, type Options } from '../../server/src/convert/index.ts';
import { openDocument } from '../../server/src/documents/document.ts';
import { exported, exportForms } from '../../server/src/features/export/index.ts';
import { type DialectId, hidingTags } from '../../server/src/grammar/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { publicLayer } from '../../server/src/templates/input/transcript.ts';
import { viewsOf } from '../attack/leaks/views.ts';
import { conversationTargets } from '../support/convert.ts';

const marked = 'CANARY';

const thoughts = hidingTags
  .filter(({ name }) => name === 'think')
  .flatMap(({ name, aliases }) => [{ open: `<${name}>`, close: `</${name}>` }, ...aliases]);

/**
 * Answers whose reasoning is complete, lacks its start tag, or lacks its end tag. In the last two answers, it follows visible text, or it
 * is the whole answer.
 */
const answers = thoughts.flatMap(({ open, close }) => [
  { said: `${open}\n${marked}\n${close}\n\nshown`, shown: true },
  { said: `${marked}\n${close}\n\nshown`, shown: true },
  { said: `shown ${open}${marked}`, shown: true },
  { said: `${open}${marked}`, shown: false },
]);
const calls = [
  `{"name": "f", {"q": "${marked}"}}`,
  `{name: "f", parameters: {"q": "${marked}"}}`,
  `[f(q="${marked}")]`,
].map((said) => ({ said, shown: false }));
// In ChatML, models do not write calls without tags.
const all = [...answers, ...calls];

interface Form {
  readonly dialect: DialectId | 'messages';
  readonly from?: Options['from'];
  readonly some: typeof all;
  write(said: string): string;
}

const row = (content: unknown) => ({
  messages: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content },
  ],
});

const forms: Readonly<Record<string, Form>> = {
  ChatML: {
    dialect: 'openchatml-0.1',
    some: answers,
    write: (said) => `<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n${said}<|im_end|>\n`,
  },
  'Llama 3': {
    dialect: 'llama3',
    some: all,
    write: (said) =>
      ['user', 'Hi', 'assistant', said].reduce(
        (text, word, i) =>
          text + (i % 2 === 0 ? `<|start_header_id|>${word}<|end_header_id|>\n\n` : `${word}<|eot_id|>`),
        '<|begin_of_text|>',
      ),
  },
  messages: { dialect: 'messages', from: 'messages', some: all, write: (said) => JSON.stringify(row(said)) },
  'messages of parts': {
    dialect: 'messages',
    from: 'messages',
    some: all,
    write: (said) => JSON.stringify(row([{ type: 'text', text: said }])),
  },
  ShareGPT: {
    dialect: 'messages',
    from: 'sharegpt',
    some: all,
    write: (said) =>
      JSON.stringify({
        conversations: [
          { from: 'human', value: 'Hi' },
          { from: 'gpt', value: said },
        ],
      }),
  },
};

const base = { keepNames: true, bos: undefined, public: true } as const;

for (const [name, { dialect, from, some, write }] of Object.entries(forms))
  suite(name, () => {
    const each = (what: string, made: (text: string) => string) =>
      test(what, () => {
        for (const { said, shown } of some) {
          const output = made(write(said));
          const about = `${JSON.stringify(said)}\n${output}`;
          assert.ok(!output.includes(marked), about);
          assert.ok(output.includes('Hi'), about);
          assert.equal(output.includes('shown'), shown, about);
        }
      });
    const opened = (text: string) => openDocument('test:', 'ocml', 0, text, dialect);

    each('preview', (text) =>
      viewsOf(opened(text))
        .flatMap(({ messages }) => messages.flatMap((message) => [message.text, message.html]))
        .join('\n'),
    );
    for (const as of Object.keys(exportForms) as (keyof typeof exportForms)[])
      each(`as ${as}`, (text) => [...exported(opened(text), { as, debug: false })].join(''));
    for (const to of conversationTargets)
      each(`to ${to}`, (text) => {
        const document = opened(text);
        const options = { ...base, to, from };
        const { output, notes } =
          document instanceof Transcript
            ? convertTranscript(document, options)
            : convertJson(text, { ...options, from: from as Options['from'] }, true);
        return JSON.stringify([output, notes.map(({ message }) => message)]);
      });
    if (dialect === 'messages') return;
    each('prompt', (text) => JSON.stringify(publicLayer(new Transcript('test:', 'ocml', 0, text, { dialect })).shown));
  });
