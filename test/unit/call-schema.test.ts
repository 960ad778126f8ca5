/** Checks arguments against the declarations of their tools: which faults are reported, where, and what is accepted. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { argumentProblems } from '../../server/src/arguments/problems.ts';
import { parametersSchema } from '../../server/src/model/tools/type-schema.ts';
import { check } from '../support/check.ts';

const call = (tool: string, body: string) =>
  `<|start|>assistant to=${tool} call_id=c1<|channel|>commentary<|constrain|>json<|message|>${body}<|call|>`;
const developer = (body: string) => `<|start|>developer<|message|>${body}<|end|>`;
const functions = (types: string) => developer(`namespace functions {\n${types}\n}`);

/** Returns the position and the message of each problem that the rule reports in a text. */
function problems(text: string, found = check(text, { dialect: 'openchatml-2.2' })) {
  return found
    .filter(({ code }) => code === 'E-CALL-SCHEMA')
    .map(({ start, end, message, data }) => ({ place: text.slice(start, end), message, data }));
}

/** Checks arguments whose faults are marked with `«…»`. A mark within another one is a fault of a nested value. */
function expect(type: string, marked: string) {
  const body = marked.replace(/[«»]/g, '');
  const open: number[] = [];
  const wanted: string[] = [];
  let at = 0;
  for (const unit of marked) {
    if (unit === '«') open.push(at);
    else if (unit === '»') wanted.push(body.slice(open.pop(), at));
    else at += unit.length;
  }
  const text = functions(`type f = ${type};`) + call('functions.f', body);
  assert.deepEqual(
    problems(text)
      .map(({ place }) => place)
      .sort(),
    wanted.sort(),
    `${type} of ${marked}`,
  );
}

