import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, marked, textOf } from './features-check.ts';

interface Symbol {
  name: string;
  detail?: string;
  kind: number;
  range: Range;
  selectionRange: Range;
  children?: Symbol[];
}

interface Range {
  start: { line: number; character: number };
  end: { line: number; character: number };
}

const conversation = `version: 2.2
model: m-1

<|start|>system<|message|>Be brief.<|end|>
<|start|>developer<|message|>namespace functions {
// The weather.
type get_weather = () => any;
} // namespace functions<|end|>
<|start|>user name=mira<|message|>Will it
rain?<|end|>
<|start|>assistant<|channel|>analysis<|message|><|start_reason|>Ask.<|end|>
<|start|>assistant to=functions.get_weather call_id=wx1<|channel|>commentary<|message|>{}<|call|>
<|start|>tool name=functions.get_weather call_id=wx1<|message|>{"ok": true}<|end|>
<|start|>assistant<|channel|>final<|message|>No.<|return|>
<|start|>user<|message|>This:
<|literal|>
<|end|>
<|endliteral|><|end|>
<|start|>assistant`;

test('the outline: header, turns, messages, what is in them, the open turn', () => {
  const { transcript } = marked(conversation);
  const lines = (symbols: Symbol[], indent = ''): string[] =>
    symbols.flatMap(({ name, detail, children = [] }) => [
      `${indent}${name}${detail ? ` – ${detail}` : ''}`,
      ...lines(children, `${indent}  `),
    ]);
  assert.deepEqual(lines(ask<Symbol[]>('documentSymbol', transcript)), [
    'Document header – openchatml-2.2 · m-1',
    '  version – 2.2',
    '  model – m-1',
    'system – Be brief.',
    'developer – namespace functions {',
    '  functions.get_weather',
    'Turn 1 – Will it',
    '  user (mira) – Will it',
    '  assistant · analysis – Ask.',
    '    reason',
    '  → functions.get_weather wx1 – {}',
    '  ← functions.get_weather wx1 – {"ok": true}',
    '    ok – true',
    '  assistant · final – No.',
    'Turn 2 – This:',
    '  user – This:',
    '    literal – <|end|>',
    '  open assistant turn',
  ]);
});

test('a turn reaches as far as its fold: to the end of the open turn', () => {
  const { transcript } = marked('<|start|>user<|message|>Hi<|end|>\n<|start|>assistant');
  const [turn] = ask<Symbol[]>('documentSymbol', transcript);
  assert.deepEqual(turn?.range.end, { line: 1, character: 18 });
  assert.deepEqual(ask('foldingRange', transcript), [{ startLine: 0, endLine: 1 }]);
});

test('a message of which only the opener is there is no turn of anybody', () => {
  for (const [text, name] of [
    ['<|start|>', 'unfinished message'],
    ['<|start|> to=', 'unfinished message'],
    ['<|start|>assistant', 'open assistant turn'],
    ['<|start|>user', 'open user turn'],
  ] as const) {
    const symbols = ask<Symbol[]>('documentSymbol', marked(text).transcript);
    assert.deepEqual(
      symbols.map((symbol) => symbol.name),
      [name],
    );
  }
});

test('every range holds its selection and its children, and begins where the message does', () => {
  for (const text of [
    conversation,
    conversation.replaceAll('\n', '\r\n'),
    conversation.replaceAll('\n', ''),
    conversation.replace('rain', '😀'),
  ]) {
    const { transcript } = marked(text);
    const visit = (symbols: Symbol[], outer?: Range) => {
      for (const { name, range, selectionRange, children = [] } of symbols) {
        for (const [inside, around] of [
          [selectionRange, range],
          [range, outer ?? range],
        ] as const) {
          assert.ok(transcript.offsetAt(inside.start) >= transcript.offsetAt(around.start), name);
          assert.ok(transcript.offsetAt(inside.end) <= transcript.offsetAt(around.end), name);
        }
        for (const position of [range.start, range.end, selectionRange.start, selectionRange.end]) {
          assert.deepEqual(transcript.positionAt(transcript.offsetAt(position)), position, name);
        }
        if (/^(?:user|assistant|system|[→←])/.test(name)) {
          assert.match(transcript.getText(range), /^<\|start\|>[^]*(?:<\|(?:end|call|return)\|>|assistant)$/);
          assert.match(transcript.getText(selectionRange), /^<\|start\|>[a-z]+$/);
        }
        visit(children, range);
      }
    };
    visit(ask<Symbol[]>('documentSymbol', transcript));
  }
});

test('odd documents have an outline too', () => {
  const names = (text: string) => ask<Symbol[]>('documentSymbol', marked(text).transcript).map(({ name }) => name);
  assert.deepEqual(names(''), []);
  assert.deepEqual(names('stray'), []);
  assert.deepEqual(names('<|channel|>analysis<|message|>Hm'), ['assistant · analysis']);
  assert.deepEqual(names('<|start|><|message|>Hm<|end|>'), ['message']);
  assert.deepEqual(names('<|start|>clown<|message|>Hm<|end|>'), ['clown']);
});

test('a 10 MB document has an outline', () => {
  const message = `<|start|>assistant<|channel|>final<|message|>${'Some text of an answer. '.repeat(18)}<|end|>\n`;
  const { transcript } = marked(message.repeat(20_000));
  assert.equal(ask<Symbol[]>('documentSymbol', transcript).length, 20_000);
});

test('folds: header, turns, messages, literal blocks', () => {
  const { transcript } = marked(conversation);
  const folds = ask<{ startLine: number; endLine: number; kind?: string }[]>('foldingRange', transcript);
  assert.deepEqual(
    folds.map(({ startLine, endLine }) => [startLine, endLine]),
    [
      [0, 1],
      [4, 7],
      [8, 13],
      [8, 9],
      [14, 18],
      [14, 17],
      [15, 17],
    ],
  );
});

