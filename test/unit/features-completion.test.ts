import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { roles } from '../../server/src/grammar/index.ts';
import { accepted, type How, messageKind, offered } from './features-check.ts';

/** Exactly these labels, in this order; whole messages have tests of their own. */
function check(text: string, labels: readonly string[], how: How = {}): void {
  const items = offered(text, how).filter(({ kind }) => kind !== messageKind);
  assert.deepEqual(
    items.map((item) => item.label),
    labels,
    text,
  );
}

/** Nothing comes up, whether by hand or because the character before the cursor was typed. */
function nothing(text: string): void {
  assert.deepEqual(offered(text), [], text);
  assert.deepEqual(offered(text, { typed: true }), [], text);
}

const head = 'version: 2.2\n';
const harmony = { dialect: 'harmony' } as const;

test('the tokens that may follow in a header', () => {
  check('<|start|>user<|$0', ['<|channel|>', '<|message|>']);
  check('<|start|>user<$0', ['<|channel|>', '<|message|>'], { typed: true });
  check('<|start|>user$0', ['<|channel|>', '<|message|>']);
  check('<|start|>assistant<|channel|>commentary<|$0', ['<|constrain|>', '<|message|>']);
  check('<|start|>assistant<|channel|>commentary<|constrain|>json<|$0', ['<|message|>']);
  check('<|start|>assistant<|$0<|message|>Hi<|end|>', ['<|channel|>']);
  nothing('<|start|><|$0');
});

test('between messages', () => {
  check(`${head}<|start|>user<|message|>Hi<|end|>\n<|$0`, ['<|start|>']);
  check(`${head}<|start|>user<|message|>Hi<|end|>\n<$0`, ['<|start|>'], { typed: true });
  check(`${head}<|start|>user<|message|>Hi<|end|>$0\n`, ['<|start|>']);
  check(`${head}<$0`, ['<|start|>'], { typed: true });
  check(`${head}<|$0`, ['<|start|>'], { typed: true });
  check('<|start|>user<|message|>Hi<|end|>stray $0', []);
  check('<|start|>user<|message|>Hi<|end|>\n$0', [], { typed: true });
  check('<|$0', ['<|start|>', '<|channel|>'], { ...harmony, typed: true });
});

test('in a body the right terminator comes first', () => {
  check('<|start|>user<|message|>Hi<|$0', ['<|end|>', '<|literal|>']);
  check('<|start|>assistant<|channel|>final<|message|>Hi<|$0', ['<|return|>', '<|end|>', '<|literal|>']);
  check('<|start|>assistant<|message|>Hi<|$0\n<|start|>user<|message|>Yo<|end|>', [
    '<|end|>',
    '<|return|>',
    '<|literal|>',
  ]);
  check('<|start|>assistant to=python call_id=a<|channel|>commentary<|message|>1<|$0', ['<|call|>', '<|literal|>']);
  check('<|start|>user<|message|>Hi<|$0', ['<|end|>'], harmony);
});

test('thought markers in analysis only', () => {
  const begins = ['<|start_reflect|>', '<|start_introspect|>', '<|start_reason|>'];
  const analysis = '<|start|>assistant<|channel|>analysis<|message|>';
  check(`${head}${analysis}<|$0`, ['<|end|>', '<|literal|>', ...begins]);
  check(`${head}${analysis}<|start_reason|>So.<|$0`, ['<|end|>', '<|literal|>', '<|end_reason|>', ...begins]);
  check(`${analysis}<|$0`, ['<|end|>'], harmony);
});

test('a lone `<` in prose and code offers nothing but an end that is missing', () => {
  nothing('<|start|>user<|message|>if a <$0 b<|end|>');
  nothing('<|start|>user<|message|>if a <$0 b');
  nothing('<|start|>user<|message|>if a <$0<|end|>');
  for (const end of ['', '\n\n<|start|>assistant<|message|>Yo<|end|>', '<|start|>assistant<|message|>Yo<|end|>']) {
    check(`<|start|>user<|message|>Hi<$0${end}`, ['<|end|>']);
    check(`<|start|>user<|message|>Hi<$0${end}`, [], { typed: true });
  }
});

test('a blank, a word, a colon in a body offer nothing', () => {
  nothing('<|start|>user<|message|>Hello $0');
  nothing('<|start|>user<|message|>Hel$0');
  nothing('<|start|>user<|message|>$0');
  nothing('<|start|>user<|message|>to=$0');
  nothing('<|start|>user<|message|>Reasoning:$0<|end|>');
  nothing('<|start|>user<|message|>a |$0<|end|>');
  nothing('<|start|>user<|message|>a >$0<|end|>');
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
  check(`${open} <|$0`, ['<|endliteral|>']);
  check(`${open} <|$0<|endliteral|><|end|>`, ['<|endliteral|>']);
  nothing(`${open} <$0<|endliteral|><|end|>`);
  nothing(`${open} <|start|>$0<|endliteral|><|end|>`);
  nothing(`${open} <|start|>user $0<|endliteral|><|end|>`);
});

