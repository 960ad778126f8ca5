/** What somebody gave is taken for what it is, in every form, and what was taken is said. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { causes } from '../../server/src/explain/causes.ts';
import { type Explanation, explain, explainError } from '../../server/src/explain/explain.ts';
import type { Found } from '../../server/src/explain/input/found.ts';
import { Recogniser } from '../../server/src/explain/input/recognise.ts';
import { report } from '../../server/src/explain/report.ts';
import type { FoundError } from '../../server/src/explain/server-errors.ts';

/** All that is found in an input that comes in pieces. */
function find(...pieces: string[]): { outputs: Found[]; errors: FoundError[] } {
  const found = { outputs: [] as Found[], errors: [] as FoundError[] };
  const recogniser = new Recogniser({
    output: (one) => found.outputs.push(one),
    error: (one) => found.errors.push(one),
  });
  for (const piece of pieces) recogniser.push(piece);
  recogniser.end();
  return found;
}

const output =
  '<|channel|>analysis<|message|>Say "hi" — to all.\nNow.<|end|><|start|>assistant<|channel|>final<|message|>Hi!<|return|>';
const thoughtOf = '<think>\nHm.\n\nAll of them.\n</think>\n<tool_call>\n{"name": "f", "arguments": {}\n</tool_call>';
const ids = [200_005, 35_644, 200_008, 2167, 1309, 200_007];
const idText = '<|channel|>analysis<|message|>We need<|end|>';

const forms: readonly [name: string, input: string, form: Found['form'], text?: string, line?: number][] = [
  ['raw', output, 'text'],
  ['raw, and the line break of the file', `${output}\n`, 'text'],
  ['raw, after blank lines', `\n\n${output}`, 'text', `\n\n${output}`, 3],
  [
    'raw, beginning in a header',
    ' to=functions.f<|channel|>commentary<|message|>{}<|call|>',
    'text',
    ' to=functions.f<|channel|>commentary<|message|>{}<|call|>',
  ],
  ['raw, beginning with text', 'No, sorry.<|end|><|start|>assistant', 'text', 'No, sorry.<|end|><|start|>assistant'],
  ['raw, with a byte-order mark', `\uFEFF${output}`, 'text'],
  ['raw ChatML', '<think>\nHm.\n</think>\nHi.', 'text', '<think>\nHm.\n</think>\nHi.'],
  ['a string of JSON', JSON.stringify(output), 'escaped'],
  [
    'a string of JSON with everything escaped',
    `"${[...output].map((c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}"`,
    'escaped',
  ],
  ['a string of Python', `'${output.replaceAll('\n', '\\n')}'`, 'escaped'],
  ['a string without its quotes', JSON.stringify(output).slice(1, -1), 'escaped'],
  ['token ids as JSON', JSON.stringify(ids), 'token-ids', idText],
  ['token ids as a tuple of Python', `(${ids.join(', ')},)`, 'token-ids', idText],
  ['token ids one a line', `${ids.join('\n')}\n`, 'token-ids', idText],
  [
    'an answer of a chat API',
    JSON.stringify({ id: 'c', choices: [{ message: { role: 'assistant', content: output } }] }),
    'response',
  ],
  [
    'an answer of a chat API over lines',
    JSON.stringify({ choices: [{ message: { content: output } }] }, null, 2),
    'response',
  ],
  ['an answer of Ollama', JSON.stringify({ message: { role: 'assistant', content: output }, done: true }), 'response'],
  [
    'an answer of a completions API',
    JSON.stringify({ choices: [{ text: output, finish_reason: 'stop' }] }),
    'response',
  ],
  ['JSON in JSON', JSON.stringify({ body: JSON.stringify({ response: output }) }), 'response'],
  [
    'a log line with a quoted string',
    `INFO 08-06 23:25:57 [logger.py:40] Generated response chatcmpl-1: output: ${JSON.stringify(output)}, finish_reason: stop\n`,
    'log',
  ],
  [
    'a log line with a string of Python',
    `INFO 08-06 23:25:57 output: '${output.replaceAll('\n', '\\n')}', more\n`,
    'log',
  ],
  [
    'a log line that is JSON',
    `${JSON.stringify({ level: 'info' })}\n${JSON.stringify({ level: 'info', text: output })}\n`,
    'response',
    output,
    2,
  ],
  [
    'a log with the output over lines',
    `[2025-08-28 01:22:58][ERROR] failed\nModel Output:  ${output}\n[2025-08-28 01:23:00][INFO] next\n`,
    'log',
    output,
    2,
  ],
  [
    'a log of a container',
    `llama-1  | srv  log_server_r: request\nllama-1  | W common_chat_peg_parse: unparsed peg-native output: ${output.replace('\n', '\nllama-1  | ')}\nllama-1  | srv  stop: done\n`,
    'log',
    output,
    2,
  ],
  [
    'a log with an output that begins with a thought',
    `2025-11-21 10:00:00,120 INFO worker: raw completion follows\n${thoughtOf}\n2025-11-21 10:00:00,131 WARNING idle\n`,
    'log',
    thoughtOf,
    2,
  ],
  [
    'a log with a thought on the line that announces it',
    `INFO 08-06 23:25:57 output: ${thoughtOf}\n`,
    'log',
    thoughtOf,
  ],
  [
    'an answer of a chat API that breaks off in its thought',
    JSON.stringify({ choices: [{ message: { content: '<think>\nHm.' } }] }),
    'response',
    '<think>\nHm.',
  ],
  ['a log with token ids', `INFO 08-06 23:25:57 output_token_ids: [${ids.join(', ')}], finish\n`, 'token-ids', idText],
  ['a coloured log', `\x1b[32mINFO\x1b[0m 08-06 23:25:57 output: ${JSON.stringify(output)}\x1b[0m\n`, 'log'],
  [
    'a log with line breaks of Windows',
    `INFO 08-06 23:25:57 a\r\nINFO 08-06 23:25:58 output: ${JSON.stringify(output)}\r\n`,
    'log',
    output,
    2,
  ],
  [
    'an error of Ollama',
    `{"error":"error parsing tool call: raw='ls -R\\n', err=invalid character 'l' looking for beginning of value"}`,
    'arguments',
    'ls -R\n',
  ],
  [
    'an error of Ollama over lines',
    `time=2026-01-01 level=ERROR msg="x"\nerror parsing tool call: raw='{"a":\n1', err=unexpected end of JSON input\n`,
    'arguments',
    '{"a":\n1',
    2,
  ],
];