/** Parameters, followed by arguments for them. Faulty values are marked, and arguments without a mark are valid. */
const table: Readonly<Record<string, readonly [parameters: string, ...bodies: string[]]>> = {
  'required members': ['q: string', '{"q": "x"}', '«{}»', '«{"p": 1}»', '{"q": «1»}', '{"q": «null»}'],
  'optional members': ['q?: string', '{}', '{"q": "x"}', '{"q": «7»}', '{«"r"»: 7}'],
  'a default makes a member optional': ['unit: string, // default: celsius\n', '{}', '{"unit": «1»}'],
  'several faults': ['a: string, b: number', '{"a": «1», "b": «"x"», «"c"»: 0}', '«{"a": «1»}»'],
  'literals as an enumeration': ['u: "C" | "F"', '{"u": "C"}', '{"u": «"K"»}', '{"u": «1»}'],
  'numbers as an enumeration': ['n: 1 | 2 | -3', '{"n": -3}', '{"n": «3»}', '{"n": «"1"»}'],
  'one literal': ['k: "move"', '{"k": "move"}', '{"k": «"stay"»}'],
  booleans: ['b: boolean, t?: true', '{"b": false}', '{"b": «"false"»}', '{"b": true, "t": «false»}'],
  null: ['s: string | null', '{"s": null}', '{"s": "a"}', '{"s": «0»}'],
  'a union over several lines': [
    'x:\n | string // default: "a"\n | number // numbers, too\n,',
    '{"x": 1}',
    '{"x": «[]»}',
  ],
  arrays: ['l: string[]', '{"l": []}', '{"l": ["a", «1»]}', '{"l": «"a"»}'],
  'generic arrays': ['l: Array<number | null>', '{"l": [1, null]}', '{"l": [«"a"»]}'],
  'arrays of arrays': ['m: number[][]', '{"m": [[1], []]}', '{"m": [[«"1"»], «2»]}'],
  'arrays of a union': ['l: ("a" | "b")[]', '{"l": ["a", "b"]}', '{"l": [«"c"»]}'],
  'arrays of a union without brackets, as Harmony writes them': [
    'l: "a" | "b"[]',
    '{"l": ["a", "b"]}',
    '{"l": [«"c"»]}',
  ],
  'nested objects': [
    'p: {lat: number, lon: number}',
    '{"p": {"lat": 1, "lon": 2}}',
    '{"p": «{"lat": 1}»}',
    '{"p": «3»}',
  ],
  'objects in arrays': ['l: {id: string}[]', '{"l": [{"id": "a"}, «{}», {"id": «2»}]}'],
  'an object or null': ['p: {lat: number} | null', '{"p": null}', '{"p": {"lat": «"1"»}}', '{"p": «false»}'],
  'objects told apart by a member': [
    's: {kind: "circle", r: number} | {kind: "square", a: number}',
    '{"s": {"kind": "circle", "r": 1}}',
    '{"s": {"kind": "circle", "r": «"1"»}}',
    '{"s": «{"kind": "square"}»}',
    '{"s": «{"kind": "oval"}»}',
  ],
  'index signatures': ['t: {[key: string]: number}', '{"t": {"a": 1}}', '{"t": {"a": «"1"»}}'],
  'members and an index signature': [
    't: {a: string, [key: string]: any}',
    '{"t": {"a": "", "b": 1}}',
    '{"t": «{"b": 1}»}',
  ],
  records: ['t: Record<string, string[]>', '{"t": {"a": ["b"]}}', '{"t": {"a": [«1»]}}'],
  'partial types': ['t: Partial<{a: string}>', '{"t": {}}', '{"t": {"a": «1»}}'],
  anything: [
    'a: any, b: unknown, c?: object',
    '{"a": 1, "b": [null]}',
    '{"a": 1, "b": 2, "c": {"d": 1}}',
    '{"a": 1, "b": 2, "c": «3»}',
  ],
  'an object without members': ['o: {\n}', '{"o": {"a": 1}}', '{"o": «1»}'],
  'keys that are not identifiers': [
    'my-key: string, user.name?: string, "a b"?: number, $ref?: string, 2fa?: string',
    '{"my-key": "x", "user.name": "y", "a b": 1, "$ref": "", "2fa": ""}',
    '«{}»',
    '{"my-key": «1», "a b": «""»}',
  ],
  'keys of every object': ['__proto__?: string, constructor: string', '«{}»', '{"constructor": «1», "__proto__": «2»}'],
  'a description of several lines': [
    '// What to look for.\nWrite words, not questions\n(at most five)\nq: string,\n// How many.\nn?: number,',
    '{"q": "a"}',
    '«{}»',
    '{"q": "a", "n": «"1"»}',
  ],
  'modifiers after a comment': [
    '// What to look for.\nreadonly q: string,\n// Where.\nreadonly my-key?: string\n// When.\nreadonly "a b"?: readonly string[],',
    '{"q": "a"}',
    '{"q": "a", "my-key": "b", "a b": ["c"]}',
    '«{}»',
    '{"q": "a", "my-key": «1», "a b": [«1»]}',
  ],
  'modifiers that only classes have': [
    '// Its name.\npublic readonly q: string,\n// Where.\nstatic r: string',
    '{}',
    '{"q": "a", "r": "b"}',
  ],
  'two words before a colon': ['the name: string, n: number', '{}', '{"name": "a"}', '{"n": «""»}'],
  'members after a comment that are not plain keys': [
    '// Its name.\nreadonly: boolean,\n// The rest.\nreadonly [key: string]: unknown',
    '{"readonly": true, "x": 1}',
    '{"readonly": «1», "x": 1}',
    '«{}»',
  ],
  'a union after a comment': ['kind:\n// The first.\n"a"\n| "b"', '{"kind": "a"}', '{"kind": "b"}', '{"kind": «"c"»}'],
  'methods after a comment': [
    '// Its name.\nget q(): string,\n// What it does.\nrun(): void',
    '{}',
    '{"q": "a", "run": 1}',
  ],
  'read-only types': [
    'l: readonly string[], m: Readonly<{a: string}>, n: ReadonlyArray<number>',
    '{"l": ["a"], "m": {"a": ""}, "n": [1]}',
    '{"l": [«1»], "m": {"a": «1»}, "n": [«""»]}',
  ],
  'lines that are not declaration': [
    'Reasoning: high\nq: string,\n??? what is this\nn?: number,',
    '{}',
    '{"n": 1, "x": 2}',
    '{"q": «1»}',
  ],
  'a declaration that breaks off': ['q: string,\nb: strin[[,\nc: number', '{}', '{"z": 1}'],
  'a tuple, a function, a mapped type': [
    'a: [number, string], f?: () => void, m?: {[K in "a"]: string}',
    '{"a": [1, "x"], "m": {}}',
    '{"a": «1»}',
  ],
  'unknown types': ['p?: Place, d?: Date | string', '{"p": 1, "d": {}}'],
  'reserved: the deadline': ['q?: string', '{"deadline_ms": 500}'],
  'the deadline as a parameter': ['deadline_ms: string', '{"deadline_ms": "soon"}', '{"deadline_ms": «500»}', '«{}»'],
  'backslashes as Harmony writes them': [
    'e: "\\d" | "C:\\new"',
    '{"e": "\\\\d"}',
    '{"e": "C:\\\\new"}',
    '{"e": «"d"»}',
  ],
};

