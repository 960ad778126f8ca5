/** Semantic tokens show more than the grammar: the audience of a message, the calls that have replies, and the tools that are declared. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { delta, full, inRange } from '../../server/src/features/semantic-tokens/semantic-tokens-in.ts';
import { semanticModifiers, semanticScopes, semanticTypes } from '../../server/src/grammar/semantic-tokens.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { readTokens, written } from '../support/semantic.ts';
import { marked } from './features-check.ts';

const tokens = (text: string) => written(text, full(marked(text).transcript).data);
/** Returns the semantic tokens that have at least one of the modifiers. */
const marks = (text: string, ...modifiers: string[]) =>
  tokens(text).filter((token) => modifiers.some((modifier) => token.includes(`.${modifier}`)));

test('a call and its reply', () => {
  assert.deepEqual(
    tokens(
      '<|start|>assistant to=functions.f call_id=c1<|channel|>commentary <|constrain|>json<|message|>{}<|call|>\n<|start|>tool name=functions.f call_id=c1<|message|>1<|end|>',
    ),
    [
      ...['<|start|> keyword', 'assistant type.hidden', 'to property', 'functions.f function', 'call_id property'],
      ...['c1 enumMember.answered', '<|channel|> keyword', 'commentary comment.hidden', '<|constrain|> keyword'],
      ...['json interface', '<|message|> keyword', '<|call|> keyword'],
      ...['<|start|> keyword', 'tool type.hidden', 'name property', 'functions.f variable', 'call_id property'],
      ...['c1 enumMember.resolved', '<|message|> keyword', '<|end|> keyword'],
    ],
  );
});

test('calls that nothing answers, replies to no call, tools that are declared', () => {
  const declared = '<|start|>developer<|message|>namespace functions {\ntype f = () => any;\n}<|end|>\n';
  const call = (id: string, tool: string) =>
    `<|start|>assistant to=functions.${tool} call_id=${id}<|channel|>commentary<|message|>{}<|call|>\n`;
  assert.deepEqual(
    marks(
      `${declared}${call('a', 'f')}${call('b', 'g')}<|start|>tool name=functions.f call_id=x<|message|>1<|end|>`,
      ...['answered', 'open', 'resolved'],
    ),
    [
      'functions.f function.resolved',
      'a enumMember.open',
      'b enumMember.open',
      'functions.f variable.resolved',
      'x enumMember.open',
    ],
  );
});

test('without ids, calls are answered in their order', () => {
  const call = '<|start|>assistant<|channel|>commentary to=functions.f json<|message|>{}<|call|>';
  const reply = '<|start|>functions.f to=assistant<|channel|>commentary<|message|>1<|end|>';
  const text = `${call}${reply}${call}`;
  assert.deepEqual(marks(text, 'answered', 'open'), ['functions.f function.answered', 'functions.f function.open']);
});

test('ChatML: tags and function tokens', () => {
  const call = (name: string) =>
    `<|im_start|>assistant\n<tool_call>\n{"name": "${name}", "arguments": {}}\n</tool_call><|im_end|>\n`;
  const reply = '<|im_start|>user\n<tool_response>\n1\n</tool_response><|im_end|>\n';
  assert.deepEqual(marks(`${call('f')}${reply}${call('g')}`, 'answered', 'open'), [
    'f function.answered',
    'g function.open',
  ]);
  const functions = (output: string) =>
    `<|im_start|>assistant\n<|function_call|>\n{"name": "f", "arguments": {}}\n<|im_end|>\n${output}`;
  assert.deepEqual(marks(functions(''), 'answered', 'open'), ['<|function_call|> macro.open']);
  const output = '<|im_start|>tool\n<|function_output|>\n{"name": "f", "content": 1}\n<|im_end|>\n';
  assert.deepEqual(marks(functions(output), 'answered', 'open'), ['<|function_call|> macro.answered']);
});