test('roles, the next speaker first', () => {
  const inOrder = roles.map(({ name }) => name);
  check('<|start|>$0', inOrder, { typed: true });
  const next = ['assistant', ...inOrder.filter((name) => name !== 'assistant')];
  check('<|start|>user<|message|>Hi<|end|>\n<|start|>$0', next);
  check('<|start|>us$0', inOrder);
  check('<|start|>$0', ['system', 'developer', 'user', 'assistant'], harmony);
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
  check('<|start|>assistant<|channel|>$0', ['analysis', 'commentary', 'final'], { typed: true });
  check('<|start|>assistant<|channel|>an$0', ['analysis', 'commentary', 'final']);
  check('<|start|>assistant<|channel|>final<|constrain|>$0', ['json', 'text', 'markdown'], { typed: true });
});

test('attributes after a blank, those that are missing', () => {
  check('<|start|>assistant $0', ['to=', 'call_id=', 'name=', 'intent=', 'content_type='], { typed: true });
  check(`${head}<|start|>assistant to=python $0<|channel|>commentary`, [
    'call_id=',
    'name=',
    'intent=',
    'content_type=',
  ]);
  check('<|start|>assistant<|channel|>commentary $0', ['to=', 'intent=', 'content_type=']);
  check('<|start|>tool $0', ['name=', 'call_id=', 'to=', 'content_type=']);
  check('<|start|>user $0', ['name=', 'content_type=']);
  check('<|start|>assistant<|channel|>commentary $0', ['to='], harmony);
  check('<|start|>assistant<|channel|>final<|constrain|>json $0', ['<|message|>']);
});

const tools = `<|start|>developer<|message|>namespace functions {
// The weather at a place.
type get_weather = (_: {}) => any;
} // namespace functions<|end|>
`;
const builtIn = ['browser.search', 'browser.open', 'browser.find', 'python'];

test('recipients: declared, used, built in', () => {
  const used = '<|start|>assistant to=functions.other call_id=o<|message|>{}<|call|>\n';
  check(`${used}${tools}<|start|>assistant to=$0`, ['functions.get_weather', 'functions.other', ...builtIn], {
    typed: true,
  });
  check(`${tools}<|start|>assistant to=functions.g$0<|channel|>`, ['functions.get_weather', ...builtIn]);
  check('<|start|>tool name=python call_id=a to=$0', ['assistant']);
  assert.equal(offered(`${tools}<|start|>assistant to=$0`)[0]?.detail, 'The weather at a place.');
});

test('call ids: open ones in a reply, a fresh one for a call', () => {
  const second = call.replace('wx1', 'wx2').replace('get_weather', 'get_time');
  check(`${call}${second}<|start|>tool call_id=$0`, ['wx1', 'wx2'], { typed: true });
  check(`${call}${second}<|start|>tool name=functions.get_time call_id=$0`, ['wx2', 'wx1']);
  check(`${call}${second}${reply}<|start|>tool call_id=$0`, ['wx2']);
  check(`${call}<|start|>assistant to=python call_id=$0`, ['wx2']);
  check('<|start|>assistant to=python call_id=$0', ['call1']);
  check(`<|start|>tool call_id=$0<|message|>{}<|end|>\n${call}`, []);
});

test('names, intents, content types', () => {
  check('<|start|>user name=mira<|message|>Hi<|end|>\n<|start|>user name=$0', ['mira']);
  check(`${tools}${call}<|start|>tool name=$0`, ['functions.get_weather', ...builtIn]);
  check('<|start|>assistant intent=$0', ['preamble', 'status', 'debug']);
  check('<|start|>user content_type=$0', ['json', 'text', 'markdown']);
  nothing('<|start|>user color=$0');
});

test('keys of the document header by indentation', () => {
  check('ver$0', ['version', 'model', 'generation_settings', 'capabilities', 'profiles', 'lint']);
  check('version: 2.2\nm$0\n', ['model', 'generation_settings', 'capabilities', 'profiles', 'lint']);
  check('version: 2.2\ngeneration_settings:\n  $0\n', ['temperature', 'reasoning_effort', 'builtin_tools']);
  check('version: 2.2\nprofiles:\n  harmony:\n    enabled: true\n    to$0', [
    'encoding',
    'require_channels',
    'tool_calls_in',
    'builtins_in',
  ]);
  check('---\nversion: 2.2\n$0\n---\n', ['model', 'generation_settings', 'capabilities', 'profiles', 'lint']);
  nothing('version: 2.2\n# m$0\n');
  nothing('version: 2.2\nother:\n  $0\n');
  assert.equal(accepted('version: 2.2\nmo$0\n', 'model'), 'version: 2.2\nmodel: \n');
  assert.equal(accepted('version: 2.2\ncap$0\n', 'capabilities'), 'version: 2.2\ncapabilities:\n  \n');
});

