/**
 * Texts of models are opened as transcripts without their templates. They are recognized by their tokens. Calls, replies and reasoning are
 * separated.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { convertTranscript } from '../../server/src/convert/index.ts';
import { openDocument } from '../../server/src/documents/document.ts';
import { bundledDialect } from '../../server/src/documents/models.ts';
import { modelForms } from '../../server/src/grammar/model-forms.ts';
import { modelFormNames } from '../../server/src/grammar/model-names.ts';
import { chooseForms, modelText } from '../../server/src/learn/index.ts';
import { isLearned } from '../../server/src/syntax/families/index.ts';
import type { Transcript } from '../../server/src/syntax/transcript.ts';
import type { JinjaTemplate } from '../../server/src/templates/jinja-template.ts';
import { modelTemplate } from '../../server/src/templates/models/index.ts';
import { summary } from '../support/check.ts';
import { usual } from '../support/convert.ts';
import { requestOf, type Sample, samples } from '../support/learn/conversations.ts';
import { viewOf } from '../support/reveal.ts';

interface Message {
  readonly role: string;
  readonly content: string | null;
  readonly reasoning_content?: string;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly { readonly id: string; readonly function: { name: string; arguments: string } }[];
}

const setting = { variables: new Map(), clock: undefined };

function textOf(name: string, sample: Sample): string {
  const forms = chooseForms(modelTemplate(name) as JinjaTemplate, setting);
  return writtenFor(name, requestOf(sample, forms), sample.generation);
}

function writtenFor(name: string, request: unknown, generation: boolean): string {
  const template = modelTemplate(name) as JinjaTemplate;
  const form = modelForms.find((one) => one.name === name);
  const forms = chooseForms(template, setting);
  return modelText(JSON.stringify(request), { template, setting, forms, generation, form }).text;
}

const opened = (text: string) => openDocument('file:///log.txt', 'ocml', 0, text, undefined);

function messagesIn(text: string): readonly Message[] {
  const { output } = convertTranscript(
    opened(text) as Transcript,
    { to: 'messages', from: undefined, row: false } as never,
  );
  return ((output as { value: { messages: Message[] } }).value ?? JSON.parse(String(output))).messages;
}

/** Returns the contents of a conversation in order: text with its role, and calls with their arguments. Instructions are skipped. */
const told = (messages: readonly Message[]) =>
  messages
    .filter(({ role }) => role !== 'system' && role !== 'developer')
    .flatMap(({ role, content, tool_calls = [] }) => [
      ...(content?.trim() ? [`${role}: ${content.trim()}`] : []),
      ...tool_calls.map(
        ({ function: { name, arguments: given } }) => `call ${name} ${JSON.stringify(JSON.parse(given))}`,
      ),
    ]);

const expected = ({ messages }: Sample) =>
  messages
    .filter(({ role }) => role !== 'system')
    .flatMap(({ role, content, calls = [] }) => [
      ...(content?.trim() ? [`${role}: ${content.trim()}`] : []),
      ...calls.map(({ name, arguments: given }) => `call ${name} ${JSON.stringify(given)}`),
    ]);