suite('forms', () => {
  for (const [name, input, form, text = output, line = 1] of forms) {
    test(name, () => {
      const [first, ...others] = find(input).outputs;
      assert.deepEqual([first?.form, first?.text, first?.line, others.length], [form, text, line, 0]);
      assert.ok(first?.from !== '');
    });
  }
});

suite('where an output in a log ends', () => {
  const said = '<|channel|>final<|message|>Hi!<|return|>';
  for (const [name, log, texts] of [
    ['at a stop token', `INFO 08-06 23:25:57 output: ${said}\nnothing of <|channel|> here\n`, [said]],
    ['after a further message', `INFO 08-06 23:25:57 output: ${said}\n${output}\n\nend\n`, [`${said}\n${output}`]],
    ['within its line', `INFO 08-06 23:25:57 output: ${said}, finish_reason: stop\n`, [said]],
    ['at a line with a time', `10:11:12 worker: output: ${output}\n10:11:13 worker: idle <|end|>\n`, [output]],
    ['at a line of glog', `I0912 10:11:12 x.cc:1] output: ${output}\nI0912 10:11:13 x.cc:2] idle\n`, [output]],
    [
      'at an exception of llama.cpp',
      `srv  next: output: ${idText}\nsrv    operator(): got exception: {"error":{"code":500}}\n`,
      [idText],
    ],
    ['at a level with a name', `INFO engine: begins\nINFO engine: output: ${idText}\nINFO engine: idle\n`, [idText]],
    ['at a level in brackets', `[INFO] output: ${output}\n[INFO] idle\n`, [output]],
    [
      'nowhere, as a line speaks of a token',
      `[INFO] the token <|channel|> is special\n[INFO] output: ${said}\n`,
      [said],
    ],
    [
      'nowhere, as a line speaks of thoughts',
      `[INFO] start token: <think>, end token: </think>\n[INFO] A <think> b\n[INFO] output: ${said}\n`,
      [said],
    ],
  ] as const) {
    test(name, () =>
      assert.deepEqual(
        find(log).outputs.map(({ text }) => text),
        texts,
      ),
    );
  }
});

