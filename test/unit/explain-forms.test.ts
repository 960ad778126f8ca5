/** The forms in which an output may be given, and the position at which an output in a log ends. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ExtractedOutput } from '../../server/src/explain/input/extracted-output.ts';
import { find, ids, idText, output, thoughtOf } from '../support/explain-input.ts';

const forms: readonly [name: string, input: string, form: ExtractedOutput['form'], text?: string, line?: number][] = [
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
    'a chat API response',
    JSON.stringify({ id: 'c', choices: [{ message: { role: 'assistant', content: output } }] }),
    'response',
  ],
  [
    'a chat API response over lines',
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
    'a chat API response that breaks off in its thought',
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
