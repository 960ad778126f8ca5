/** Completion in headers and bodies of messages. */
import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../server/src/grammar/index.ts';
import { accepted, assertNothingOffered, assertOffered, offered } from './features-check.ts';

const head = 'version: 2.2\n';
const harmony = { dialect: 'harmony' } as const;

test('the tokens that may follow in a header', () => {
  assertOffered('<|start|>user<|$0', ['<|channel|>', '<|message|>']);
  assertOffered('<|start|>user<$0', ['<|channel|>', '<|message|>'], { typed: true });
  assertOffered('<|start|>user$0', ['<|channel|>', '<|message|>']);
  assertOffered('<|start|>assistant<|channel|>commentary<|$0', ['<|constrain|>', '<|message|>']);
  assertOffered('<|start|>assistant<|channel|>final<|$0', ['<|message|>', '<|constrain|>']);
  assertOffered('<|start|>assistant<|channel|>commentary<|constrain|>json<|$0', ['<|message|>']);
  assertOffered('<|start|>assistant<|$0<|message|>Hi<|end|>', ['<|channel|>']);
  assertNothingOffered('<|start|><|$0');
});

test('between messages', () => {
  assertOffered(`${head}<|start|>user<|message|>Hi<|end|>\n<|$0`, ['<|start|>']);
  assertOffered(`${head}<|start|>user<|message|>Hi<|end|>\n<$0`, ['<|start|>'], { typed: true });
  assertOffered(`${head}<|start|>user<|message|>Hi<|end|>$0\n`, ['<|start|>']);
  assertOffered(`${head}<$0`, ['<|start|>'], { typed: true });
  assertOffered(`${head}<|$0`, ['<|start|>'], { typed: true });
  assertOffered('<|start|>user<|message|>Hi<|end|>stray $0', []);
  assertOffered('<|start|>user<|message|>Hi<|end|>\n$0', [], { typed: true });
  assertOffered('<|$0', ['<|start|>', '<|channel|>'], { ...harmony, typed: true });
});

test('in a body the right terminator comes first', () => {
  assertOffered('<|start|>user<|message|>Hi<|$0', ['<|end|>', '<|literal|>']);
  assertOffered('<|start|>assistant<|channel|>final<|message|>Hi<|$0', ['<|return|>', '<|end|>', '<|literal|>']);
  assertOffered('<|start|>assistant<|message|>Hi<|$0\n<|start|>user<|message|>Yo<|end|>', [
    '<|end|>',
    '<|return|>',
    '<|literal|>',
  ]);
  assertOffered('<|start|>assistant to=python call_id=a<|channel|>commentary<|message|>1<|$0', [
    '<|call|>',
    '<|literal|>',
  ]);
  assertOffered('<|start|>user<|message|>Hi<|$0', ['<|end|>'], harmony);
});

test('thought markers in analysis only', () => {
  const begins = ['<|start_reflect|>', '<|start_introspect|>', '<|start_reason|>'];
  const analysis = '<|start|>assistant<|channel|>analysis<|message|>';
  assertOffered(`${head}${analysis}<|$0`, ['<|end|>', '<|literal|>', ...begins]);
  assertOffered(`${head}${analysis}<|start_reason|>So.<|$0`, ['<|end|>', '<|literal|>', '<|end_reason|>', ...begins]);
  assertOffered(`${analysis}<|$0`, ['<|end|>'], harmony);
});

test('a lone `<` in prose and code offers nothing but an end that is missing', () => {
  assertNothingOffered('<|start|>user<|message|>if a <$0 b<|end|>');
  assertNothingOffered('<|start|>user<|message|>if a <$0 b');
  assertNothingOffered('<|start|>user<|message|>if a <$0<|end|>');
  for (const end of ['', '\n\n<|start|>assistant<|message|>Yo<|end|>', '<|start|>assistant<|message|>Yo<|end|>']) {
    assertOffered(`<|start|>user<|message|>Hi<$0${end}`, ['<|end|>']);
    assertOffered(`<|start|>user<|message|>Hi<$0${end}`, [], { typed: true });
  }
});

