/** The first lines of an explanation, and errors of which only a part is recognized. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Explanation, explain, explainError } from '../../server/src/explain/explain.ts';
import { report } from '../../server/src/explain/report.ts';

const said = (output: string, parser: string) =>
  report(explain(output, { parser }), (code) => code).find((line) =>
    /^(?:Accepted(?! by)|The parser accepts)/.test(line),
  );

test('of several outputs, which are rejected and which this is about', () => {
  const wrong = '<|channel|>final x y z<|message|>Hi<|return|>';
  const right = '<|channel|>final<|message|>Hi<|return|>';
  const about = (...outputs: string[]) =>
    report(explain(outputs.map((one) => `INFO output: ${one}\n`).join('')), (code) => code)
      .join(' ')
      .replace(/ +/g, ' ');
  assert.match(
    about(right, wrong, right),
    /The input contains 3 outputs\. The parser rejects output 2\. Output 2 is explained here; use --choose N for another/,
  );
  assert.match(
    about(wrong, right, wrong),
    /The parser rejects 2 of them \(outputs 1, 3\)\. Output 3 is explained here;/,
  );
  assert.match(about(right, right), /The input contains 2 outputs\. The parser accepts all of them\./);
});

suite('an output that is accepted', () => {
  const answer = '<|channel|>final<|message|>Seven.<|return|>';

  test('with an answer or a call, and nothing lost', () => {
    assert.equal(said(answer, 'vllm'), 'Accepted.');
    assert.equal(said(answer, 'harmony'), 'Accepted.');
    assert.equal(said('<|channel|>commentary to=functions.f json<|message|>{}<|call|>', 'vllm'), 'Accepted.');
    assert.equal(said('<think>a</think>Seven.', 'hermes'), 'Accepted.');
    const call = '<|channel|>commentary to=functions.f <|constrain|>json<|message|>{}';
    assert.equal(said(call, 'llama.cpp'), 'Accepted.');
  });

  test('without an answer or a call, that is said', () => {
    const nothing = /^Accepted without an error, but the result has neither an answer nor a call/;
    assert.match(
      said('<|channel|>analysis<|message|>Add them.<|end|><|start|>assistant<|channel|>fin', 'vllm') ?? '',
      nothing,
    );
    assert.match(said('<|channel|>analysis<|message|>Add them.', 'vllm') ?? '', nothing);
    assert.match(said('<|channel|>commentary to=lookup<|message|>{}<|call|>', 'vllm') ?? '', nothing);
  });

  test('by this parser, and not by others', () => {
    const wholeOf = (output: string, parser: string) => report(explain(output, { parser }), (code) => code).join('\n');
    const cut = '<|channel|>commentary to=functions.f <|constrain|>json<|message|>{"city": "Lima"';
    assert.equal(said(cut, 'harmony'), 'Accepted, but other parsers read it differently: see below.');
    const whole = wholeOf(cut, 'harmony');
    assert.match(whole, /\n {2}vllm: The arguments of the call to f are not JSON/);
    assert.match(whole, /\n {2}ollama: rejects it: error parsing tool call/);
    assert.match(
      wholeOf('<|channel|>comentary to=functions.f<|message|>{}<|call|>', 'harmony'),
      /\n {2}llama.cpp: rejects it/,
    );
    // Qwen3-Coder writes calls differently, so its parser is not suggested for these outputs.
    assert.doesNotMatch(wholeOf('<tool_call>{"name": "f", "arguments": {}}</tool_call>', 'hermes'), /qwen3/);
    assert.doesNotMatch(wholeOf(answer, 'harmony'), /Other parsers/);
  });

  test('by this parser, and not by Ollama, which says why after the arguments', () => {
    const script = Array.from({ length: 9 }, (_, i) => `line ${i}`).join('\n');
    const output = `<|channel|>commentary to=functions.f code<|message|>{"cmd": "${script}"}<|call|>`;
    const lines = (parser: string) => report(explain(output, { parser }), (code) => code);
    const why = "err=invalid character '\\\\n' in string literal";
    assert.match(
      lines('harmony').join(' ').replace(/ +/g, ' '),
      new RegExp(`ollama: rejects it: error parsing tool call: raw='.{1,80}', ${why}`),
    );
    const said = lines('ollama').slice(lines('ollama').findIndex((line) => line.startsWith('Rejected')));
    assert.deepEqual(said.slice(1, 4), [
      `  error parsing tool call: raw='{"cmd": "line 0`,
      '  …',
      `  line 8"}', ${why.replaceAll('\\\\', '\\')}`,
    ]);
  });

  test('with a call as the answer', () => {
    const written = (json: string, parser = 'harmony') =>
      report(
        explain(parser === 'harmony' ? `<|channel|>final<|message|>${json}<|return|>` : json, { parser }),
        (code) => code,
      )
        .join(' ')
        .replace(/ +/g, ' ');
    const remark = /Note: The answer is JSON that calls sow, but no server reads it as a call/;
    assert.match(written('{"name": "sow", "arguments": {"crop": "peas"}}'), remark);
    assert.match(written('{"type": "function", "function": {"name": "sow", "arguments": "{}"}}'), remark);
    assert.doesNotMatch(written('{"name": "Ada", "age": 36}'), remark);
    assert.doesNotMatch(written('{"name": "sow", "arguments": ["for", "against"]}'), remark);
  });

  test('that is nothing but a call, without a token or a tag', () => {
    const note = /Note: The answer is JSON that calls sow, but no server reads it as a call/;
    const call = '{"name": "sow", "arguments": {"crop": "peas"}}';
    for (const input of [
      call,
      `${call}\n`,
      `\`\`\`json\n${call}\n\`\`\`\n`,
      `[${call}]`,
      call.replace('arguments', 'parameters'),
    ])
      for (const options of [{}, { parser: 'hermes' }]) {
        const explanation = explain(input, options) as Explanation;
        assert.deepEqual(
          [explanation.parser.name, explanation.accepted, explanation.complete],
          ['hermes', true, false],
        );
        assert.match(
          report(explanation, (code) => code)
            .join(' ')
            .replace(/ +/g, ' '),
          note,
          input,
        );
      }
    for (const input of [
      '{"name": "Ada", "age": 36}',
      '{"name": "sow", "description": "Sows.", "parameters": {"type": "object", "properties": {}}}',
      '{"tools": [{"name": "sow", "arguments": {}}]}',
      `Call it: ${call}`,
    ])
      assert.throws(() => explain(input), /no model output was found/, input);
  });

  test('as something that was probably not intended', () => {
    const odd = /^The parser accepts this output, but it probably isn't what the model intended/;
    assert.match(said('<|channel|>final x y<|message|>Hi<|return|>', 'harmony') ?? '', odd);
    assert.match(said('<|channel|>analysis<|channel|>final<|message|>Hi<|return|>', 'harmony') ?? '', odd);
  });

  test('with a call that breaks off, or with something lost', () => {
    const lost = /^Accepted without an error, but some parts do not arrive/;
    assert.match(said('<|channel|>commentary to=functions.f json<|message|>{"a": "b', 'vllm') ?? '', lost);
    assert.match(said(`${answer}<|start|>assistant<|channel|>commentary`, 'vllm') ?? '', lost);
  });
});

suite('a part of an error', () => {
  const kinds = (text: string) => explainError(text)?.errors.map(({ known }) => known) ?? [];

  test('the name of the exception means each error of its parser', () => {
    const found = kinds('HarmonyError');
    assert.ok(found.some((known) => known.startsWith('unexpected tokens remaining')));
    assert.ok(found.some((known) => known.startsWith('Unexpected EOS')));
    assert.deepEqual(kinds('openai_harmony.HarmonyError'), found);
    assert.equal(new Set(found).size, found.length);
  });

  test('a number is what differs', () => {
    assert.deepEqual(kinds('Unexpected token 4913'), ['Unexpected token … while expecting start token 200006']);
    assert.deepEqual(kinds('4913'), []);
    assert.deepEqual(kinds('HarmonyErrors everywhere'), []);
  });
});

test('an answer inside the reasoning is named, and who loses it', () => {
  const explanation = explain('<|channel|>analysis<|message|>A.\n<|channel|>final<|message|>B.') as Explanation;
  assert.match(
    explanation.what ?? '',
    /^The answer is inside the reasoning: `<\|end\|><\|start\|>assistant` is missing/,
  );
  assert.deepEqual(
    explanation.elsewhere.map(({ parser }) => parser),
    ['vllm', 'llama.cpp', 'ollama'],
  );
  assert.match(
    report(explanation, (code) => code).join('\n'),
    /^Accepted without an error, but .* neither an answer nor a call/m,
  );
});

test('an output that ends after its reasoning says so', () => {
  for (const input of [
    '<|channel|>analysis<|message|>A.<|end|>',
    '{"message":{"role":"assistant","content":"","thinking":"A."},"done":true,"done_reason":"stop"}',
  ]) {
    const explanation = explain(input) as Explanation;
    assert.match(explanation.what ?? '', /neither an answer nor a call/);
    assert.equal(explanation.complete, false);
    assert.ok(explanation.elsewhere.some(({ parser }) => parser === 'vllm'));
  }
});

test('a missing opener is not said to be that of a call before an answer', () => {
  const { what, meant } = explain(
    '<|channel|>analysis<|message|>A.<|end|><|channel|>final<|message|>B.',
  ) as Explanation;
  assert.doesNotMatch(`${what} ${meant}`, /call|12606/);
  const [error] = explainError('Unexpected token 12606 while expecting start token 200006')?.errors ?? [];
  assert.match(error?.what ?? '', /Token 12606 is `comment`/);
  assert.match(error?.what ?? '', /usually a call/);
});

test('a type that is not checked is no problem of an output', () => {
  const python = '<|start|>assistant to=python<|channel|>analysis code<|message|>print(1)<|call|>';
  const text = report(explain(python), (code) => code).join('\n');
  assert.doesNotMatch(text, /content-type-unknown|What the checker finds/);
});

test('the smallest range is underlined: a word of a long text, and with a space the word after it', () => {
  for (const [output, word] of [
    ["analysisThe user asks 2+2. It's 4.assistantfinal4", 'analysis'],
    ['Sorry, I cannot help with that, whatever you say.<|end|>', 'Sorry,'],
    ['<|channel|>commentary to=functions.f <|constrain|> json<|message|>{}<|call|>', ' json'],
    ['<|channel|>commentary to=functions.f extra <|constrain|>json<|message|>{}<|call|>', 'extra'],
  ] as const)
    assert.equal((explain(output, { parser: 'harmony' }) as Explanation).stop?.word?.text, word, output);
});

suite('the words of a report', () => {
  const lines = (input: string, options = {}) =>
    report(explain(input, options), (code) => code)
      .join('\n')
      .replace(/\n {2,4}(?=\S)/g, ' ');

  test('every message that a repair makes where nothing was read is named, and how it was made is plain', () => {
    const said = lines('analysisWe need 17*23 = 391.assistantfinal17 × 23 = **391**.');
    assert.match(
      said,
      /This parser reads it as a message: assistant on analysis, then a message: assistant on final\./,
    );
    assert.match(said, /- Restore the stripped tokens, based on the channel names in the body(?! \()/);
  });

  test('a single character, and the end of a call that is not that of the output', () => {
    const said = lines('<tool_call>\n{"name": "f", "arguments": {"a": "b"}\n</tool_call>');
    assert.match(said, /The character at fault, at line 2, column \d+: \}/);
    assert.match(said, /\^ the place where the parser stops/);
  });

  test('no repaired arguments are spoken of if there are none', () => {
    const said = lines('<tool_call>\nget_weather\n{"city": "Paris"}\n</tool_call>');
    assert.match(said, /No fix makes the parser accept the output\./);
    assert.doesNotMatch(said, /the repaired/);
  });

  test('an error that this reading does not explain', () => {
    const answer = JSON.stringify('<|channel|>final<|message|>Hi<|return|>');
    const said = lines(`INFO output: ${answer}\nERROR HarmonyError: Unknown role: x\n`);
    assert.match(said, /^Not accepted: the server reports an error, although `ocml` reads the output without one\.$/m);
    assert.doesNotMatch(said, /this model of/);
  });
});
