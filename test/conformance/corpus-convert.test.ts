/**
 * Renderings and token ids from openai/harmony's own tests survive conversion byte for byte. They are converted to every form that can
 * express them, and back; lists in the format of the library are converted as well.
 *
 * The files are in `OCML_CORPUS` (by default `../shared/corpus`). Without them, the tests are skipped.
 */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import {
  type Converted,
  convertJson,
  convertTokens,
  convertTranscript,
  isTokens,
  type Options,
} from '../../server/src/convert/index.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { root } from '../support/root.ts';

const folder = join(process.env.OCML_CORPUS ?? join(root, '../shared/corpus'), 'harmony');
const skip = existsSync(folder) ? false : `${folder} is not here`;
const read = (name: string) => readFileSync(join(folder, `${name}.txt`), 'utf8');
const names = skip ? [] : readdirSync(folder).map((file) => file.replace(/\.txt$/, ''));
/** Returns a rendering without the final line break of its file, if any. */
const rendering = (name: string) => read(name).replace(/\n$/, '');

// The runner does not count skipped suites. A skipped test is registered as well, so that the skip is counted.
if (skip) test('the renderings of openai/harmony', { skip }, () => {});

const usual: Options = { to: 'harmony', from: undefined, keepNames: false, bos: undefined };
const textOf = ({ output }: Converted) => (output && 'text' in output ? output.text : undefined);
const jsonOf = ({ output }: Converted) => JSON.stringify(output && 'value' in output ? output.value : undefined);
const open = (text: string, dialect: 'harmony' | 'openchatml-2.2') =>
  new Transcript('test:', 'ocml', 0, text, { dialect });

/** Renderings that begin or end inside a message, or whose reply has a shorter header than usual. */
const partial = ['test_streamable_parser', 'test_tool_response_parsing', 'test_does_not_drop_if_ongoing_analysis'];
const isText = (name: string) => !isTokens(read(name));

suite('renderings come back', { skip }, () => {
  for (const name of names.filter(isText)) {
    test(name, () => {
      const text = rendering(name);
      const harmony = open(text, 'harmony');
      const again = textOf(convertTranscript(harmony, usual));
      const of22 = textOf(convertTranscript(harmony, { ...usual, to: 'openchatml-2.2' })) ?? '';
      const canonical = textOf(convertTranscript(open(of22, 'openchatml-2.2'), usual));
      if (partial.includes(name)) {
        // A conversion from Harmony to Harmony does not add the missing opener. A conversion by way of OpenChatML 2.2 adds it.
        assert.equal(
          again?.includes('<|start|>assistant<|channel|>analysis'),
          text.includes('<|start|>assistant<|channel|>analysis'),
        );
        assert.notEqual(canonical, undefined);
      } else {
        assert.equal(again, text);
        assert.equal(canonical, text);
      }
      // Lists contain only complete messages. Only the list format of the library can express a reply without its call, or the content type
      // of a reply.
      const complete = canonical
        ?.replace(/<\|start\|>assistant$/, '')
        .replace(/(?<!<\|(?:end|call|return)\|>)$/, '<|end|>');
      const all = ['harmony-json', 'openchatml-json', 'messages'] as const;
      for (const to of partial.includes(name) ? all.slice(0, 1) : all) {
        const list = jsonOf(convertTranscript(harmony, { ...usual, to }));
        assert.equal(textOf(convertJson(list, { ...usual, from: to }, true)), complete, to);
      }
    });
  }
});

const system = (effort: string, channels = ['analysis', 'commentary', 'final'], more: object = {}) => ({
  role: 'system',
  content: [
    {
      type: 'system_content',
      model_identity: 'You are ChatGPT, a large language model trained by OpenAI.',
      knowledge_cutoff: '2024-06',
      reasoning_effort: effort,
      channel_config: { valid_channels: channels, channel_required: true },
      ...more,
    },
  ],
});
const user = (content: string) => ({ role: 'user', content });
const robot = {
  role: 'developer',
  content: [{ type: 'developer_content', instructions: "Answer the user's questions like a robot." }],
};
const capital = user('What is the capital of the largest country in the world?');
const plain = ['analysis', 'final'];

/** The lists that the tests of the library render. */
const lists: Readonly<Record<string, readonly object[]>> = {
  test_simple_convo: [system('Medium'), user('What is 2 + 2?')],
  test_no_tools: [system('Medium', undefined, { conversation_start_date: '2025-06-28' })],
  test_reasoning_system_message: [system('Medium', plain), user('What is 2 + 2?')],
  test_reasoning_system_message_no_instruction: [
    system('High', plain),
    user('What is the best place to eat candy in the world?'),
  ],
  test_reasoning_system_message_with_dates: [
    system('Medium', plain, { knowledge_cutoff: '2021-01', conversation_start_date: '2021-01-01' }),
    user('What is 42 * pi?'),
  ],
  ...Object.fromEntries(
    ['Low', 'Medium', 'High'].flatMap((effort) => [
      [`test_simple_convo_${effort.toLowerCase()}_effort`, [system(effort), robot, capital]],
      [`test_simple_convo_${effort.toLowerCase()}_effort_no_instruction`, [system(effort), capital]],
    ]),
  ),
};

suite('lists in the members of the library are rendered as it does', { skip }, () => {
  for (const [name, messages] of Object.entries(lists)) {
    test(name, () => {
      const { output, notes } = convertJson(JSON.stringify({ messages }), { ...usual, sampling: 'harmony' }, true);
      assert.deepEqual(notes, []);
      assert.deepEqual(output, { text: rendering(name) });
    });
  }
});

suite('numbers of tokens', { skip }, () => {
  for (const name of names.filter((one) => !isText(one))) {
    test(name, () => {
      const numbers = read(name);
      const ids = numbers.match(/\d+/g)?.map(Number) ?? [];
      const json = convertTokens(numbers, { ...usual, to: 'harmony-json' });
      const text = textOf(convertTokens(numbers, usual)) ?? '';
      assert.match(text, /^<\|start\|>assistant<\|channel\|>analysis<\|message\|>User asks: /);
      assert.equal(jsonOf(convertTranscript(open(text, 'harmony'), { ...usual, to: 'harmony-json' })), jsonOf(json));
      const again = convertTranscript(open(text, 'harmony'), { ...usual, tokens: true });
      // A completion begins after the header of the assistant, so the header is added.
      assert.equal(jsonOf(again), JSON.stringify([200_006, 173_781, ...ids]));
    });
  }
});