test('a blank, a word, a colon in a body offer nothing', () => {
  assertNothingOffered('<|start|>user<|message|>Hello $0');
  assertNothingOffered('<|start|>user<|message|>Hel$0');
  assertNothingOffered('<|start|>user<|message|>$0');
  assertNothingOffered('<|start|>user<|message|>to=$0');
  assertNothingOffered('<|start|>user<|message|>Reasoning:$0<|end|>');
  assertNothingOffered('<|start|>user<|message|>a |$0<|end|>');
  assertNothingOffered('<|start|>user<|message|>a >$0<|end|>');
});

test('an escape is completed as an escape', () => {
  const labels = offered('<|start|>user<|message|>Say <<|$0').map((item) => item.label);
  assert.ok(labels.includes('<|start|>') && labels.includes('<|call|>'));
  assert.equal(
    accepted('<|start|>user<|message|>Say <<|st$0 now', '<|start|>'),
    '<|start|>user<|message|>Say <<|start|> now',
  );
});

test('inside a literal block nothing but its end', () => {
  const open = '<|start|>user<|message|><|literal|>text';
  assertOffered(`${open} <|$0`, ['<|endliteral|>']);
  assertOffered(`${open} <|$0<|endliteral|><|end|>`, ['<|endliteral|>']);
  assertNothingOffered(`${open} <$0<|endliteral|><|end|>`);
  assertNothingOffered(`${open} <|start|>$0<|endliteral|><|end|>`);
  assertNothingOffered(`${open} <|start|>user $0<|endliteral|><|end|>`);
});

test('roles, the next speaker first', () => {
  const inOrder = roles.map(({ name }) => name);
  assertOffered('<|start|>$0', inOrder, { typed: true });
  const next = ['assistant', ...inOrder.filter((name) => name !== 'assistant')];
  assertOffered('<|start|>user<|message|>Hi<|end|>\n<|start|>$0', next);
  assertOffered('<|start|>us$0', inOrder);
  assertOffered('<|start|>$0', ['system', 'developer', 'user', 'assistant'], harmony);
});

const call = '<|start|>assistant to=functions.get_weather call_id=wx1<|channel|>commentary<|message|>{}<|call|>\n';
const reply = '<|start|>tool name=functions.get_weather call_id=wx1 to=assistant<|message|>{}<|end|>\n';

test('the header of a reply that is due', () => {
  const due = 'tool name=functions.get_weather call_id=wx1 to=assistant';
  assert.equal(offered(`${call}<|start|>$0`)[0]?.label, due);
  assert.ok(!offered(`${call}${reply}<|start|>$0`).some((item) => item.label === due));
  const inHarmony = '<|start|>assistant to=functions.f<|channel|>commentary<|message|>{}<|call|><|start|>$0';
  assert.equal(offered(inHarmony)[0]?.label, 'functions.f to=assistant');
});

test('channels and constraint types', () => {
  assertOffered('<|start|>assistant<|channel|>$0', ['analysis', 'commentary', 'final'], { typed: true });
  assertOffered('<|start|>assistant<|channel|>an$0', ['analysis', 'commentary', 'final']);
  assertOffered('<|start|>assistant<|channel|>final<|constrain|>$0', ['json', 'text', 'markdown'], { typed: true });
});

test('attributes after a blank, those that are missing', () => {
  assertOffered('<|start|>assistant $0', ['to=', 'call_id=', 'name=', 'intent=', 'content_type='], { typed: true });
  assertOffered(`${head}<|start|>assistant to=python $0<|channel|>commentary`, [
    'call_id=',
    'name=',
    'intent=',
    'content_type=',
  ]);
  assertOffered('<|start|>assistant<|channel|>commentary $0', ['to=', 'intent=', 'content_type=']);
  assertOffered('<|start|>tool $0', ['name=', 'call_id=', 'to=', 'content_type=']);
  assertOffered('<|start|>user $0', ['name=', 'content_type=']);
  assertOffered('<|start|>assistant<|channel|>commentary $0', ['to='], harmony);
  assertOffered('<|start|>assistant<|channel|>final<|constrain|>json $0', ['<|message|>']);
});

const tools = `<|start|>developer<|message|>namespace functions {
// The weather at a place.
type get_weather = (_: {}) => any;
} // namespace functions<|end|>
`;
const builtIn = ['browser.search', 'browser.open', 'browser.find', 'python'];