test('what is between two messages is told by what it is', () => {
  const cause = (between: string) =>
    (explain(`<|channel|>analysis<|message|>Hm.<|end|>${between}`) as Explanation).what ?? '';
  assert.match(cause('assistant<|channel|>final<|message|>Hi<|return|>'), /`<\|start\|>` is missing before it/);
  assert.match(cause('final<|message|>Hi<|return|>'), /begins without `<\|start\|>assistant`/);
  assert.match(cause('\n<|start|>assistant<|channel|>final<|message|>Hi<|return|>'), /white space/);
});

test('an answer that is sent bit by bit is put together', () => {
  const chunk = (content: string, finish_reason: string | null = null) =>
    `data: ${JSON.stringify({ id: 'c1', choices: [{ delta: { content }, finish_reason }] })}\n\n`;
  const { outputs } = find(`${chunk('<|channel|>final')}${chunk('<|message|>Hi', 'stop')}data: [DONE]\n`);
  assert.deepEqual(
    outputs.map(({ text }) => text),
    ['<|channel|>final<|message|>Hi'],
  );
});

test('what was sent to a model is not what it wrote', () => {
  const prompt = '<|start|>system<|message|>Be brief.<|end|><|start|>user<|message|>Hi<|end|><|start|>assistant';
  const log = [
    `INFO 08-06 23:25:57 Received request c1: prompt: ${JSON.stringify(prompt)}, params: x`,
    `INFO 08-06 23:25:58 prompt_token_ids: [200006, 17360, 200008, 200007]`,
    JSON.stringify({ messages: [{ role: 'user', content: 'What is <|channel|>?' }] }),
    `INFO 08-06 23:25:59 output: ${JSON.stringify(output)}`,
  ].join('\n');
  assert.deepEqual(
    find(log).outputs.map(({ line }) => line),
    [4],
  );
});

test('an answer whose output the server has read already is put together again', () => {
  const message = {
    role: 'assistant',
    content: null,
    reasoning_content: 'Add.',
    tool_calls: [{ function: { name: 'add', arguments: '{"a":' } }],
  };
  const { outputs } = find(JSON.stringify({ choices: [{ finish_reason: 'length', message }] }));
  assert.equal(
    outputs[0]?.text,
    '<|channel|>analysis<|message|>Add.<|end|><|start|>assistant<|channel|>commentary to=functions.add <|constrain|>json<|message|>{"a":<|call|>',
  );
  assert.match(outputs[0]?.notes.join(' ') ?? '', /token limit.*has already parsed the output/);
});

suite('a name of a tool that ends in a part of its header', () => {
  const answered = (name: string) => {
    const tool_calls = [{ type: 'function', function: { name, arguments: '{"city":"Bonn"}' } }];
    const message = { role: 'assistant', content: null, reasoning_content: 'Look.', tool_calls };
    return explain(JSON.stringify({ choices: [{ message }] })) as Explanation;
  };
  const call = '<|channel|>commentary to=functions.sky <|constrain|>json<|message|>{"city":"Bonn"}<|call|>';
  for (const name of [
    'sky<|channel|>commentary',
    'sky<|channel|>json',
    'sky <|constrain|>json',
    'functions.sky<|channel|>commentary',
  ])
    test(name, () => {
      const { output: taken, accepted, input } = answered(name);
      assert.deepEqual(
        [taken, accepted],
        [`<|channel|>analysis<|message|>Look.<|end|><|start|>assistant${call}`, true],
      );
      const note = `In the answer, the name of a tool is \`${name}\`: the server took a part of the header into it. The tool is \`sky\`.`;
      assert.ok(
        input.notes.some((one) => one.startsWith(note)),
        input.notes.join('\n'),
      );
    });
  test('is not one that has none', () => assert.equal(answered('sky').input.notes.length, 1));
});