suite('arguments of declared parameters', () => {
  for (const [name, [parameters, ...bodies]] of Object.entries(table)) {
    test(name, () => {
      for (const body of bodies) expect(`(_: {\n${parameters}\n}) => any`, body);
    });
  }
});

suite('signatures', () => {
  const rows: readonly (readonly [type: string, ...bodies: string[]])[] = [
    ['() => any', '{}', '{«"x"»: 1}', '«[]»'],
    ['(_: // parameters\n{\n// A word.\nq: string,\n}) => any', '{"q": "a"}', '«{}»'],
    ['(_: any) => any', '{"x": 1}', '«3»'],
    ['(_: object) => any', '{"x": 1}'],
    ['(args: { q: string }) => Promise<string>', '{"q": "a"}', '«{}»'],
    ['(q: string, n?: number) => any', '{"q": "a"}', '«{"n": 1}»', '{"q": "a", "n": «"1"»}'],
    ['(q: string) => any', '{"q": "a"}', '«{}»'],
    ['({ q }: { q: string }) => any', '{"q": "a"}', '«{}»'],
    ['(_: {a: string} | {b: string}) => any', '{"a": ""}', '{"b": ""}', '{"a": «1»}', '«{"c": 1}»'],
    ['{ q: string }', '{"anything": 1}'],
    ['what is this', '{"anything": 1}'],
  ];
  for (const [type, ...bodies] of rows) {
    test(type, () => {
      for (const body of bodies) expect(type, body);
    });
  }
});

test('types that other declarations name', () => {
  const types = 'type Place = { lat: number, near?: Place };\ntype f = (_: { at: Place[] }) => any;';
  const found = problems(functions(types) + call('functions.f', '{"at": [{"lat": 1, "near": {"lat": "2"}}, {}]}'));
  assert.deepEqual(
    found.map(({ place }) => place),
    ['"2"', '{}'],
  );
});

test('one broken declaration does not lose the others', () => {
  const types =
    'type a = (_: {{{ [;\n\ntype b = (_: { q: string }) => any;\n\ntype = 3\ntype c = (_: { n: number }) => any;';
  const text =
    functions(types) + call('functions.a', '{"x": 1}') + call('functions.b', '{}') + call('functions.c', '{"n": ""}');
  assert.deepEqual(
    problems(text).map(({ place }) => place),
    ['{}', '""'],
  );
});

test('messages say what is wrong, what is declared and what to write', () => {
  const text = functions(
    'type f = (_: { unit?: "celsius" | "fahrenheit", days?: number, at: { city: string } }) => any;',
  );
  const of = (body: string) =>
    problems(text + call('functions.f', body)).map(({ message, data }) => [message, data?.suggestion]);
  assert.deepEqual(of('{"unit": "celcius", "days": "3", "att": {}}'), [
    ['`unit` is declared as `"celsius" | "fahrenheit"`, but is `"celcius"`. Did you mean `"celsius"`?', '"celsius"'],
    ['`days` is declared as `number`, but is a string. Write `3`.', '3'],
    ['The arguments of `functions.f` lack `at: { city }`. `att` is not declared. Did you mean `at`?', '"at"'],
  ]);
  assert.deepEqual(of('{"at": {"city": null}, "dayz": 1, "zoom": 1}'), [
    ['`at.city` is declared as `string`, but is `null`.', undefined],
    ['`functions.f` has no parameter `dayz`. Did you mean `days`?', '"days"'],
    ['`functions.f` has no parameter `zoom`. Rename it to one of `unit`, `days` and `at`, or remove it.', undefined],
  ]);
});

test('places in bodies with escapes, literal blocks and several lines', () => {
  const text = functions('type f = (_: { a: string, b?: number }) => any;');
  const places = (body: string) => problems(text + call('functions.f', body)).map(({ place }) => place);
  assert.deepEqual(places('{"a": "<<|end|>", "b": "x"}'), ['"x"']);
  assert.deepEqual(places('{"a": <|literal|>"<|end|>", "b": "y"}<|endliteral|>'), ['"y"']);
  assert.deepEqual(places('\n {\n  "b": 1\n }\n'), ['{']);
  assert.deepEqual(places('{"a": 1, "a": "x", "b": "1", "b": 2}'), []);
  assert.deepEqual(places('{"a": "x", "a": 2}'), ['2']);
});