test('recipients: declared, used, built in', () => {
  const used = '<|start|>assistant to=functions.other call_id=o<|message|>{}<|call|>\n';
  assertOffered(`${used}${tools}<|start|>assistant to=$0`, ['functions.get_weather', 'functions.other', ...builtIn], {
    typed: true,
  });
  assertOffered(`${tools}<|start|>assistant to=functions.g$0<|channel|>`, ['functions.get_weather', ...builtIn]);
  assertOffered('<|start|>assistant to=$0', ['functions.', ...builtIn]);
  assertOffered('<|start|>tool name=python call_id=a to=$0', ['assistant']);
  assert.equal(offered(`${tools}<|start|>assistant to=$0`)[0]?.detail, 'The weather at a place.');
});

test('call ids: open ones in a reply, a fresh one for a call', () => {
  const second = call.replace('wx1', 'wx2').replace('get_weather', 'get_time');
  assertOffered(`${call}${second}<|start|>tool call_id=$0`, ['wx1', 'wx2'], { typed: true });
  assertOffered(`${call}${second}<|start|>tool name=functions.get_time call_id=$0`, ['wx2', 'wx1']);
  assertOffered(`${call}${second}${reply}<|start|>tool call_id=$0`, ['wx2']);
  assertOffered(`${call}<|start|>assistant to=python call_id=$0`, ['wx2']);
  assertOffered('<|start|>assistant to=python call_id=$0', ['c1']);
  assertOffered(`<|start|>tool call_id=$0<|message|>{}<|end|>\n${call}`, []);
});

test('names, intents, content types', () => {
  assertOffered('<|start|>user name=mira<|message|>Hi<|end|>\n<|start|>user name=$0', ['mira']);
  assertOffered(`${tools}${call}<|start|>tool name=$0`, ['functions.get_weather', ...builtIn]);
  assertOffered('<|start|>assistant intent=$0', ['preamble', 'status', 'debug']);
  assertOffered('<|start|>user content_type=$0', ['json', 'text', 'markdown']);
  assertNothingOffered('<|start|>user color=$0');
});

test('what is typed already is replaced, with a closing that the editor added', () => {
  const done = '<|start|>user<|message|>';
  for (const text of ['<$0', '<|$0', '<|$0|>', '<|mes$0', '<|mes$0>', '<|message|$0']) {
    assert.equal(accepted(`<|start|>user${text}`, '<|message|>'), done, text);
  }
  assert.equal(
    accepted('<|start|>user<|message|>Hi<|en$0 there', '<|end|>'),
    '<|start|>user<|message|>Hi<|end|> there',
  );
  assert.equal(accepted('<|start|>us$0ers<|message|>', 'user'), '<|start|>user<|message|>');
  assert.equal(
    accepted('<|start|>assistant to=py$0thonic call_id=a', 'python'),
    '<|start|>assistant to=python call_id=a',
  );
});

const of01 = ['im_start', 'fim_prefix', 'fim_middle', 'fim_suffix', 'file_separator'].map((name) => `<|${name}|>`);
const openers = ['<|start|>', ...of01];

test('what begins a document of either family, as long as nothing tells which it is', () => {
  for (const text of ['<|$0', '<|im$0', 'a\n<|file$0']) assertOffered(text, openers);
  assertOffered('[B$0', ['[BOS]']);
  assertOffered('<s$0', ['<s>']);
  assertOffered('[B$0\n<|im_start|>user\nHi<|im_end|>', ['[BOS]']);
  assertOffered('a[B$0', []);
  assertOffered('version: 2.2\n<|$0', ['<|start|>']);
  assertOffered('<|start|>user<|message|>Hi<|end|>\n<|$0', ['<|start|>']);
});

test('an empty document begins with a header or a message', () => {
  assertOffered('$0', ['version', 'model', 'generation_settings', 'capabilities', 'profiles', 'lint', ...openers]);
  assertOffered('$0', ['<|start|>', '<|channel|>'], harmony);
});

