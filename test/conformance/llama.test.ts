/** Llama 3: documents as its template writes them, the problems of faulty ones, and prompts that are cut off anywhere. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userView } from '../../server/src/features/user-view.ts';
import { message } from '../../server/src/model/message.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { check, summary } from '../support/check.ts';

const say = (role: string, text: string, end = '<|eot_id|>') =>
  `<|start_header_id|>${role}<|end_header_id|>\n\n${text}${end}`;
const begin = '<|begin_of_text|>';
const prompt = begin + say('system', 'You are a math tutor.') + say('user', 'What is 2+2?');
const open = '<|start_header_id|>assistant<|end_header_id|>';

/** Documents, with the problems that are reported if there are any. */
const examples: readonly (readonly [example: string, text: string, ...reported: string[]])[] = [
  ['the prompt of the template', `${prompt}${open}\n\n`],
  ['a prompt without the blank line', prompt + open],
  ['a prompt with half of it', `${prompt}${open}\n`],
  ['a conversation', prompt + say('assistant', '4.')],
  ['a text that is over', `${prompt + say('assistant', '4.')}<|end_of_text|>\n`],
  ['without the beginning of the text', say('user', 'Hi') + say('assistant', 'Hello')],
  ['a text that is filled up', `${prompt + say('assistant', '4.')}${'<|finetune_right_pad_id|>'.repeat(3)}`],
  ['on lines of their own', `${say('user', 'Hi')}\n${say('assistant', 'Hello')}\n`],
  ['two texts, one after the other', prompt + say('assistant', '4.') + prompt + say('assistant', 'Four.')],
  [
    'a call of code',
    prompt + say('assistant', '<|python_tag|>print(2+2)', '<|eom_id|>') + say('ipython', '4') + say('assistant', '4.'),
  ],
  [
    'a call as JSON',
    prompt + say('assistant', '{"name": "sum", "parameters": {"a": 2}}') + say('ipython', '{"output": 4}'),
  ],
  ['an output that is a call', '<|python_tag|>{"name": "sum", "parameters": {"a": 2}}<|eom_id|>'],
  [
    'an output that is a call, and what followed',
    `<|python_tag|>print(2+2)<|eom_id|>${say('ipython', '4') + say('assistant', '4.')}`,
  ],
  ['an output that ends as calls do', '{"name": "sum", "parameters": {"a": 2}}<|eom_id|>'],
  ['an output without its stop token', '<|python_tag|>print(2+2)', 'E-STREAM-TRUNCATED «<|python_tag|>»'],
  ['what ends as any message may', 'Hi<|eot_id|>', 'stray-text «Hi»'],
  ['what a token only is mentioned in', 'Write <|python_tag|> first.', 'stray-text «Write»'],
  ['Windows line breaks', `${prompt}${say('assistant', '4.')}`.replaceAll('\n', '\r\n')],
  ['a role of other formats', say('tool', '4'), 'E-PARSE-HEADER «tool»'],
  ['a role with a typing error', say('asistant', '4'), 'E-PARSE-HEADER «asistant»'],
  ['a role in capitals', say('User', '4'), 'E-PARSE-HEADER «User»'],
  ['no role', say('', '4'), 'E-PARSE-HEADER «<|start_header_id|>»'],
  ['a blank before the role', say(' user', '4'), 'E-PARSE-HEADER « user»'],
  ['a blank after the role', say('user ', '4'), 'header-space « »'],
  ['more than a role', say('user name=Ann', '4'), 'E-PARSE-HEADER «name=Ann»'],
  ['a header that is not over', `<|start_header_id|>user\n\nHi<|eot_id|>`, 'E-PARSE-HEADER «<|eot_id|>»'],
  [
    'a header that is not over, at the end',
    `${prompt}<|start_header_id|>assistant\n\nHi`,
    'E-PARSE-HEADER «Hi»',
    'E-STREAM-TRUNCATED «<|start_header_id|>»',
  ],
  [
    'a header that is not over, and a misspelled terminator at the end',
    `${prompt}<|start_header_id|>assistant\n\nHi\nyou<|eot_id>\n`,
    'E-PARSE-HEADER «Hi»',
    'token-misspelled «<|eot_id>»',
  ],
  [
    'an end of the header and a terminator that are misspelled, at the end',
    `${prompt}<|start_header_id|>assistant<|end_header_id>\n\nHi<|eot_id>`,
    'E-PARSE-HEADER «<|end_header_id>»',
    'token-misspelled «<|eot_id>»',
  ],
  [
    'a header that is being typed',
    `${prompt}<|start_header_id|>assistant\n\n`,
    'E-STREAM-TRUNCATED «<|start_header_id|>»',
  ],
  ['two headers', `<|start_header_id|>user${say('user', 'Hi')}`, 'E-PARSE-HEADER «<|start_header_id|>»'],
  [
    'a misspelled end of the header',
    '<|start_header_id|>user<\\|end_header_id\\|>\n\nHi<|eot_id|>',
    'token-misspelled «<\\|end_header_id\\|>»',
  ],
  ['a misspelled terminator', say('user', 'Hi <|EOT_ID|>'), 'token-misspelled «<|EOT_ID|>»'],
  ['a terminator with a letter missing, at the end', say('user', 'Hi ', '<|eot_d|>'), 'token-misspelled «<|eot_d|>»'],
  [
    'a terminator with a letter missing, before a message',
    say('assistant', 'Hi', '<|eot_d|>') + say('user', 'Oh'),
    'token-misspelled «<|eot_d|>»',
  ],
  ['a message that is not closed', say('assistant', 'Hi', '') + say('user', 'Oh'), 'end-missing «<|start_header_id|>»'],
  [
    'a user who speaks for the assistant',
    say('user', 'Hi', '') + say('assistant', 'Oh'),
    'end-missing «<|start_header_id|>»',
    'forged-turn «<|start_header_id|>»',
  ],
  ['text between messages', `${say('user', 'Hi')} so \n${say('assistant', 'Oh')}`, 'stray-text «so»'],
  ['text before messages', `${begin}so ${say('user', 'Hi')}`, 'stray-text «so»'],
  ['a token between messages', `${say('user', 'Hi')}<|eot_id|>${say('assistant', 'Oh')}`, 'stray-text «<|eot_id|>»'],
  ['tokens of ChatML', say('user', 'Hi <|im_end|> <|im_start|>'), 'dialect-mixed «<|im_end|>»'],
  ['tokens of 2.x', say('user', 'Hi <|end|>'), 'dialect-mixed «<|end|>»'],
  ['tokens of others in quotes', say('user', 'Hi `<|end|>` "<|im_end|>"')],
  ['cut off', prompt + say('assistant', 'Fo', ''), 'E-STREAM-TRUNCATED «<|start_header_id|>»'],
  [
    'a call that breaks off',
    prompt + say('assistant', '{"name": "sum", "parameters": {"a": 2', ''),
    'E-STREAM-TRUNCATED «2»',
  ],
  ['a call that breaks off in a string', prompt + say('assistant', '{"name": "su', ''), 'E-STREAM-TRUNCATED «u»'],
  [
    'a call after its token that breaks off',
    prompt + say('assistant', '<|python_tag|>{"name": "sum", ', ''),
    'E-STREAM-TRUNCATED «,»',
  ],
  [
    'a call that lacks its terminator alone',
    prompt + say('assistant', '{"name": "sum", "parameters": {}}', ''),
    'E-STREAM-TRUNCATED «<|start_header_id|>»',
  ],
  [
    'code that breaks off',
    prompt + say('assistant', '<|python_tag|>f({', ''),
    'E-STREAM-TRUNCATED «<|start_header_id|>»',
  ],
];

