/**
 * Chooses the output to explain. Text that an error quotes is not an output. If there are several outputs, the one that the server
 * rejected is explained.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { causes } from '../../server/src/explain/causes.ts';
import { type Explanation, explain, explainError } from '../../server/src/explain/explain.ts';
import { report } from '../../server/src/explain/report.ts';
import { find, output } from '../support/explain-input.ts';

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

test('the words of an error about a request, which a model says, are part of its output', () => {
  for (const words of [
    'registry.ollama.ai/x does not support tools',
    'System role not supported',
    'prompt is too long: 3',
  ]) {
    const said = `<|channel|>final to=a to=b<|message|>It says "${words}".<|return|>`;
    for (const input of [
      said,
      JSON.stringify({ choices: [{ message: { content: said } }] }),
      `INFO 10:00:00 raw output: ${said}\n`,
    ])
      assert.deepEqual(
        find(input).outputs.map(({ text }) => text),
        [said],
        input,
      );
    assert.deepEqual(find(`ERROR 10:00:00 ${words}\n`).outputs, []);
  }
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
    assert.throws(() => explain(log, { choose: 6 }), /there is no output 6: the input contains only 5/);
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
    // Different functions are never equal, so each `placeOf` is replaced by one of its results.
    const placed = (pieces: readonly string[]) => {
      const { outputs, ...rest } = find(...pieces);
      return {
        ...rest,
        outputs: outputs.map(({ placeOf, ...one }) => ({ ...one, place: placeOf?.(one.text.length) })),
      };
    };
    assert.deepEqual(placed(lines), placed([log]));
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
      // Another parser is requested, so the error of the server does not count.
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