test('codes and severities under lint', () => {
  check('version: 2.2\nlint:\n  stray-text: $0\n', ['error', 'warning', 'information', 'hint', 'off']);
  const codes = offered('version: 2.2\nlint:\n  stray-text: off\n  $0\n').map((item) => item.label);
  assert.ok(codes.includes('E-PARSE-HEADER') && !codes.includes('stray-text'));
  assert.equal(accepted('version: 2.2\nlint:\n  st$0\n', 'stray-text'), 'version: 2.2\nlint:\n  stray-text: \n');
});

test('flow mappings: codes, severities, and the other keys', () => {
  const levels = ['error', 'warning', 'information', 'hint', 'off'];
  const codes = (text: string) => offered(text).map((item) => item.label);
  for (const text of [
    '{$0',
    '{$0}',
    '{ $0 }',
    '{end-missing: error, $0}',
    '{\n  end-missing: off,\n  $0\n}',
    '{st$0: off}',
  ]) {
    const found = codes(`version: 2.2\nlint: ${text}\n`);
    assert.ok(found.includes('stray-text') && !found.includes('version') && !found.includes('error'), text);
    assert.equal(found.includes('end-missing'), !text.includes('end-missing'), text);
  }
  assert.ok(!codes('lint: {$0, stray-text: off}\n').includes('stray-text'));
  check('version: 2.2\nlint: {stray-text: $0}\n', levels, { typed: true });
  check('version: 2.2\nlint: {stray-text:$0}\n', levels, { typed: true });
  check('version: 2.2\nlint: {"stray-text": o$0\n', levels);
  check('version: 2.2\nlint: {\n  end-missing: error,\n  stray-text: $0\n}\n', levels);
  assert.equal(accepted('version: 2.2\nlint: {st$0}\n', 'stray-text'), 'version: 2.2\nlint: {stray-text: }\n');
  assert.equal(accepted('version: 2.2\nlint: {stray-text:$0}\n', 'off'), 'version: 2.2\nlint: {stray-text: off}\n');
  assert.equal(accepted('version: 2.2\nlint: {stray-text: er$0r}\n', 'off'), 'version: 2.2\nlint: {stray-text: off}\n');
  check('version: 2.2\nprofiles: {harmony: {enabled: $0}}\n', ['true', 'false']);
  check('version: 2.2\nprofiles: {$0}\n', ['harmony']);
  assert.equal(accepted('version: 2.2\nprofiles: {$0}\n', 'harmony'), 'version: 2.2\nprofiles: {harmony: }\n');
  check('version: 2.2\ngeneration_settings: {builtin_tools: [browser, $0], temperature: 1}\n', ['python']);
  check('version: 2.2\nprofiles:\n  harmony: {enabled: $0}\n', ['true', 'false']);
  check('version: 2.2\nlint: {stray-text: off$0}\n', ['error', 'warning', 'information', 'hint']);
  for (const text of ['{stray-text $0', '{stray-text: off $0}', '{}$0', '{a: "b$0"}', '{"$0', '{other: $0}']) {
    nothing(`version: 2.2\nlint: ${text}\n`);
  }
  check('version: 2.2\nlint: {a: b}\ngeneration_settings:\n  reasoning_effort: $0\n', ['low', 'medium', 'high']);
});

test('values of the document header', () => {
  check('version: $0\n', ['2.2'], { typed: true });
  check('version:$0\n', ['2.2'], { typed: true });
  assert.equal(accepted('version:$0\n', '2.2'), 'version: 2.2\n');
  nothing('version: 2.2\nmodel: $0\n');
  const settings = 'version: 2.2\ngeneration_settings:\n  ';
  check(`${settings}reasoning_effort: $0\n`, ['low', 'medium', 'high'], { typed: true });
  check(`${settings}reasoning_effort: me$0\n`, ['low', 'medium', 'high']);
  check(`${settings}builtin_tools: [$0]\n`, ['browser', 'python']);
  check(`${settings}builtin_tools: ["browser", $0]\n`, ['python'], { typed: true });
  check(`${settings}builtin_tools: $0\n`, ['[browser, python]'], { typed: true });
  check(`${settings}builtin_tools:\n    - $0\n`, ['browser', 'python'], { typed: true });
  check('version: 2.2\nprofiles:\n  harmony:\n    enabled: $0\n', ['true', 'false']);
  const tokens = 'version: 2.2\ncapabilities:\n  tokens: [';
  assert.equal(accepted(`${tokens}"<|st$0"]\n`, '<|start|>'), `${tokens}"<|start|>"]\n`);
  assert.equal(accepted(`${tokens}$0]\n`, '<|end|>'), `${tokens}"<|end|>"]\n`);
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
  for (const text of ['<|$0', '<|im$0', 'a\n<|file$0']) check(text, openers);
  check('[B$0', ['[BOS]']);
  check('<s$0', ['<s>']);
  check('[B$0\n<|im_start|>user\nHi<|im_end|>', ['[BOS]']);
  check('a[B$0', []);
  check('version: 2.2\n<|$0', ['<|start|>']);
  check('<|start|>user<|message|>Hi<|end|>\n<|$0', ['<|start|>']);
});