test('built-in tools: by their declaration, and without one only as an object', () => {
  const known = (body: string) => problems(call('browser.search', body)).map(({ place }) => place);
  assert.deepEqual(known('{"query": "a", "topn": 3, "recency": 4}'), []);
  assert.deepEqual(known('{"q": "a"}'), []);
  assert.deepEqual(known('["a"]'), ['["a"]']);
  const own =
    '<|start|>system<|message|>## browser\nnamespace browser {\ntype search = (_: { q: string }) => any;\n}<|end|>';
  assert.deepEqual(problems(own + call('browser.search', '{"q": "a"}')), []);
  assert.equal(problems(own + call('browser.search', '{"query": "a"}')).length, 1);
  for (const tool of ['python', 'python.exec']) {
    for (const body of ['{"q": [1, 2]}', '1', '[1]']) assert.deepEqual(problems(call(tool, body)), [], tool + body);
  }
  const python = '<|start|>system<|message|>namespace python {\ntype exec = (_: { code: string }) => any;\n}<|end|>';
  assert.equal(problems(python + call('python.exec', '1')).length, 1);
});

test('a function in the manner of `function f(…)` is declared, too', () => {
  const text = functions(
    'function f(a: string, b?: { c: number }): any;\n// Another.\nfunction g(_: { d: string }): any\ntype h = () => any;',
  );
  assert.deepEqual(problems(text + call('functions.f', '{"a": "", "b": {"c": 1}}')), []);
  assert.deepEqual(
    problems(text + call('functions.f', '{"a": 1}')).map(({ place }) => place),
    ['1'],
  );
  assert.equal(problems(text + call('functions.g', '{}')).length, 1);
  const undeclared = (tool: string) => check(text + call(tool, '{}')).filter(({ code }) => code === 'tool-undeclared');
  for (const tool of ['functions.f', 'functions.g', 'functions.h']) assert.deepEqual(undeclared(tool), [], tool);
  assert.equal(undeclared('functions.i').length, 1);
});

test('of several declarations of a tool, the last before the call counts, or else the first', () => {
  const first = functions('type f = (_: { a: string }) => any;');
  const second = functions('type f = (_: { b: string }) => any;');
  const [a, b] = [call('functions.f', '{"a": ""}'), call('functions.f', '{"b": ""}')];
  assert.deepEqual(problems(a + first + a + second + b), []);
  assert.equal(problems(b + first + b + second + a).length, 3);
});

test('what is not checked: other tools, other types, JSON that does not parse', () => {
  const text = functions('type f = (_: { a: string }) => any;');
  for (const body of [
    call('functions.g', '{"b": 1}'),
    call('functions.f', '{"b": '),
    call('functions.f', ''),
    call('functions.f', '{"b": 1}').replace('<|constrain|>json', '<|constrain|>text'),
  ]) {
    assert.deepEqual(problems(text + body), [], body);
  }
});

test('function lists of 0.1', () => {
  const f = {
    name: 'f',
    description: 'd',
    parameters: { type: 'object', properties: { q: { type: 'string' } }, required: ['q'] },
  };
  const list = JSON.stringify([
    { type: 'function', function: f },
    { type: 'function', function: { name: 'g', description: '' } },
  ]);
  const of = (name: string, args: string) => {
    const call = `<|function_call|>{"name": "${name}", "arguments": ${args}}`;
    const text = `<|im_start|>system\n<|function_list|>${list}\n<|im_end|>\n<|im_start|>assistant\n${call}\n<|im_end|>`;
    return problems(text, check(text)).map(({ place }) => place);
  };
  assert.deepEqual(of('f', '{"q": "x", "other": 1}'), []);
  assert.deepEqual(of('f', '{"q": 1}'), ['1']);
  assert.deepEqual(of('f', '{"p": 1}'), ['{"p": 1}']);
  assert.deepEqual(of('g', '{"p": 1}'), []);
  assert.deepEqual(of('h', '{"p": 1}'), []);
});

