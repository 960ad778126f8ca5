/**
 * The tags of Qwen, Hermes and related models: how their contents are read, and which problems are reported.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { check, summary } from '../support/check.ts';
import { applications, checked } from '../support/fix.ts';

const dialect = 'openchatml-0.1';
const message = (role: string, body: string) => `<|im_start|>${role}\n${body}<|im_end|>\n`;
const said = (body: string, role = 'assistant') => summary(message(role, body), { dialect });
const open = (body: string, role = 'assistant') => summary(`<|im_start|>${role}\n${body}`, { dialect });
const worded = (text: string) => check(text, { dialect }).map(({ message: text }) => text);

const schema = (name: string, parameters: unknown) =>
  JSON.stringify({ type: 'function', function: { name, parameters } });
const zone = {
  type: 'object',
  properties: { zone: { type: 'string' }, count: { type: 'integer' } },
  required: ['zone'],
};
const tools = (held: string) =>
  message('system', `You may call functions within <tools></tools> XML tags:\n<tools>\n${held}\n</tools>`);
const call = (inner: string) => `<tool_call>\n${inner}\n</tool_call>`;
const declared = (inner: string, held = schema('get_time', zone)) =>
  summary(tools(held) + message('assistant', call(inner)), { dialect });

suite('calls in tags', () => {
  test('JSON, a Python dict, parameters: each is one', () => {
    assert.deepEqual(said(call('{"name": "f", "arguments": {}}')), []);
    assert.deepEqual(said(call('<function=f>\n</function>')), []);
    assert.deepEqual(said(call('<function=f>\n<parameter=a>\n<b>\n</parameter>\n</function>')), []);
  });

  test('a tag of an argument without its `>`, and the fix of it', () => {
    const whole = '<function=f>\n<parameter=q>\nx\n</parameter>\n<parameter=r>\n</parameter\n</parameter>\n</function>';
    assert.deepEqual(said(call(whole)), []);
    for (const [from, to, ...tags] of [
      ['x\n</parameter>', 'x\n</parameter', '</parameter'],
      ['</parameter>\n</function>', '</parameter\n</function>', '</parameter'],
      ['<parameter=q>', '<parameter=q', '<parameter=q'],
    ] as const) {
      const broken = message('assistant', call(whole.replace(from, to)));
      assert.deepEqual(
        summary(broken, { dialect }),
        tags.map((tag) => `function-json «${tag}»`),
      );
      const fixed = applications(checked(broken, dialect)).map(({ after }) => after);
      assert.deepEqual(fixed, [message('assistant', call(whole))]);
    }
    assert.deepEqual(said(call('<function=f>\n<parameter=q>\n<parameter=r\n</parameter>\n</function>')), []);
  });

  test('a tag in another spelling, where a call is', () => {
    const json = '{"name": "f", "arguments": {}}';
    const odd = ['<toolcall>', '</toolcall>'].map((tag) => `function-json «${tag}»`);
    assert.deepEqual(said(`<toolcall>${json}</toolcall>`), odd);
    assert.deepEqual(said(`<Tool_Call>\n${json}\n</tool_call>`), ['function-json «<Tool_Call>»']);
    assert.deepEqual(said(`<tool_call>\n${json}\n</tool-call>`), ['function-json «</tool-call>»']);
    for (const tag of ['</tool_cal>', '</tol_call>', '</tool_call', '</TOOLCALL'])
      assert.deepEqual(said(`<tool_call>\n${json}\n${tag}`), [`function-json «${tag}»`]);
    for (const tag of ['<tool_cal>', '<too_call>', '<tool_call'])
      assert.deepEqual(said(`${tag}\n${json}\n</tool_call>`), [`function-json «${tag}»`]);
    assert.deepEqual(worded(message('assistant', `<tool_call>\n${json}\n</tool_call`)), [
      '`</tool_call` is a misspelled `</tool_call>`, so parsers do not find this call. Write `</tool_call>`.',
    ]);
    // The tag may still be incomplete.
    assert.deepEqual(
      open(`<tool_call>\n${json}\n</tool_call`).filter((one) => !one.startsWith('E-STREAM-TRUNCATED')),
      [],
    );
    for (const text of [
      'A <toolcall> tag.',
      `<tool_calls>\n[${json}]\n</tool_calls>`,
      `<tool_call_id>\n${json}\n</tool_call_id>`,
      `<Tool>{x}</Tool> <tool_code>\n{x}\n</tool_code>`,
      '<ToolCall>name</ToolCall>',
      `\`\`\`\n<toolcall>${json}</toolcall>\n\`\`\``,
    ])
      assert.deepEqual(said(text), [], text);
  });

  test('what servers fail on is told, though it is understood', () => {
    const levels = (inner: string, training = false) =>
      check(message('assistant', call(inner)), { dialect, training }).map(
        ({ code, severity }) => `${code} ${severity}`,
      );
    const dict = "{'name': 'f', 'arguments': {'a': None, 'b': [True, 'it\\'s'],}}";
    assert.deepEqual(said(call(dict)), ["function-json «'»"]);
    assert.deepEqual(levels(dict), ['function-json information']);
    assert.deepEqual(levels(dict, true), ['function-json warning']);
    assert.deepEqual(said(call('{"name": "f", "arguments": {"a": True}}')), ['function-json «True»']);
    const two = '{"name": "f", "arguments": {}}\n{"name": "g", "arguments": {}}';
    assert.deepEqual(said(call(two)), ['function-json «{"name": "g", "arguments": {}}»']);
    assert.deepEqual(levels(two), ['function-json warning']);
    assert.deepEqual(said(call('[{"name": "f", "arguments": {}}]')), ['function-json «[»']);
    assert.deepEqual(levels('[{"name": "f", "arguments": {}}]', true), ['function-json information']);
  });

  test('anything else is not', () => {
    assert.deepEqual(said(call('{"name": "f", "arguments": {}')), ['function-json «}»']);
    assert.deepEqual(said(call('{"name": "f" "arguments": {}}')), ['function-json «"»']);
    assert.deepEqual(said(call("{'name': 'f' 'arguments': {}}")), ["function-json «'»"]);
    assert.deepEqual(said(call('')), ['function-json «<tool_call>»']);
    assert.deepEqual(said(call('<function=f>\n<parameter=a>1</parameter>')), ['function-json «<function=f>»']);
    assert.deepEqual(said(call('<function=f>\nx\n</function>')), ['function-json «x»']);
  });

  test('the tags of a call come in pairs', () => {
    assert.deepEqual(said('{"name": "f", "arguments": {}}\n</tool_call>'), ['function-json «</tool_call>»']);
    const inner = '{"name": "f", "arguments": {}}';
    assert.deepEqual(said(`<tool_call>\n${inner}\n${call(inner)}`), ['function-json «<tool_call>»']);
    assert.deepEqual(said(call('{"name": "f", "arguments": {"text": "a </tool_call> b <think> c"}}')), []);
  });

  test('a call has a name and an object of arguments', () => {
    assert.deepEqual(said(call('{"name": "f"}')), ['E-CALL-SCHEMA «{"name": "f"}»']);
    assert.deepEqual(said(call('{"arguments": {}}')), ['E-CALL-SCHEMA «{"arguments": {}}»']);
    assert.deepEqual(said(call('{"name": "f", "arguments": "{}"}')), ['E-CALL-SCHEMA «"{}"»']);
    assert.deepEqual(said(call("{'name': 5, 'arguments': None}")), [
      "function-json «'»",
      'E-CALL-SCHEMA «5»',
      'E-CALL-SCHEMA «None»',
    ]);
    assert.deepEqual(said(call('<function=>\n</function>')), ['E-CALL-SCHEMA «»']);
    const [number] = worded(message('assistant', '<|function_call|>\n{"name": "f", "arguments": 1}'));
    assert.match(number ?? '', /`arguments` is a number\./);
    const [string] = worded(message('assistant', call('{"name": "f", "arguments": "{\\"a\\": 1}"}')));
    assert.match(string ?? '', /`arguments` is a string\. .*without the quotes/);
  });

  test('arguments fit what `<tools>` says, in each form', () => {
    assert.deepEqual(declared('{"name": "get_time", "arguments": {"zone": "CET"}}'), []);
    assert.deepEqual(declared('{"name": "get_time", "arguments": {"zone": 5}}'), ['E-CALL-SCHEMA «5»']);
    assert.deepEqual(declared("{'name': 'get_time', 'arguments': {'zone': True}}"), [
      "function-json «'»",
      'E-CALL-SCHEMA «True»',
    ]);
    assert.deepEqual(declared("{'name': 'get_time', 'arguments': {'zone': 'it\\'s'}}"), ["function-json «'»"]);
    const xml = (key: string, value: string) =>
      declared(
        `<function=get_time>\n<parameter=zone>\nCET\n</parameter>\n<parameter=${key}>\n${value}\n</parameter>\n</function>`,
      );
    assert.deepEqual(xml('count', '3'), []);
    assert.deepEqual(xml('count', 'many'), ['E-CALL-SCHEMA «many»']);
    assert.deepEqual(declared('<function=get_time>\n<parameter=zone>\n12\n</parameter>\n</function>'), []);
    assert.deepEqual(declared('<function=get_time>\n</function>').length, 1);
    const bare = JSON.stringify({ name: 'get_time', parameters: zone });
    assert.deepEqual(declared('{"name": "get_time", "arguments": {"zone": 5}}', `[${bare}]`), ['E-CALL-SCHEMA «5»']);
  });

  test('a tool is undeclared only where `<tools>` can be read', () => {
    const other = '{"name": "get_tiem", "arguments": {}}';
    assert.deepEqual(declared(other), ['tool-undeclared «"get_tiem"»']);
    assert.deepEqual(said(call(other)), []);
    assert.deepEqual(declared(other, `${schema('get_time', zone)}\n{"type": "function", oops}`), []);
    assert.deepEqual(declared(other, '<function><name>get_time</name></function>'), []);
    assert.deepEqual(declared('<function=h>\n</function>'), ['tool-undeclared «h»']);
    const comma = '{"name": "get_tiem", "arguments": {"zone": "CET",}}';
    assert.deepEqual(declared(comma), ['tool-undeclared «"get_tiem"»', 'function-json «,»']);
    assert.deepEqual(declared(comma.replace('tiem', 'time')), ['function-json «,»']);
    assert.deepEqual(declared('{"name": "get_tiem" "arguments": {}}'), [
      'tool-undeclared «"get_tiem"»',
      'function-json «"»',
    ]);
  });
});

suite('thoughts and replies in tags', () => {
  test("a thought has an end; a beginning may be the template's", () => {
    assert.deepEqual(said('<think>\nAdd them.\nSeven.'), ['thought-unclosed «<think>»']);
    assert.deepEqual(said('Add them.\n</think>\n\nSeven.'), []);
    assert.deepEqual(said(`I write <tool_call> then.\n</think>\n\n${call('{"name": "f", "arguments": {}}')}`), []);
    assert.deepEqual(said(`${call('{"name": "f", "arguments": {}}')} is what I want.\n</think>\n\nSeven.`), []);
    assert.deepEqual(said('<think>\n```\na\n</think>\n\n```js\nb\n```\n'), []);
    assert.deepEqual(said('<think>a <think> b</think>c'), []);
  });

  test('tags in code, in prose and of others are text', () => {
    assert.deepEqual(said('Use `a <tool_call> b` or\n```xml\n<tool_call>\nx\n</tool_call>\n```'), []);
    assert.deepEqual(said('What is <think> for, and </tool_call>?', 'user'), []);
    assert.deepEqual(said('Answer with <tool_call>{"name": …}</tool_call> and <think>', 'system'), []);
    assert.deepEqual(said('<tool_response>\nx', 'assistant'), []);
  });

  test('a reply has both tags; what it holds is not checked', () => {
    assert.deepEqual(said('<tool_response>\n{oops\n</tool_response>', 'user'), []);
    assert.deepEqual(said('<tool_response>\n12:00', 'user'), ['function-output «<tool_response>»']);
    assert.deepEqual(said('12:00\n</tool_response>', 'tool'), ['function-output «</tool_response>»']);
  });
});

suite('what breaks off', () => {
  const severities = (text: string) => check(text, { dialect }).map(({ code, severity }) => `${code} ${severity}`);

  test('an answer lacks its stop token alone', () => {
    assert.deepEqual(severities('<|im_start|>assistant\nSeven.'), ['E-STREAM-TRUNCATED information']);
    const inner = '{"name": "f", "arguments": {}}';
    assert.deepEqual(severities(`<|im_start|>assistant\n${call(inner)}`), ['E-STREAM-TRUNCATED information']);
    assert.deepEqual(severities('<|im_start|>user\nSev'), ['E-STREAM-TRUNCATED warning']);
    assert.deepEqual(severities('<|im_start|>tool\nSev'), ['E-STREAM-TRUNCATED warning']);
  });

  test('what is prefilled awaits its answer', () => {
    for (const body of ['', '<think>', '<think>\n', '<think>\n\n</think>\n\n', '\n'])
      assert.deepEqual(open(body), [], body);
  });

  test('a thought or a call that is open is cut off, and nothing else', () => {
    for (const body of [
      '<think>\nAdd th',
      '<tool_call>',
      '<tool_call>\n{"name": "f", "arguments": {}}',
      '<tool_call>\n<function=f>\n<param',
      'x\n<|function_call|>\n',
    ])
      assert.deepEqual(open(body), ['E-STREAM-TRUNCATED «<|im_start|>»'], body);
    assert.deepEqual(open('<tool_response>\n12', 'user'), ['E-STREAM-TRUNCATED «<|im_start|>»']);
    assert.deepEqual(open('<|start_reason|>\nAdd th'), [
      'E-STREAM-TRUNCATED «<|im_start|>»',
      'thought-unflagged «<|start_reason|>»',
    ]);
  });

  test('JSON that breaks off is marked on its last character', () => {
    for (const [json, last] of [
      ['{"name": "f", "arguments": {"zone"', '"'],
      ['{"name": "f", "arguments": {"zone": "CE', 'E'],
      ['{"name": "f", "arguments": {"zone": tru', 'u'],
      ['{"name": "f", "arguments": {"zone": 1', '1'],
      ['{"name": "f", "arguments": {"zone": -', '-'],
      ['{"name": "f",', ','],
      ['{', '{'],
      ['[{"name": "f", "arguments": {}}', '}'],
    ] as const) {
      assert.deepEqual(open(`<tool_call>\n${json}`), [`E-STREAM-TRUNCATED «${last}»`], json);
      assert.deepEqual(open(`<|function_call|>\n${json}`), [`E-STREAM-TRUNCATED «${last}»`], json);
    }
    assert.deepEqual(open('<|function_call|>\n{"name" "f", "arguments": {"zone'), [
      'function-json «"»',
      'E-STREAM-TRUNCATED «e»',
    ]);
    assert.deepEqual(open('<|function_list|>\n{"type": "func', 'system'), ['E-STREAM-TRUNCATED «c»']);
  });

  test('a header that breaks off is no other fault', () => {
    for (const header of ['', 'assi', 'user', 'user na', 'user name=', 'user name=A'])
      assert.deepEqual(summary(`<|im_start|>${header}`, { dialect }), ['E-STREAM-TRUNCATED «<|im_start|>»'], header);
    assert.deepEqual(summary('<|im_start|>xyz', { dialect }), [
      'E-STREAM-TRUNCATED «<|im_start|>»',
      'E-PARSE-HEADER «xyz»',
    ]);
  });
});

suite('other names in ChatML', () => {
  test('marks of the edges of a text stand between messages, alone', () => {
    const chat = message('user', 'Hi');
    for (const mark of ['<|endoftext|>', '<|startoftext|>', '<|begin_of_text|>', '<|end_of_text|>']) {
      assert.deepEqual(summary(`${mark}${chat}${mark}\n${chat}${mark}${mark}`, { dialect }), [], mark);
      assert.deepEqual(said(`a ${mark} b`), [], mark);
    }
    assert.deepEqual(summary(`${chat}<|endoftext|>noise`, { dialect }), ['stray-text «noise»']);
  });

  test('`<|im_sep|>` ends a header', () => {
    const of = (text: string) => summary(text, { dialect });
    assert.deepEqual(of('<|im_start|>user<|im_sep|>3 + 4?<|im_end|><|im_start|>assistant<|im_sep|>'), []);
    assert.deepEqual(of('<|im_start|>user name=Ada<|im_sep|>3 + 4?<|im_end|>'), []);
    assert.deepEqual(of('<|im_start|>user<|im_sep|>3 <|im_sep|> 4?<|im_end|>'), []);
    assert.equal(new Transcript('t:', 'ocml', 0, 'a <|im_sep|>').dialect, dialect);
  });

  test('a token as a name, and the role `environment`', () => {
    const found = check('<|im_start|>environment name=<|plugin|>\n{}<|im_end|>', { dialect });
    assert.deepEqual(
      found.map(({ code, severity, data }) => [code, severity, data?.rule]),
      [['E-PARSE-HEADER', 'information', 'name']],
    );
    assert.deepEqual(summary('<|im_start|>user name=<|im_end|>', { dialect }), [
      'E-PARSE-HEADER «name=»',
      'E-PARSE-HEADER «<|im_end|>»',
    ]);
  });

  test('a terminator of another dialect ends the message', () => {
    const of = (text: string) => summary(text, { dialect });
    assert.deepEqual(
      of(`<|im_start|>user\nHi<|end|>\n<|im_start|>assistant\nHo<|eot_id|><|im_start|>user\nHi<|im_end|>`),
      ['dialect-mixed «<|end|>»', 'dialect-mixed «<|eot_id|>»'],
    );
    assert.deepEqual(of('<|im_start|>system\nHi <|end|> there\n<|im_start|>assistant\nHo<|im_end|>'), [
      'end-missing «<|im_start|>»',
      'dialect-mixed «<|end|>»',
    ]);
    assert.deepEqual(of('<|im_start|>user\nHi<|end|>'), [
      'E-STREAM-TRUNCATED «<|im_start|>»',
      'dialect-mixed «<|end|>»',
    ]);
  });

  test('the first token that only 0.1 has tells the dialect', () => {
    const of = (text: string) => new Transcript('t:', 'ocml', 0, text).dialect;
    for (const text of [
      '<|function_list|>\n{}',
      '<|function_call|>\n{}',
      '<|function_output|>\n{}',
      '<|reason|>',
      '[BOS]<|reflect|>',
      '<|endoftext|><|im_end|>',
    ])
      assert.equal(of(text), dialect, text);
    for (const text of ['<|end_reason|>', '<|endoftext|>', '<think>']) assert.notEqual(of(text), dialect, text);
    assert.deepEqual(summary('<|function_call|>\n{"name": …}\nprose'), []);
  });
});
