/** Lost calls that cause no error are found, explained and repaired. Lines of a log are still recognized as a log. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type ErrorExplanation, type Explanation, explain, explainError } from '../../server/src/explain/explain.ts';
import { find } from '../support/explain-input.ts';

const call = '{"name": "get_sky", "arguments": {"city": "Bonn"}}';
const tagged = `<tool_call>\n${call}\n</tool_call>`;
const xml = '<tool_call>\n<function=edit>\n<parameter=path>\na.py\n</parameter>\n</function>\n</tool_call>';

/** A fault, an output with it, and the repaired output. */
const repaired: readonly [what: string, output: string, repaired: string][] = [
  ['no opening tag', `${call}\n</tool_call>`, tagged],
  ['no opening tag, before another call', `${call}\n</tool_call>\n${tagged}`, `${tagged}\n${tagged}`],
  ['no opening tag, after another call', `${tagged}\n${call}\n</tool_call>`, `${tagged}\n${tagged}`],
  ['no opening tag, after text', `I look.\n${call}\n</tool_call>`, `I look.\n${tagged}`],
  ['no tags, after text', `I look.\n${call}`, `I look.\n${tagged}`],
  ['no end of the thought', `<think>\nI look.\n${tagged}`, `<think>\nI look.\n</think>\n\n${tagged}`],
  ['no bracket of an end tag', xml.replace('</parameter>', '</parameter'), xml],
];

suite('a fault that causes no error', () => {
  for (const [what, output, expected] of repaired) {
    test(what, () => {
      const { repaired: text, what: says, input } = explain(output) as Explanation;
      assert.deepEqual([text?.text, text?.accepted, text?.meant], [expected, true, true]);
      assert.ok(says !== undefined && input.from === 'the whole input', `${says} ${input.from}`);
    });
  }

  test('is at the call, and not at its end tag', () => {
    const { stop } = explain(`I look.\n${call}\n</tool_call>`) as Explanation;
    assert.equal(stop?.start, 'I look.\n'.length);
  });

  test('an answer is not hidden in a thought that nothing ends', () => {
    const { repaired: text } = explain('<think>\nSum.\n\nIt is 7.<|im_end|>') as Explanation;
    assert.equal(text, undefined);
  });
});

suite('lines of JSON', () => {
  test('that are records are a log, whatever they name', () => {
    for (const record of [
      '{"name": "app", "arguments": {"a": 1}, "level": 30, "time": 1, "msg": "call"}',
      '{"level": "info", "msg": "start"}',
      '{"time": "2025-01-01T00:00:00Z", "name": "f", "arguments": {}}',
    ]) {
      const { outputs } = find(`${record}\n{"output": "<|channel|>final<|message|>Hi<|return|>"}\n`);
      assert.deepEqual(
        outputs.map(({ line, text }) => [line, text]),
        [[2, '<|channel|>final<|message|>Hi<|return|>']],
      );
    }
  });

  test('that are calls are an output', () => {
    const { outputs } = find(`${call}\n</tool_call>\n`);
    assert.deepEqual(
      outputs.map(({ text }) => text),
      [`${call}\n</tool_call>`],
    );
  });
});

suite('arguments that are not JSON', () => {
  const broken = '{"city": ';
  const answers: Readonly<Record<string, unknown>> = {
    'of the Responses API': {
      object: 'response',
      output: [
        { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Look.' }] },
        { type: 'function_call', call_id: 'c1', name: 'sky', arguments: broken },
      ],
    },
    'of an item': { type: 'function_call', call_id: 'c1', name: 'sky', arguments: broken },
    'of Chat Completions': {
      choices: [{ message: { role: 'assistant', tool_calls: [{ function: { name: 'sky', arguments: broken } }] } }],
    },
  };
  for (const [name, answer] of Object.entries(answers)) {
    test(name, () => {
      const { argumentsBroken, what, output } = explain(JSON.stringify(answer)) as Explanation;
      assert.ok(output.includes(`to=functions.sky <|constrain|>json<|message|>${broken}`), output);
      assert.deepEqual([argumentsBroken, what?.includes('cut off')], [true, true]);
    });
  }

  test('and those that are', () => {
    const { argumentsBroken } = explain(
      JSON.stringify({ type: 'function_call', name: 'f', arguments: '{}' }),
    ) as Explanation;
    assert.equal(argumentsBroken, false);
  });
});

/** Errors as clients receive them, and patterns for the explanation and the advice. */
const errors: readonly [text: string, what: RegExp, todo: RegExp][] = [
  ['The model produced output that does not match the expected peg-gemma4 format', /chat format/, /does not include/],
  ['The model produced output that does not match the expected peg-native format', /chat format/, /Send the request/],
  ['unparsed Hermes 2 Pro output: <tool_call>{', /chat format/, /log/],
  [
    '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    /without a parser/,
    /--enable/,
  ],
  [
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: call_1",
    /do not answer each/,
    /Add a reply/,
  ],
  [
    'messages.22: `tool_use` ids were found without `tool_result` blocks immediately after: toolu_01',
    /do not answer each/,
    /Add a reply/,
  ],
  ['No tool call found for function call output with call_id call_1.', /any call before it/, /together/],
  [
    "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.",
    /any call before it/,
    /together/,
  ],
  [
    "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens",
    /longer than the model's context/,
    /fewer or shorter/,
  ],
  [
    'the request exceeds the available context size. try increasing it',
    /longer than the model's context/,
    /--ctx-size/,
  ],
  ['prompt is too long: 201234 tokens > 200000 maximum', /longer than the model's context/, /fewer or shorter/],
  [
    'openai_harmony.HarmonyError: error downloading or loading vocab file: failed to download or load vocab file',
    /vocabulary/,
    /TIKTOKEN_ENCODINGS_BASE/,
  ],
  [
    'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...',
    /alternate/,
    /Join consecutive messages/,
  ],
  ["Cannot put tools in the first user message when there's no first user message!", /first user message/, /Send/],
  ["Invalid schema for function 'f': schema must have type 'object'", /declaration of a tool/, /parameters/],
];

suite('an error that a client receives', () => {
  for (const [text, what, todo] of errors) {
    test(text, () => {
      const { errors: found } = explainError(text) as ErrorExplanation;
      assert.match(found[0]?.what ?? '', what);
      assert.match(found[0]?.todo ?? '', todo);
      // A user who has only the error has not seen the output, so the advice must not mention the output.
      assert.doesNotMatch(found[0]?.todo ?? '', /Repair the (?:output|call)|temperature/);
      assert.doesNotMatch(found[0]?.what ?? '', /^The header is not one/);
    });
  }

  test('is not about an output that is near it in a log', () => {
    const log = `INFO 08-06 23:25:57 output: "<|channel|>final<|message|>Hi<|return|>"\nERROR 08-06 23:25:58 This model's maximum context length is 10 tokens.\n`;
    assert.equal((explain(log) as Explanation).accepted, true);
  });
});