test('who sees a message is what the verdict says', () => {
  assert.deepEqual(
    marks(
      '<|start|>user<|message|>Hi<|end|>\n<|start|>assistant<|channel|>final<|message|>a<|return|>',
      'visible',
      'hidden',
    ),
    ['user type.visible', 'assistant type.visible', 'final label.visible'],
  );
  // Harmony shows users no messages on `commentary`. OpenChatML shows them if they are marked as preambles.
  assert.deepEqual(marks('<|start|>assistant intent=preamble<|channel|>commentary<|message|>a<|end|>', 'visible'), [
    'assistant type.visible',
    'commentary comment.visible',
  ]);
  // The message is hidden although its channel is not.
  assert.deepEqual(marks('<|start|>assistant intent=debug<|channel|>final<|message|>a\nb<|end|>', 'hidden'), [
    'assistant type.hidden',
    'final label.hidden',
    'a comment.hidden',
    'b comment.hidden',
  ]);
  // A misspelled tag hides text as well.
  const thought = marks('<|im_start|>assistant\nA <thinc>no</think> b<|im_end|>', 'hidden');
  assert.ok(
    thought.some((token) => /no.* comment\.hidden$/.test(token)) && !thought.some((token) => /\bb\b/.test(token)),
  );
});

test('lines that are too long for the grammar', () => {
  const filler = 'word '.repeat(5000);
  const text = `<|start|>assistant to=functions.f<|channel|>commentary<|message|>{"a": [1, "b"], "c": true}<|call|><|start|>user<|message|>${filler}<|end|>`;
  const found = tokens(text);
  for (const expected of ['"a" parameter', '1 number', '"b" string', 'true decorator', '<|end|> keyword'])
    assert.ok(found.includes(expected), expected);
  const short = `${text.slice(0, text.indexOf(filler))}a<|end|>`;
  assert.ok(!tokens(short).includes('"a" parameter'), 'the grammar colours it');
  const { transcript } = marked(text);
  const { data } = inRange(transcript, { start: { line: 0, character: 0 }, end: { line: 0, character: 78 } });
  assert.deepEqual(written(text, data).slice(-3), ['"a" parameter', '1 number', '"b" string']);
});

test('a body that is all values is coloured at its beginning', () => {
  const text = `<|start|>assistant to=functions.f<|channel|>commentary<|message|>[${'1,'.repeat(100_000)}1]<|call|>`;
  const { data } = full(marked(text).transcript);
  assert.ok(data.length / 5 > 9000 && data.length / 5 < 21_000, `${data.length / 5}`);
});

test('an edit sends what it changes', () => {
  const message = '<|start|>user<|message|>Hi<|end|>\n<|start|>assistant<|channel|>final<|message|>a<|end|>\n';
  const transcript = new Transcript('test:', 'ocml', 0, message.repeat(2000));
  const { resultId = '' } = full(transcript);
  const at = message.length * 1000 + '<|start|>user<|message|>'.length;
  transcript.replace(at, at, 'New line\n');
  const answer = delta(transcript, resultId);
  assert.ok('edits' in answer);
  const sent = answer.edits.reduce((sum, { data = [] }) => sum + data.length, 0);
  assert.ok(sent < 2000, `${sent} numbers`);
  const same = delta(transcript, answer.resultId ?? '');
  assert.deepEqual('edits' in same && same.edits, []);
  assert.ok('data' in delta(transcript, 'unknown'));
});

test('what the legend names can be told apart', () => {
  const scopes = semanticTypes.map(({ scope }) => scope);
  assert.equal(new Set(scopes).size, scopes.length);
  assert.equal(new Set(semanticTypes.map(({ name }) => name)).size, scopes.length);
  assert.ok(semanticModifiers.every(({ doc }) => doc.endsWith('.')));
  for (const selector of Object.keys(semanticScopes)) {
    const [type, modifier] = selector.split('.');
    assert.ok(
      semanticTypes.some(({ name }) => name === type) && semanticModifiers.some(({ name }) => name === modifier),
    );
  }
  assert.deepEqual(readTokens([]), []);
});
