/** Hover, completion, outline, folding and preview of OpenChatML 0.1. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { userView } from '../../server/src/features/user-view.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { summary } from '../support/check.ts';
import { applications, checkedAs } from '../support/fix.ts';
import { accepted, ask, marked, messageKind, offered } from './features-check.ts';

const labels = (text: string) => offered(text).flatMap(({ label, kind }) => (kind === messageKind ? [] : label));

function hoverAt(text: string): string | undefined {
  const { transcript, cursor } = marked(text);
  return ask<{ contents: { value: string } } | null>('hover', transcript, { position: transcript.positionAt(cursor) })
    ?.contents.value;
}

interface Symbol {
  name: string;
  children?: Symbol[];
}

const outline = (symbols: readonly Symbol[]): unknown[] =>
  symbols.map(({ name, children }) => (children?.length ? [name, outline(children)] : name));

const symbolsOf = (text: string) => outline(ask<Symbol[]>('documentSymbol', marked(text).transcript));

const list =
  '<|im_start|>system\n<|function_list|>\n{"type": "function", "function": {"name": "stock", "description": "A price.", "parameters": {}}}\n<|im_end|>\n';

const sequencePair = { begin: '<|begin_of_text|>', end: '<|end_of_text|>' };

test('a configured pair marks the edges of a document, and nothing else', () => {
  const chat = '<|im_start|>user\nHi<|im_end|>\n';
  const { begin, end } = sequencePair;
  const found = (text: string, pair = sequencePair) => summary(text, { sequencePair: pair });
  assert.deepEqual(summary(`${begin}${chat}${end}`), []);
  assert.deepEqual(found(`${begin}${chat}${end}`), []);
  assert.deepEqual(found(` ${begin}\n${chat}${end} \n`), []);
  assert.deepEqual(found(`[BOS]${chat}[EOS]`), []);
  assert.deepEqual(found(`${begin}${chat}`), [`sequence-unbalanced «${begin}»`]);
  assert.deepEqual(found(`${begin}${chat}</s>`), ['sequence-unbalanced «</s>»']);
  assert.deepEqual(found(`[BOS]${chat}${end}`), [`sequence-unbalanced «${end}»`]);
  assert.deepEqual(found(`${chat}${end}${chat}`), []);
  assert.deepEqual(found(`<|im_start|>user\n${begin}${end}<|im_end|>`), []);
  assert.deepEqual(found(`${begin}<|fim_prefix|>a<|fim_middle|>b<|fim_suffix|>c${end}`), []);
  // These tokens resemble text for which other rules search: bars that are other characters, one token for both edges, or a known token.
  const odd = { begin: '<\uff5cbegin\u2581of\u2581sentence\uff5c>', end: '<\uff5cend\u2581of\u2581sentence\uff5c>' };
  assert.deepEqual(found(`${odd.begin}${chat}${odd.end}`, odd), []);
  const same = { begin: '<|endoftext|>', end: '<|endoftext|>' };
  assert.deepEqual(found(`${same.begin}${chat}${same.end}`, same), []);
  assert.deepEqual(summary(same.begin, { dialect: 'openchatml-0.1', sequencePair: same }), []);
  const longer = { begin: '<s>x', end: '</s>x' };
  assert.deepEqual(found(`${longer.begin}${chat}${longer.end}`, longer), []);
  const levels = { 'token-unknown': 'hint' } as const;
  assert.deepEqual(summary(`${begin}${chat}${end}`, { sequencePair, levels }), []);
});

test('the fixes of a configured pair write its tokens', () => {
  const chat = '<|im_start|>user\nHi<|im_end|>';
  const firstFix = (text: string, pair: typeof sequencePair) =>
    applications(checkedAs(text, { sequencePair: pair }))[0]?.after;
  const { begin, end } = sequencePair;
  const same = { begin: '<|endoftext|>', end: '<|endoftext|>' };
  for (const pair of [sequencePair, same]) {
    assert.equal(firstFix(pair.begin + chat, pair), pair.begin + chat + pair.end);
    assert.equal(firstFix(chat + pair.end, pair), pair.begin + chat + pair.end);
  }
  assert.equal(firstFix(`${begin}${chat}</s>`, sequencePair), begin + chat + end);
  assert.equal(firstFix(`[BOS]${chat}${end}`, sequencePair), `[BOS]${chat}[EOS]`);
  assert.equal(firstFix(begin + chat.replace('<|im_end|>', ''), sequencePair), begin + chat + end);
});

test('a configured pair is explained, offered, and no part of a file', () => {
  const chat = '<|im_start|>user\nHi<|im_end|>\n';
  const { transcript, cursor } = marked(`<|begin_$0of_text|>${chat}<|end_of_text|>`, { sequencePair });
  const hover = ask<{ contents: { value: string } }>('hover', transcript, { position: transcript.positionAt(cursor) });
  assert.match(hover.contents.value, /<\|begin_of_text\|>.*Begins the sequence/s);
  const offers = offered(`<|begin_of_text|>${chat}$0`, { sequencePair });
  assert.ok(offers.some(({ label }) => label === '<|end_of_text|>'));
  const files = marked('<|begin_of_text|>one\n<|file_separator|>\ntwo\n<|end_of_text|>', { sequencePair }).transcript;
  const shown = userView.run(files, { textDocument: { uri: 'test:' } })?.messages[0]?.text;
  assert.equal(shown, 'one\ntwo\n');
});

test('hover on tokens, roles, names, functions and marks', () => {
  assert.match(hoverAt('<|im_$0start|>user\nHi<|im_end|>') ?? '', /Begins a message/);
  assert.match(hoverAt('<|im_start|>us$0er\nHi<|im_end|>') ?? '', /A message from the user.*Shown to end users/s);
  const thinks = hoverAt('<|im_start|>assist$0ant\n<|start_reason|>R<|end_reason|><|im_end|>');
  assert.match(thinks ?? '', /Hidden from end users/);
  assert.match(hoverAt('<|im_start|>develo$0per\nHi<|im_end|>') ?? '', /not a role/);
  assert.match(hoverAt('<|im_start|>user na$0me=Eric\nHi<|im_end|>') ?? '', /speaker's name/);
  assert.match(hoverAt('<|im_start|>system\nHi<|rea$0son|><|im_end|>') ?? '', /Quiet-STaR/);
  assert.match(hoverAt('<|fim_pre$0fix|>a<|fim_middle|><|fim_suffix|>b') ?? '', /2207\.14255/);
  assert.match(hoverAt('[B$0OS]<|im_start|>user\nHi<|im_end|>[EOS]') ?? '', /Begins the sequence/);
  assert.match(hoverAt('[BOS]<|im_start|>user\nHi<|im_end|>\n[EO$0S]') ?? '', /Ends the sequence/);
  const call = '<|im_start|>assistant\n<|function_call|>\n{"arguments": {}, "name": "sto$0ck"}<|im_end|>';
  assert.match(hoverAt(list + call) ?? '', /A price\.\ntype stock[^]*Declared in \[line 3]/);
  assert.equal(hoverAt('<|im_start|>user\nsay `<|function_$0call|>`<|im_end|>'), undefined);
});

test('completion offers what may be at the cursor', () => {
  assert.deepEqual(labels('<|im_start|>user\nHi<|im_end|>\n<|$0').slice(0, 1), ['<|im_start|>']);
  assert.deepEqual(labels('<|im_start|>user\nHi<|im_end|>\n<|im_start|>$0'), ['assistant', 'system', 'user', 'tool']);
  assert.deepEqual(labels('<|im_start|>user $0\nHi<|im_end|>'), ['name=']);
  assert.deepEqual(labels('<|im_start|>user name=Ann\nHi<|im_end|>\n<|im_start|>user name=$0\nHi<|im_end|>'), ['Ann']);
  assert.deepEqual(labels('<|im_start|>user\nHi <|$0'), ['<|im_end|>']);
  assert.deepEqual(labels('<|im_start|>tool\n<|$0'), ['<|im_end|>', '<|function_output|>']);
  assert.deepEqual(labels('<|im_start|>assistant\n<|start_reason|>x<|$0').slice(0, 2), [
    '<|end_reason|>',
    '<|im_end|>',
  ]);
  assert.ok(labels('<|im_start|>system\nHi <|$0').includes('<|reason|>'));
  assert.deepEqual(labels('<|im_start|>user\na <$0 b'), []);
  const call = '<|im_start|>assistant\n<|function_call|>\n{"name": "$0"}';
  assert.deepEqual(labels(list + call), ['stock']);
  assert.equal(accepted('<|im_start|>user\nHi<|im_$0', '<|im_end|>'), '<|im_start|>user\nHi<|im_end|>');
  assert.ok(labels('[BOS]<|im_start|>user\nHi<|im_end|>\n$0').includes('[EOS]'));
});

test('the outline has turns and messages, calls and thoughts; files and their tasks', () => {
  const talk = `${list}<|im_start|>user name=Ann\nWhat?<|im_end|>\n<|im_start|>assistant\n<|start_reason|>Hm.<|end_reason|>\n<|function_call|>\n{"arguments": {}, "name": "stock"}<|im_end|>\n<|im_start|>tool\n<|function_output|>\n{"name": "stock", "content": 1}<|im_end|>\n<|im_start|>assistant\n`;
  assert.deepEqual(symbolsOf(talk), [
    ['system', ['stock']],
    ['Turn 1', ['user (Ann)', ['assistant', ['reason', '→ stock']], ['← tool', ['← stock']], 'open assistant turn']],
  ]);
  const files =
    '<|file_separator|>\none\n<|file_separator|>\n<|fim_prefix|>a<|fim_middle|><|fim_suffix|>b\n<|file_separator|>';
  assert.deepEqual(symbolsOf(files), [
    'File 1',
    ['File 2', [['fill in the middle', ['prefix', 'middle', 'suffix']]]],
    'File 3',
  ]);
});

test('files, messages and thought blocks fold', () => {
  const folds = (text: string) =>
    ask<{ startLine: number; endLine: number; kind?: string }[]>('foldingRange', marked(text).transcript).map(
      ({ startLine, endLine, kind = '' }) => `${startLine}-${endLine}${kind && ` ${kind}`}`,
    );
  assert.deepEqual(folds('one\n<|file_separator|>\ntwo\nlines\n<|file_separator|>\nthree'), ['1-3', '4-5']);
  assert.deepEqual(folds('<|im_start|>assistant\n<|start_reason|>a\nb<|end_reason|>\nc\n<|im_end|>'), [
    '0-4',
    '1-2 comment',
  ]);
});

interface Seen {
  text: string;
  html: string;
  effectiveChannel?: string | undefined;
  hidden: boolean;
}

function seen(text: string, debug = false): { messages: readonly Seen[]; hidden: number } {
  return userView.run(new Transcript('test:', 'ocml', 0, text), { textDocument: { uri: 'test:' }, debug });
}

/** Texts, and the messages that users see of each. */
const views: readonly (readonly [why: string, text: string, ...shown: string[]])[] = [
  ['messages, without the line break before the end', '<|im_start|>user\nHi\n<|im_end|>', 'Hi'],
  ['no system and tool messages', '<|im_start|>system\nA<|im_end|><|im_start|>tool\nB<|im_end|>'],
  [
    'no thoughts',
    '<|im_start|>assistant\n<|start_reason|>a<|end_reason|>b<|start_reflect|>c<|end_reflect|><|im_end|>',
    'b',
  ],
  [
    'no overlapping thoughts',
    '<|im_start|>assistant\n<|start_reason|>a<|start_reflect|>b<|end_reason|>c<|end_reflect|>d<|im_end|>',
    'd',
  ],
  ['no thought that nothing ends', '<|im_start|>assistant\na<|start_reason|>b<|im_end|>', 'a'],
  ['no thought that nothing begins', '<|im_start|>assistant\na<|end_reason|>b<|im_end|>', 'b'],
  ['no thought that breaks off', '<|im_start|>assistant\na<|start_reason|>b', 'a'],
  ['no half token', '<|im_start|>assistant\na<|im_e', 'a'],
  ['no calls', '<|im_start|>assistant\nWait.\n<|function_call|>\n{"arguments": {}, "name": "f"}\n<|im_end|>', 'Wait.'],
  [
    'no call that does not parse',
    '<|im_start|>assistant\nWait.\n<|function_call|>\n{"arguments": {, secret\n<|im_end|>',
    'Wait.',
  ],
  ['no message of calls alone', '<|im_start|>assistant\n<|function_call|>\n{"arguments": {}, "name": "f"}<|im_end|>'],
  ['no open turn', '<|im_start|>user\nHi<|im_end|>\n<|im_start|>assistant\n', 'Hi'],
  [
    'quoted tokens',
    '<|im_start|>assistant\nWrite `<|start_reason|>` first.<|im_end|>',
    'Write `<|start_reason|>` first.',
  ],
  ['a cursor for fill-in-the-middle', '<|fim_prefix|>a <|fim_middle|><|fim_suffix|> b', 'a ▮ b'],
  ['a fill in place of the cursor', '<|fim_prefix|>a <|fim_middle|>x<|fim_suffix|> b', 'a x b'],
  ['a cursor inside a message', '<|im_start|>user\n<|fim_prefix|>a<|fim_middle|><|fim_suffix|>b<|im_end|>', 'a▮b'],
  ['files', 'one\n<|file_separator|>\ntwo', 'one\ntwo'],
];