test('an empty document begins with a header or a message', () => {
  check('$0', ['version', 'model', 'generation_settings', 'capabilities', 'profiles', 'lint', ...openers]);
  check('$0', ['<|start|>', '<|channel|>'], harmony);
});

test('the lines of a system message, those that it does not have', () => {
  const system = `${head}<|start|>system<|message|>`;
  const lines = ['Knowledge cutoff:', 'Current date:', 'Reasoning:', '# Valid channels:'];
  check(`${system}$0`, lines);
  check(`${system}You are kind.\n$0\nReasoning: low<|end|>`, [
    'Knowledge cutoff:',
    'Current date:',
    '# Valid channels:',
  ]);
  check(`${system}You are kind.\nre$0<|end|>`, ['Reasoning:']);
  check(`${system}Reasoning: $0<|end|>`, ['low', 'medium', 'high']);
  check(`${system}Reasoning: $0<|end|>`, [], { typed: true });
  check(`${system}reasoning: me$0dium<|end|>`, ['low', 'high']);
  nothing(`${system}You are $0<|end|>`);
  nothing(`${system}R$0 and more<|end|>`);
  nothing(`${head}<|start|>user<|message|>Rea$0<|end|>`);
  check(`${system}\n$0`, [], { typed: true });
  const developer = '<|start|>developer<|message|>namespace functions {\ntype f = () => any;\n}<|end|>';
  const note = "Calls to these tools must go to the commentary channel: 'functions'.";
  check(`${system}Calls$0<|end|>${developer}`, [note]);
  check(`<|start|>system<|message|># V$0<|end|>`, ['# Valid channels:'], harmony);
});

test('what is written already is not offered, and a list that has come to the end of its word closes', () => {
  const values = '<|start|>assistant intent=';
  check(`${values}$0`, ['preamble', 'status', 'debug'], { typed: true });
  check(`${values}de$0`, ['preamble', 'status', 'debug'], { open: true });
  check(`${values}debug$0`, [], { open: true });
  check(`${values}debug$0`, ['preamble', 'status']);
  check(`${values}de$0bug`, ['preamble', 'status']);
  check('<|start|>user<|message|$0>', [], { open: true });
  check('<|im_start|>user$0', [], { open: true });
  check(`${head}lint:\n  stray-text: off$0\n`, [], { open: true });
  const call = `${tools}<|start|>assistant to=functions.get_weather$0`;
  check(call, [], { open: true });
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
  check('<|start|>assistant to=functions.f<|channel|>$0', ['commentary', 'analysis', 'final'], { typed: true });
});

test('in code, `<|` asks for nothing by itself', () => {
  for (const body of ['```ocaml\nf <|$0', 'Write `f <|$0', '~~~\n<|$0\n~~~\n']) {
    for (const text of [
      `<|start|>user<|message|>${body}`,
      `<|start|>assistant<|channel|>analysis<|message|>${body}<|end|>`,
      `<|im_start|>user\n${body}`,
      `<|start_header_id|>user<|end_header_id|>\n\n${body}<|eot_id|>`,
    ]) {
      check(text, [], { typed: true });
      assert.notDeepEqual(offered(text), [], text);
    }
  }
  assert.notDeepEqual(offered('<|im_start|>user\n```\na\n```\n<|$0', { typed: true }), []);
});

test('keys of the document header with their indentation', () => {
  const settings = `${head}generation_settings:\n`;
  const within = ['temperature', 'reasoning_effort', 'builtin_tools'];
  check(`${settings}te$0`, [...within, 'model', 'capabilities', 'profiles', 'lint']);
  assert.equal(accepted(`${settings}te$0`, 'temperature'), `${settings}  temperature: `);
  assert.equal(accepted(`${settings}ca$0`, 'capabilities'), `${settings}capabilities:\n  `);
  check(`${settings}  te$0`, within);
  check(`${settings}  temperature: 1\n  re$0`, ['reasoning_effort', 'builtin_tools']);
  assert.equal(accepted(`${head}profiles:\n  har$0`, 'harmony'), `${head}profiles:\n  harmony:\n    `);
  const filters = offered(`${settings}te$0`).map(({ filterText }) => filterText);
  assert.ok(filters.includes('temperature'), 'the indentation is not a part of what is typed');
});