const dialectOf = (text: string) => new Transcript('test:', 'ocml', 0, text).dialect;

for (const [example, text, ...reported] of examples) {
  test(example, () => {
    assert.equal(dialectOf(text), 'llama3');
    assert.deepEqual(summary(text).sort(), [...reported].sort());
  });
}

/** Codes that may be reported for a document that is only cut off. */
const atTheEnd = new Set(['E-STREAM-TRUNCATED', 'token-misspelled', 'stray-text']);

test('cut off anywhere, a text is a transcript that breaks off, and is not told what other dialects have', () => {
  const whole =
    prompt + say('assistant', '<|python_tag|>print(2+2)', '<|eom_id|>') + say('ipython', '4') + say('assistant', '4.');
  for (let at = 0; at <= whole.length; at++) {
    const text = whole.slice(0, at);
    const problems = check(text, { dialect: 'llama3' });
    for (const { code, message } of problems) {
      assert.ok(atTheEnd.has(code), `${code} at ${at}: ${message}`);
      assert.doesNotMatch(message, /<\|(?:end|message|start|im_\w+|return|call)\|>/);
    }
    const ends = /(?:^|_text\|>|<\|eo[tm]_id\|>|assistant<\|end_header_id\|>\n{0,2})$/.test(text);
    if (ends) assert.deepEqual(problems, [], `cut off at ${at}`);
    else assert.notEqual(problems.length, 0, `nothing is reported at ${at}`);
  }
});