test('plain text is an output if a parser is named, and nothing otherwise', () => {
  assert.throws(() => explain('Hello there.'), /no model output was found/);
  const { output: text, stop } = explain('Hello there.', { parser: 'harmony' }) as Explanation;
  assert.deepEqual([text, stop?.kind], ['Hello there.', 'header-open']);
  assert.equal((explain('{"a": 1}', { parser: 'llama.cpp' }) as Explanation).output, '{"a": 1}');
});

test('the token of a format that no parser here reads is named', () => {
  const read =
    /no model output was found.* `<\|python_tag\|>` is a token of Llama 3, .*Harmony and ChatML.*`ocml check`/;
  const call = '<|python_tag|>{"name": "sow", "parameters": {}}<|eom_id|>';
  for (const text of [call, `INFO 08-06 23:25:57 output: ${call}\n`, JSON.stringify({ content: call })])
    assert.throws(() => explain(text), read);
  assert.throws(() => explain('Peas.<|endoftext|>'), /found: no control token of Harmony or ChatML, no call tag/);
});

test('numbers that are not those of tokens are named', () => {
  assert.throws(() => explain('[200005, 35644, 999999]'), /999999, at position 3, is not a token id/);
});

test('a token that is spelled out with ordinary ones is told from the token', () => {
  const { input } = explain('[200005, 17196, 27, 91, 2506, 91, 29, 200008, 13225, 200002]') as Explanation;
  assert.deepEqual(
    input.notes,
    [
      "`<|end|>` is spelled out with ordinary tokens, so the server's parser does not recognise it as a control token.",
    ].slice(0, input.notes.length),
  );
});

suite('what an error quotes is not an output', () => {
  const bad = '<|channel|>commentary to=assistant<|channel|>commentary to=functions.f<|message|>{}<|call|>';
  const raised = 'ERROR 08-06 23:25:09 openai_harmony.HarmonyError: ';
  for (const said of [
    'unexpected tokens remaining in message header: Some("<|constrain|>")',
    'unexpected tokens remaining in message header: Some("to=assistant<|channel|>commentary")',
    'unexpected tokens remaining in message header: ["<|constrain|>", "x"]',
    'Unknown role: functions.f<|channel|>commentary',
    'Failed to parse tool call: Expected "<|message|>", but got "<|channel|>" at index 3.',
    'You have passed a message containing <|channel|> tags in the content field.',
  ]) {
    test(said, () => {
      assert.deepEqual(find(`${raised}${said}\n`).outputs, []);
      assert.deepEqual(find(JSON.stringify(said)).outputs, []);
      const alone = explain(`${raised}${said}\n`);
      assert.deepEqual(alone, explainError(said));
      const log = `INFO 08-06 23:25:08 output: ${JSON.stringify(bad)}, finish_reason: stop\n${raised}${said}\n`;
      assert.deepEqual(
        find(log).outputs.map(({ text }) => text),
        [bad],
      );
    });
  }

  test('but what is on its line besides it is', () => {
    const line = `${raised}Unknown role: assistantfinal output: ${output.replace('\n', ' ')}\n`;
    assert.deepEqual(
      find(line).outputs.map(({ text }) => text),
      [output.replace('\n', ' ')],
    );
  });

  test('and so is the output that an error of llama.cpp ends with, in JSON, too', () => {
    const error = `unparsed peg-native output: ${output}`;
    for (const input of [`srv stop: x\n${error}\n`, `${JSON.stringify({ a: 1 })}\n${JSON.stringify({ msg: error })}\n`])
      assert.deepEqual(
        find(input).outputs.map(({ text }) => text),
        [output],
      );
  });
});