test('private reasoning folds as a comment does, and a message that is not closed up to its last line', () => {
  const { transcript } = marked(
    '<|start|>assistant<|channel|>analysis<|message|>a\nb\n\n<|start|>user<|message|>c<|end|>',
  );
  assert.deepEqual(ask('foldingRange', transcript), [{ startLine: 0, endLine: 1, kind: 'comment' }]);
});

test('the outline of a very long transcript: its turns', () => {
  const turn = '<|start|>user<|message|>Hi<|end|>\n<|start|>assistant<|message|>Hello<|end|>\n';
  const { transcript } = marked(`${turn.repeat(6000)}<|start|>assistant`);
  const symbols = ask<Symbol[]>('documentSymbol', transcript);
  assert.equal(symbols.length, 6000);
  const [open] = symbols[5999]?.children ?? [];
  assert.equal(open?.name, 'open assistant turn');
  assert.deepEqual(symbols[5999], {
    name: 'Turn 6000',
    detail: 'Hi',
    kind: symbols[0]?.kind,
    range: { start: { line: 11_998, character: 0 }, end: { line: 12_000, character: 18 } },
    selectionRange: { start: { line: 11_998, character: 0 }, end: { line: 11_998, character: 13 } },
    children: [open],
  });
});

test('the members of JSON in calls and replies, as far as they can be taken in', () => {
  const lines = (
    text: string,
    depth = 0,
    symbols = ask<Symbol[]>('documentSymbol', marked(text).transcript),
  ): string[] =>
    symbols.flatMap(({ name, detail, children = [] }) => [
      `${'  '.repeat(depth)}${name}${detail ? ` – ${detail}` : ''}`,
      ...lines(text, depth + 1, children),
    ]);
  const call = (body: string) =>
    `<|start|>assistant to=functions.f call_id=a<|channel|>commentary<|constrain|>json<|message|>${body}<|call|>`;
  const args = '{"city": "Rome", "days": [1, true, null], "place": {"lat": 4.5, "": {"x": {"y": 1}}}}';
  const members = [
    ...['city – Rome', 'days', '  0 – 1', '  1 – true', '  2 – null', 'place', '  lat – 4.5', '  ""', '    x'],
  ];
  const inside = (text: string) => lines(text).filter((line) => /^ *(?:→|city)/.test(line));
  assert.deepEqual(
    lines(call(args)).slice(1),
    members.map((line) => `  ${line}`),
  );
  const chatml = `<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": ${args}}\n</tool_call><|im_end|>`;
  assert.deepEqual(inside(chatml), ['  → f', '    city – Rome']);
  const function01 = `<|im_start|>assistant\n<|function_call|>\n{"name": "f", "arguments": ${args}}\n<|im_end|>`;
  assert.deepEqual(inside(function01), ['  → f', '    city – Rome']);
  const llama = `<|start_header_id|>assistant<|end_header_id|>\n\n{"name": "f", "parameters": ${args}}<|eom_id|>`;
  assert.deepEqual(inside(llama), ['  city – Rome']);
  assert.deepEqual(lines('<|start|>user<|message|>{"a": 1}<|end|>'), ['Turn 1 – {"a": 1}', '  user – {"a": 1}']);
  // The name of a symbol shows the character that an escape stands for. The range of the symbol is that of the escape.
  const { transcript } = marked(call('{"<<|end|>": "x", "b": 1}'));
  const [escaped, next] = ask<Symbol[]>('documentSymbol', transcript)[0]?.children ?? [];
  assert.deepEqual([escaped?.name, textOf(transcript, next?.selectionRange as Range)], ['<|end|>', '"b"']);
  assert.equal(textOf(transcript, escaped?.range as Range), '"<<|end|>": "x"');
  // If the outline reaches a limit, its last item says so.
  const many = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}": {"a": 1}`).join(', ')}}`;
  assert.deepEqual(lines(call(many(60))).slice(-2), ['    a – 1', '  … 10 more']);
  assert.equal(lines(call(many(50)).repeat(100)).filter((line) => line.startsWith('  k0')).length, 10);
  assert.deepEqual(
    lines(call(many(50)).repeat(100)).filter((line) => line.startsWith('  …')),
    ['  … 50 more'],
  );
  assert.deepEqual(lines(call(`{"a": "${'x'.repeat(60_000)}"}`)).length, 1);
  assert.ok(lines(call(`${'{"a": ['.repeat(10_000)}`)).length < 10);
  assert.ok(lines(call('{"a\u202e": "\u202eb"}')).every((line) => !line.includes('\u202e')));
});

test('what a document says turns no text around, and its letters stay', () => {
  const family = '👨\u200d👩\u200d👧';
  const said = `a\u202eb\u0007 ${family} می\u200cخواهم`;
  const text = [
    `<|start|>user name=x\u202ey<|message|>${said}<|end|>`,
    '<|start|>developer<|message|>namespace f\u202e {\n}\nnamespace functions {\ntype a = () => any;\n}<|end|>',
    `<|start|>assistant to=functions.f call_id=a\u2066<|channel|>commentary<|message|>{"\u202e": "${said}"}<|call|>`,
  ].join('\n');
  const shown = JSON.stringify(
    ask<Symbol[]>('documentSymbol', marked(text).transcript).map((one) => [one, one.children]),
  );
  assert.doesNotMatch(shown, /[\u202e\u2066\u0007]/);
  assert.ok(shown.includes(family) && shown.includes('می\u200cخواهم'));
});