test('a token that the document breaks off in is to be completed, not put into a message', () => {
  const toComplete = (begun: string) =>
    `The document ends in the middle of a token, \`${begun}\`. Complete the token, or remove it.`;
  for (const begun of ['<', '<|start_hea', '<|end_of_']) {
    const [problem] = check(say('user', 'Hi') + begun);
    assert.equal(problem?.message, toComplete(begun));
  }
  // Before the first message, the dialect is not known yet.
  for (const begun of ['<|begin_of', '<|start_hea']) assert.equal(check(begun)[0]?.message, toComplete(begun));
  assert.equal(check(`${begin}<|start_hea`)[0]?.message, toComplete('<|start_hea'));
});

/** Texts, and the dialect recognized for each. The first token that only one family uses decides. */
const telling: readonly (readonly [text: string, dialect: string])[] = [
  ['<|start_header_id|>', 'llama3'],
  ['<|end_header_id|>', 'llama3'],
  ['Hello<|eot_id|>', 'llama3'],
  ['<|eom_id|><|im_start|>user', 'llama3'],
  ['<|python_tag|>', 'llama3'],
  [`${begin}Hello`, 'openchatml-2.2'],
  [`${begin}<|im_start|>user\nHi<|im_end|><|eot_id|>`, 'openchatml-0.1'],
  [`${begin}<|start|>user<|message|><|eot_id|><|end|>`, 'openchatml-2.2'],
  ['version: 2.2\n<|start_header_id|>user', 'openchatml-2.2'],
];

for (const [text, dialect] of telling) {
  test(`${JSON.stringify(text)} is ${dialect}`, () => {
    assert.equal(dialectOf(text), dialect);
  });
}

test('in documents of other dialects, its tokens are of another one', () => {
  assert.deepEqual(summary('<|im_start|>user\nHi<|eot_id|><|im_end|>'), ['dialect-mixed «<|eot_id|>»']);
  assert.deepEqual(summary('version: 2.2\n<|start|>user<|message|>Hi<|start_header_id|><|end|>'), [
    'dialect-mixed «<|start_header_id|>»',
  ]);
});

test('an output is the answer of the model: a call in it is not shown', () => {
  for (const text of ['<|python_tag|>print(2+2)<|eom_id|>', '{"name": "sum", "parameters": {"a": 2}}<|eom_id|>']) {
    const transcript = new Transcript('test:', 'ocml', 0, text);
    const [block] = transcript.blocks;
    assert.deepEqual([block?.kind, block?.kind === 'message' && message(block).role], ['message', 'assistant']);
    const view = userView.run(transcript, { textDocument: { uri: 'test:' }, debug: false });
    assert.deepEqual(view.messages, []);
  }
});