for (const [why, text, ...shown] of views) {
  test(`the preview shows ${why}`, () => {
    assert.deepEqual(
      seen(text).messages.map((message) => message.text),
      shown,
    );
  });
}

test('the preview shows hidden layers on request', () => {
  const { messages } = seen('<|im_start|>assistant\n<|start_reason|>a<|end_reason|>b<|im_end|>', true);
  assert.deepEqual(
    messages.map(({ effectiveChannel, hidden, text }) => [effectiveChannel, hidden, text]),
    [
      ['analysis', true, 'a'],
      ['final', false, 'b'],
    ],
  );
  assert.equal(seen('<|im_start|>assistant\n<|function_call|>\n{"arguments": {}, "name": "f"}<|im_end|>').hidden, 1);
  assert.match(seen('one\n<|file_separator|>\n<b>two').messages[0]?.html ?? '', /File 2.*&lt;b&gt;two/s);
});

test('files are divided by separators wherever these stand, messages among them', () => {
  const user = '<|im_start|>user\nHi<|im_end|>\n';
  assert.deepEqual(symbolsOf(`${user}<|file_separator|>\n${user}`), [
    ['File 1', [['Turn 1', ['user']]]],
    ['File 2', [['Turn 2', ['user']]]],
  ]);
  assert.deepEqual(symbolsOf(`one\n<|file_separator|>\n${user}<|file_separator|>\n<|fim_middle|>x`), [
    'File 1',
    ['File 2', [['Turn 1', ['user']]]],
    ['File 3', [['fill in the middle', ['middle']]]],
  ]);
  assert.deepEqual(symbolsOf(`<|file_separator|>\n${user}`), [['File 1', [['Turn 1', ['user']]]]]);
  const folds = ask<{ startLine: number; endLine: number }[]>(
    'foldingRange',
    marked(`one\n<|file_separator|>\n${user}<|file_separator|>\nthree`).transcript,
  ).map(({ startLine, endLine }) => [startLine, endLine]);
  assert.deepEqual(folds.slice(0, 2), [
    [1, 3],
    [4, 5],
  ]);
});

