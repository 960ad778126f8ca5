/** Error messages in a log: the words that an error quotes, and whether the error is about the output that was found. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type ErrorExplanation, type Explanation, explain, explainError } from '../../server/src/explain/explain.ts';
import { report } from '../../server/src/explain/report.ts';
import { errorIn } from '../../server/src/explain/server-errors.ts';

const wrong = '<|channel|>commentary to=functions.f a b c<|message|>{}<|call|>';
const logged = (error: string, output = wrong) => `INFO output: ${output}\nERROR ${error}\n`;
const notes = (input: string) => (explain(input) as Explanation).notes.join('\n');

suite('a remark where the error is about something else', () => {
  const differs = /^The server's error on line 2 differs from this parser's error/m;
  const raised = 'openai_harmony.HarmonyError: ';
  const rows: readonly (readonly [error: string, isOther: boolean, output?: string])[] = [
    [`${raised}Unknown role: assistantassistant`, true],
    [`${raised}unexpected tokens remaining in message header: Some("to=functions.g x")`, true],
    [`${raised}unexpected tokens remaining in message header: Some("to=functions.f a")`, false],
    // Other versions quote the words differently, and logs truncate them.
    [`${raised}unexpected tokens remaining in message header: ["to=functions.f", "a"]`, false],
    [`${raised}unexpected tokens remaining in message header: Some("to=func`, false],
    [`${raised}Could not parse header: too many tokens remaining after extracting content-type and recipient`, false],
    // This error comes from another parser, so no remark is expected.
    ['json.decoder.JSONDecodeError: Extra data: line 1 column 3 (char 2)', false],
  ];
  for (const [error, isOther, output] of rows)
    test(error, () => assert.equal(differs.test(notes(logged(error, output))), isOther));

  test('the arguments of a call, by the fault that is named', () => {
    const error = (fault: string) => `error parsing tool call: raw='{"a": 1,}', err=${fault}`;
    const here = "invalid character '}' looking for beginning of object key string";
    assert.equal(notes(error(here)), '');
    assert.match(notes(error('unexpected end of JSON input')), /^The server's error on line 1 differs/);
  });
});

suite('without an output, the words that the error quotes', () => {
  const rows: readonly (readonly [error: string, says: RegExp])[] = [
    ['Unknown role: assistantassistant', / Here, the word is `assistantassistant`\.$/],
    ['Unknown role: <|start|>assistant', /^`<\|start\|>` occurs twice.* the word is `<\|start\|>assistant`\.$/],
    ['Unknown role: ', /a single word that is not a role \([^.]*\)\.$/],
    [
      'unexpected tokens remaining in message header: Some("to=functions.search \\"orders")',
      / Here, the words left over are `to=functions.search "orders`\.$/,
    ],
    [
      'Failed to parse input at pos 12: <|channel|>final x',
      / Here, the fault is at character 12: `<\|channel\|>final x`\.$/,
    ],
    [
      'error parsing tool call: json: cannot unmarshal array into Go value',
      / Here, the parser reports: json: cannot unmarshal array into Go value\.$/,
    ],
  ];
  for (const [error, says] of rows)
    test(error, () => assert.match(explainError(`2026-01-01 12:00:00 ERROR ${error}`)?.errors[0]?.what ?? '', says));
});

suite('an error in a quoted field of a log has escapes', () => {
  const raw = `{"city": "Lyon",\n "at": "C:\\\\x",}`;
  const message = `error parsing tool call: raw='${raw}', err=invalid character '}' looking for beginning of object key string`;
  for (const line of [
    `time=2026-01-01T10:00:00Z level=ERROR source=server.go:12 msg=${JSON.stringify(message)}`,
    `time=2026-01-01T10:00:00Z level=ERROR msg="harmony" error=${JSON.stringify(message)} n=1`,
  ])
    test(line, () => {
      const { output, serverError, repaired, notes: said } = explain(`${line}\n`) as Explanation;
      assert.ok(output.endsWith(`<|message|>${raw}<|call|>`), output);
      assert.equal(serverError?.text, message);
      assert.equal(repaired?.accepted, true);
      assert.deepEqual(said, []);
    });
});

test('an error in one kind of quotes may quote in the other', () => {
  const error = "Invalid schema for function 'f': In context=('properties', 'a'), array schema missing items.";
  for (const line of [
    `openai.BadRequestError: Error code: 400 - {'error': {'message': "${error}", 'type': 'invalid_request_error'}}`,
    JSON.stringify({ error: { message: error, type: 'invalid_request_error' } }),
    error,
  ])
    assert.equal(errorIn(line)?.said, error, line);
  assert.equal(errorIn('HarmonyError(\'Unknown role: "x"\')')?.said, 'Unknown role: "x"');
});

suite('an error of a chat template is about what was sent', () => {
  for (const [error, page] of [
    ['Conversation roles must alternate user/assistant/user/assistant/...', 'template-alternation'],
    [
      'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...',
      'template-alternation',
    ],
    ['System role not supported', 'template-refuses-system'],
    ['Only user and assistant roles are supported!', 'template-refuses-system'],
    ['Only user, system and assistant roles are supported!', 'template-refuses-system'],
    ['TypeError: Can only get item pairs from a mapping.', 'template-refuses-arguments'],
    ['ValueError: No user query found in messages.', 'template-rejects'],
  ] as const) {
    test(error, () => {
      const alone = explainError(error);
      assert.equal(alone?.errors[0]?.pages[0], page);
      assert.doesNotMatch(report(alone as ErrorExplanation, (code) => code).join(' '), /If you have the model output/);
      const output = '<|channel|>final<|message|>Hi<|return|>';
      const log = `INFO 08-06 23:25:57 output: ${JSON.stringify(output)}\nERROR 08-06 23:25:58 [hf.py:508] ${error}\n`;
      const { accepted, what, parser } = explain(log) as Explanation;
      assert.deepEqual([accepted, parser.name], [false, 'harmony']);
      assert.match(what ?? '', /^The model's chat template rejects .* the output is not at fault\./);
    });
  }
});