test('the lines of a system message, those that it does not have', () => {
  const system = `${head}<|start|>system<|message|>`;
  const lines = ['Knowledge cutoff:', 'Current date:', 'Reasoning:', '# Valid channels:'];
  assertOffered(`${system}$0`, lines);
  assertOffered(`${system}You are kind.\n$0\nReasoning: low<|end|>`, [
    'Knowledge cutoff:',
    'Current date:',
    '# Valid channels:',
  ]);
  assertOffered(`${system}You are kind.\nre$0<|end|>`, ['Reasoning:']);
  assertOffered(`${system}Reasoning: $0<|end|>`, ['low', 'medium', 'high']);
  assertOffered(`${system}Reasoning: $0<|end|>`, [], { typed: true });
  assertOffered(`${system}reasoning: me$0dium<|end|>`, ['low', 'high']);
  assertNothingOffered(`${system}You are $0<|end|>`);
  assertNothingOffered(`${system}R$0 and more<|end|>`);
  assertNothingOffered(`${head}<|start|>user<|message|>Rea$0<|end|>`);
  assertOffered(`${system}\n$0`, [], { typed: true });
  const developer = '<|start|>developer<|message|>namespace functions {\ntype f = () => any;\n}<|end|>';
  const note = "Calls to these tools must go to the commentary channel: 'functions'.";
  assertOffered(`${system}Calls$0<|end|>${developer}`, [note]);
  assertOffered(`<|start|>system<|message|># V$0<|end|>`, ['# Valid channels:'], harmony);
});

test('what is written already is not offered, and a list that has come to the end of its word closes', () => {
  const values = '<|start|>assistant intent=';
  assertOffered(`${values}$0`, ['preamble', 'status', 'debug'], { typed: true });
  assertOffered(`${values}de$0`, ['preamble', 'status', 'debug'], { open: true });
  assertOffered(`${values}debug$0`, [], { open: true });
  assertOffered(`${values}debug$0`, ['preamble', 'status']);
  assertOffered(`${values}de$0bug`, ['preamble', 'status']);
  assertOffered('<|start|>user<|message|$0>', [], { open: true });
  assertOffered('<|im_start|>user$0', [], { open: true });
  assertOffered(`${head}lint:\n  stray-text: off$0\n`, [], { open: true });
  const call = `${tools}<|start|>assistant to=functions.get_weather$0`;
  assertOffered(call, [], { open: true });
});

test('what can be chosen after what was accepted is listed at once', () => {
  const opens = (text: string, label: string) =>
    offered(text).find((item) => item.label === label)?.command !== undefined;
  for (const [text, label] of [
    ['<|$0', '<|start|>'],
    ['<|start|>assistant<|$0', '<|channel|>'],
    ['<|start|>assistant<|channel|>final<|$0', '<|constrain|>'],
    ['<|start|>assistant $0', 'to='],
    ['<|start|>assistant $0', 'call_id='],
    ['<|im_start|>user $0', 'name='],
    [`${head}lint:\n  st$0`, 'stray-text'],
    [`${head}gen$0`, 'generation_settings'],
  ] as const)
    assert.ok(opens(text, label), text + label);
  assert.ok(!opens('<|start|>user<|message|>Hi<|$0', '<|end|>'));
  assert.ok(!opens(`${head}m$0`, 'model'));
});

test('a literal block comes with its end', () => {
  assert.equal(
    accepted('<|start|>user<|message|>a <|li$0 b', '<|literal|>'),
    '<|start|>user<|message|>a <|literal|>$1<|endliteral|> b',
  );
});

test('a channel after a recipient: commentary first', () => {
  assertOffered('<|start|>assistant to=functions.f<|channel|>$0', ['commentary', 'analysis', 'final'], { typed: true });
});

test('in code, `<|` asks for nothing by itself', () => {
  for (const body of ['```ocaml\nf <|$0', 'Write `f <|$0', '~~~\n<|$0\n~~~\n']) {
    for (const text of [
      `<|start|>user<|message|>${body}`,
      `<|start|>assistant<|channel|>analysis<|message|>${body}<|end|>`,
      `<|im_start|>user\n${body}`,
      `<|start_header_id|>user<|end_header_id|>\n\n${body}<|eot_id|>`,
    ]) {
      assertOffered(text, [], { typed: true });
      assert.notDeepEqual(offered(text), [], text);
    }
  }
  assert.notDeepEqual(offered('<|im_start|>user\n```\na\n```\n<|$0', { typed: true }), []);
});