suite('texts of models are transcripts', () => {
  test('forms and names are the same', () => {
    assert.deepEqual(
      modelForms.map(({ name }) => name),
      modelFormNames,
    );
  });

  for (const { name, calls } of modelForms)
    for (const [i, sample] of samples.entries()) {
      const hasCalls = sample.messages.some((one) => one.calls !== undefined || one.role === 'tool');
      // Gemma's template puts the instructions into the first question.
      const isMerged = name === 'gemma' && sample.messages[0]?.role === 'system';
      if ((calls === 'none' && hasCalls) || isMerged) continue;
      // Without tools, a chat is recognized as Phi-3.
      if (name === 'phi' && !hasCalls) continue;
      test(`${name}, conversation ${i}`, () => {
        const text = textOf(name, sample);
        const messages = messagesIn(text);
        assert.deepEqual(told(messages), expected(sample), text);
        const ids = messages.flatMap(({ tool_calls = [] }) => tool_calls.map(({ id }) => id));
        const answered = messages.flatMap(({ tool_call_id }) => tool_call_id ?? []);
        for (const id of answered) assert.ok(ids.includes(id), `${id}: ${text}`);
      });
    }

  const tools = [
    {
      type: 'function',
      function: {
        name: 'get_weather',
        description: 'Weather',
        parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      },
    },
  ];
  const asked: readonly Message[] = [
    { role: 'system', content: 'You are terse.' },
    { role: 'user', content: 'Weather in Lima?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'abcdefghi', function: { name: 'get_weather', arguments: '{"city": "Lima"}' } }],
    },
    { role: 'tool', tool_call_id: 'abcdefghi', content: '20' },
    { role: 'assistant', content: 'Mild.' },
  ];
  for (const { name, calls } of modelForms) {
    if (calls === 'none') continue;
    test(`${name}: what is declared is read as tools, instructions as the system's, and nothing is wrong`, () => {
      const text = writtenFor(name, { messages: asked, tools }, false);
      assert.deepEqual(summary(text), [], text);
      const { value } = convertTranscript(opened(text) as Transcript, usual).output as {
        value: { messages: Message[]; tools: unknown };
      };
      assert.deepEqual(value.tools, tools);
      const instructions = value.messages.filter(({ role }) => role === 'system');
      assert.deepEqual(instructions, [asked[0]]);
    });
  }

  test('Gemma 4, which is only read: reasoning, a call, its reply and an answer in one turn', () => {
    const text =
      '<bos><|turn>system\nBe kind.<turn|>\n<|turn>user\nWeather?<turn|>\n<|turn>model\n<|channel>thought\nHm.\n<channel|><|tool_call>call:f{city:<|"|>Lima<|"|>,days:3}<tool_call|><|tool_response>response:f{value:<|"|>20<|"|>}<tool_response|>Mild.<turn|>\n';
    for (const one of [text, text.replace('<bos>', '')]) {
      assert.equal(opened(one).dialect, bundledDialect('gemma-4'));
      assert.deepEqual(summary(one), []);
      const messages = messagesIn(one);
      assert.deepEqual(
        messages.map(({ role }) => role),
        ['system', 'user', 'assistant', 'tool', 'assistant'],
      );
      assert.deepEqual(told(messages), [
        'user: Weather?',
        'call f {"city":"Lima","days":3}',
        'tool: 20',
        'assistant: Mild.',
      ]);
      assert.deepEqual(
        viewOf(opened(one)).map((seen) => seen.text),
        ['Weather?', 'Mild.'],
      );
    }
  });

  test('tools whose parameters are not a schema, as Phi-4-mini has them, in the instructions', () => {
    const text =
      '<|system|>You are terse.<|tool|>[{"name": "f", "parameters": {"city": {"type": "str"}}}]<|/tool|><|end|><|user|>Hi<|end|><|assistant|>Yes<|end|>';
    assert.deepEqual(summary(text), []);
    const { value } = convertTranscript(opened(text) as Transcript, usual).output as { value: { tools: unknown[] } };
    assert.equal(value.tools.length, 1);
  });

  test('several instructions of DeepSeek have a blank line between them, as its template writes them', () => {
    const [first, second] = ['Be kind.', 'Be brief.'].map((content) => ({ role: 'system', content }));
    const text = writtenFor('deepseek', { messages: [first, second, { role: 'user', content: 'Hi' }] }, false);
    assert.equal(text, '<｜begin▁of▁sentence｜>Be kind.\n\nBe brief.<｜User｜>Hi');
  });

  test('the dialect of a name is that of the text', () => {
    const [hello] = samples;
    for (const { name } of modelForms) {
      if (name === 'phi') continue;
      const { dialect } = opened(textOf(name, hello as Sample));
      assert.equal(dialect, bundledDialect(name));
      assert.ok(isLearned(dialect));
    }
  });
});