test('what tags hold is in the outline, folds and is explained', () => {
  const text =
    '<|im_start|>assistant\n<think>\nHm.\n</think>\n\n<tool_call>\n{"name": "f", "arguments": {}}\n</tool_call><|im_end|>\n';
  assert.deepEqual(symbolsOf(text), [['assistant', ['think', '→ f']]]);
  const folds = ask<{ startLine: number; endLine: number; kind?: string }[]>('foldingRange', marked(text).transcript);
  assert.deepEqual(
    folds.map(({ startLine, endLine, kind }) => [startLine, endLine, kind]),
    [
      [0, 7, undefined],
      [1, 3, 'comment'],
      [5, 7, undefined],
    ],
  );
  const { transcript, cursor } = marked(text.replace('<think>', '<th$0ink>'));
  const hover = ask<{ contents: { value: string } }>('hover', transcript, { position: transcript.positionAt(cursor) });
  assert.match(hover.contents.value, /<think>.*ChatML tag/s);
});

test('with hidden layers, what is left of a message outside messages is marked as hidden', () => {
  const text = '<|fim_suffix|>system\nSECRET<|im_end|>\n<|im_start|>user\nHi<|im_end|>\n';
  const seen = (debug: boolean) =>
    userView
      .run(new Transcript('test:', 'ocml', 0, text), { textDocument: { uri: 'test:' }, debug })
      .messages.map((one) => [
        one.hidden,
        one.html.includes('SECRET'),
        /<div class="thought">.*SECRET/s.test(one.html),
      ]);
  assert.deepEqual(seen(false), [
    [false, false, false],
    [false, false, false],
  ]);
  assert.deepEqual(seen(true), [
    [true, true, true],
    [false, false, false],
  ]);
});