suite('JSON Schemas as they come', () => {
  const rows: readonly (readonly [name: string, schema: object, text: string, ...places: string[]])[] = [
    ['a reference', { $defs: { p: { type: 'string' } }, properties: { a: { $ref: '#/$defs/p' } } }, '{"a": 1}', '1'],
    ['a reference round in circles', { $ref: '#' }, '{"a": 1}'],
    ['a tree', { properties: { next: { $ref: '#' }, v: { type: 'number' } } }, '{"next": {"next": {"v": "x"}}}', '"x"'],
    ['a reference elsewhere', { properties: { a: { $ref: 'https://example.com/a.json' } } }, '{"a": 1}'],
    ['a pattern that runs for ever', { properties: { a: { pattern: '^(a+)+$' } } }, `{"a": "${'a'.repeat(50)}!"}`],
    ['nullable', { properties: { a: { type: 'string', nullable: true } } }, '{"a": null}'],
    ['one of', { properties: { a: { oneOf: [{ type: 'integer' }, { type: 'number' }] } } }, '{"a": 1}'],
    ['limits', { properties: { a: { type: 'integer', minimum: 1 } } }, '{"a": 0}', '0'],
    ['keys left open', { properties: { a: {} } }, '{"b": 1}'],
    ['nonsense', { type: 7, properties: [], required: 'a', enum: {}, items: null, allOf: [] }, '{"b": [1]}'],
    ['half a character in a key', { additionalProperties: { type: 'string' } }, '{"\\ud800": 1}'],
  ];
  for (const [name, schema, text, ...places] of rows) {
    test(name, () => {
      const found = argumentProblems(schema as Parameters<typeof argumentProblems>[0], text, { tool: 'f' });
      assert.deepEqual(
        found.map(({ start, end }) => text.slice(start, end)),
        places,
      );
    });
  }
});

suite('what is huge neither overflows the stack nor hangs', () => {
  const deep = 50_000;
  const rows: Readonly<Record<string, readonly [type: string, body: string]>> = {
    'nested arguments': ['(_: { a: any, b: string }) => any', `{"a": ${'['.repeat(deep)}${']'.repeat(deep)}}`],
    'nested arguments of a type that nests': [
      '(_: { a: { a: { a: string } } }) => any',
      '{"a":'.repeat(deep) + 1 + '}'.repeat(deep),
    ],
    'a nested type': [
      `(_: ${'{a:'.repeat(3000)}string${'}'.repeat(3000)}) => any`,
      '{"a":'.repeat(3000) + 1 + '}'.repeat(3000),
    ],
    'open brackets': [`(_: ${'{a:('.repeat(4000)}`, '{}'],
    'many wrong items': ['(_: { a: string[] }) => any', `{"a": [${'1,'.repeat(300_000)}1]}`],
    'many wrong items of many types': [
      `(_: { a: (${Array.from({ length: 500 }, (_, i) => `{k${i}: 1}`).join(' | ')})[] }) => any`,
      `{"a": [${'{},'.repeat(50_000)}1]}`,
    ],
    'many unknown keys': [
      '(_: { a?: string }) => any',
      `{${Array.from({ length: 50_000 }, (_, i) => `"k${i}": 1`).join(', ')}}`,
    ],
    'a long union': [
      `(_: { a: ${Array.from({ length: 2000 }, (_, i) => `"v${i}"`).join(' | ')} }) => any`,
      '{"a": "v17x"}',
    ],
  };
  for (const [name, [type, body]] of Object.entries(rows)) {
    test(name, () => {
      assert.doesNotThrow(() => problems(functions(`type f = ${type};`) + call('functions.f', body)));
    });
  }

  test('types that name each other', () => {
    const types = Array.from({ length: 300 }, (_, i) => `type T${i} = { a: T${(i + 1) % 300}, b: T${(i * 7) % 300} };`);
    problems(functions(`${types.join('\n')}\ntype f = (_: T0) => any;`) + call('functions.f', '{"a": {}}'));
  });
});

test('a type that is not a function has no parameters', () => {
  for (const type of ['', 'string', '{ a: string }', '=>', '(', '(_: ) =>']) parametersSchema(type);
  assert.equal(parametersSchema(' { a: string }'), undefined);
});

test('a parameter whose schema allows nothing is none', () => {
  const signature =
    '{"type": "function", "function": {"name": "f", "description": "F.", "parameters": {"type": "object", "properties": {"a": {}, "b": false}}}}';
  const text = `<|im_start|>system\n<|function_list|>\n${signature}<|im_end|>\n<|im_start|>assistant\n<|function_call|>\n{"name": "f", "arguments": {"b": 1}}<|im_end|>`;
  const [fault] = check(text).filter(({ code }) => code === 'E-CALL-SCHEMA');
  assert.equal(fault?.message, '`f` has no parameter `b`. Rename it to `a`, or remove it.');
});