suite('an error of llama.cpp that quotes the output', () => {
  const said = '<|channel|>comment to=functions.f<|message|>{"path":"/home"}';
  const error = `Failed to parse input at pos 0: ${said}`;
  const answer = `srv    operator(): got exception: ${JSON.stringify({ error: { code: 500, message: error } })}\n`;

  test('is read to its end', () => {
    for (const log of [`${error}\nsrv  stop: done\n`, answer, `${error}\n${answer}`]) {
      const { serverError, output: taken } = explain(log) as Explanation;
      assert.deepEqual([serverError?.text, taken], [error, said], log);
    }
    const open = 'unparsed peg-native output: <|channel|>commentary to=functions.f<|message|>{"path":"/home"';
    assert.equal(find(open).errors[0]?.said, open);
    const line = `level=ERROR msg="HarmonyError: Unknown role: x", more`;
    assert.equal(find(line).errors[0]?.said, 'Unknown role: x');
    const raised = `raise HarmonyError('unexpected tokens remaining in message header: ["x"]')`;
    assert.equal(find(raised).errors[0]?.said, 'unexpected tokens remaining in message header: ["x"]');
  });

  test('and by the answer of the server is one output', () => {
    assert.equal((explain(`${error}\n${answer}`) as Explanation).input.outputs, 1);
    const twice = `INFO 08-06 23:25:57 output: ${JSON.stringify(output)}\n`;
    assert.equal((explain(twice + twice) as Explanation).input.outputs, 2);
  });
});

suite('several outputs', () => {
  const bad = '<|channel|>commentary to=functions.f to=functions.f<|message|>{}<|call|>';
  const log = [output, bad, output, bad.replaceAll('functions.f', 'functions.g'), output]
    .map((one, i) => `INFO 08-06 23:25:0${i} output: ${JSON.stringify(one)}`)
    .join('\n');

  test('the last that fails is taken, and how many there are is said', () => {
    const { input, stop } = explain(log) as Explanation;
    assert.deepEqual([input.number, input.outputs, input.failing, input.failingNumbers], [4, 5, 2, [2, 4]]);
    assert.match(stop?.text ?? '', /functions\.g/);
  });

  test('another is taken by its number', () => {
    assert.match((explain(log, { choose: 2 }) as Explanation).stop?.text ?? '', /functions\.f/);
    assert.equal((explain(log, { choose: 1 }) as Explanation).accepted, true);
    assert.throws(() => explain(log, { choose: 6 }), /there is no output 6: 5 were found/);
  });

  test('without one that fails, the last', () => {
    const fine = log
      .split('\n')
      .filter((line) => !line.includes('to='))
      .join('\n');
    assert.deepEqual([(explain(fine) as Explanation).input.number, (explain(fine) as Explanation).accepted], [3, true]);
  });

  test('the error of the server beside it is quoted', () => {
    const error =
      'ERROR 08-06 23:25:09 openai_harmony.HarmonyError: unexpected tokens remaining in message header: Some("to=functions.g")';
    const { serverError } = explain(`${log.split('\n').slice(0, 4).join('\n')}\n${error}\n`) as Explanation;
    assert.deepEqual(
      [serverError?.text, serverError?.line],
      ['unexpected tokens remaining in message header: Some("to=functions.g")', 5],
    );
  });

  test('the pieces of an input may end at any line', () => {
    const lines = log.split('\n').map((line) => `${line}\n`);
    assert.deepEqual(find(...lines), find(log));
  });
});

suite('an output that a server failed on', () => {
  const llama =
    '{"error":{"code":500,"message":"The model produced output that does not match the expected peg-native format"}}';
  const failed = (input: string, options = {}) => {
    const { parser, accepted, what, input: taken } = explain(input, options) as Explanation;
    return { parser: parser.name, accepted, what: what?.split(/[,.]/)[0], number: taken.number };
  };
  const isReported = 'The server reports an error';

  test('is read with the parser that its error shows, before it or after it', () => {
    const said = '<|channel|>commentary to=functions.f<|channel|>commentary<|message|>{}<|call|>';
    for (const lines of [
      [`srv next: Parsing PEG input with format peg-native: ${said}`, llama],
      [llama, `srv next: Parsing PEG input with format peg-native: ${said}`],
    ])
      assert.equal(failed(lines.join('\n')).parser, 'llama.cpp');
  });

  test('is not accepted, even if the model of its parser accepts it: the case is named', () => {
    for (const [to, kind] of [
      ['functions.f', 'tool-unknown'],
      ['container.exec', 'tool-elsewhere'],
    ] as const) {
      const said = `<|channel|>commentary to=${to} code<|message|>{}<|call|>`;
      const log = `srv next: unparsed peg-native output: ${said}\n`;
      const explanation = explain(log) as Explanation;
      assert.deepEqual([explanation.parser.name, explanation.accepted], ['llama.cpp', false]);
      assert.equal(explanation.what, causes[kind]?.what);
      assert.match(report(explanation, (code) => code).join('\n'), /^Not accepted: the server reports an error/m);
      // Another parser was asked for.
      assert.equal((explain(log, { parser: 'ollama' }) as Explanation).accepted, true);
    }
    const said = `INFO 08-06 23:25:57 output: ${JSON.stringify(output)}\n`;
    const error = 'ERROR 08-06 23:25:57 HarmonyError: Unknown role: x\n';
    assert.deepEqual(failed(said + error), { parser: 'harmony', accepted: false, what: isReported, number: 1 });
  });

  test('is explained rather than one that nothing is said of, and its error is not that of the next', () => {
    const said = `INFO 08-06 23:25:57 output: ${JSON.stringify(output)}\n`;
    const error = 'ERROR 08-06 23:25:57 HarmonyError: Unknown role: x\n';
    assert.equal(failed(said + error + said).number, 1);
    assert.deepEqual((explain(said + error + said, { choose: 2 }) as Explanation).accepted, true);
  });
});

/** Inputs of strangers: each is read, and nothing is thrown but words for users. */
const hostile: readonly [name: string, input: string][] = [
  ['escapes of a terminal', '\x1b]0;title\x07<|channel|>\x1b[2Jfinal<|message|>\u202eHi\x9b31m<|return|>'],
  ['JSON nested deep', `${'['.repeat(100_000)}"<|channel|>final<|message|>"`],
  ['complete JSON nested deep', `${'{"a":'.repeat(20_000)}"<|channel|>final<|message|>Hi"${'}'.repeat(20_000)}`],
  ['names that every object has', '{"__proto__":{"constructor":"<|channel|>toString<|message|>Hi"}}'],
  [
    'a line of megabytes',
    `INFO 08-06 23:25:57 ${'x'.repeat(5_000_000)}\nINFO 08-06 23:25:58 ${'"\\'.repeat(1_000_000)}<|channel|>`,
  ],
  ['tokens of megabytes', `<|channel|>final<|message|>${'<|end|><|start|>assistant<|channel|>'.repeat(100_000)}`],
  ['quotes without end', `INFO 08-06 23:25:57 ${"output: '<|channel|>".repeat(50_000)}`],
  ['numbers without end', `INFO 08-06 23:25:57 [${'200005, '.repeat(200_000)}`],
  ['a word without end, beside a number', `INFO 08-06 23:25:57 200005 ${'x'.repeat(3_000_000)}`],
  ['braces', `INFO 08-06 23:25:57 ${'{"'.repeat(500_000)}<|end|>`],
  ['tags without end', `<tool_call>${'<function=<parameter='.repeat(100_000)}`],
  ['half a surrogate pair', '<|channel|>final<|message|>\ud83d<|return|>'],
  ['brackets', `[${'('.repeat(500_000)}1`],
  ['blanks', `1${' '.repeat(2_000_000)}x`],
  ['an error without end', `error parsing tool call: raw='${'a\n'.repeat(200_000)}`],
  ['errors', 'Unknown role: x\n'.repeat(100_000)],
  ['nothing', ''],
  ['blank', ' \n\t'],
];

suite('hostile inputs', () => {
  for (const [name, input] of hostile) {
    test(name, () => {
      try {
        explain(input);
      } catch (error) {
        assert.match((error as Error).message, /no model output was found|is not a token id/);
      }
    });
  }
});
