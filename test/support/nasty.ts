/**
 * Documents for which a careless loop takes quadratic time. Tests only check that these documents can be read. `npm run bench -- --only
 * nasty` measures how the time grows, because a test that depends on the clock fails on a busy machine.
 */

import { Checker } from '../../server/src/checker/checker.ts';
import { createChecker, openDocument } from '../../server/src/documents/document.ts';
import { documentSymbols } from '../../server/src/features/json/symbols.ts';
import { fixAll } from '../../server/src/fixes/fix-all.ts';
import { renderMarkdown } from '../../server/src/render/markdown.ts';
import { Transcript } from '../../server/src/syntax/transcript.ts';
import { ask } from '../unit/features-check.ts';

export type NastyRow = readonly [name: string, make: (n: number) => string];

/** Documents in OpenChatML 0.1. */
export const chatmlRows: readonly NastyRow[] = [
  ['messages without line break', (n) => '<|im_start|>user hi<|im_end|>'.repeat(n)],
  ['openers', (n) => '<|im_start|>'.repeat(n)],
  ['terminators', (n) => `<|im_start|>user\nhi${'<|im_end|>'.repeat(n)}`],
  ['half tokens', (n) => `<|im_start|>user\n${'<|im_start|'.repeat(n)}`],
  ['words in a header', (n) => `<|im_start|>user${' word'.repeat(n)}\nhi<|im_end|>`],
  ['names in a header', (n) => `<|im_start|>user${' name="a'.repeat(n)}\nhi<|im_end|>`],
  ['separators', (n) => 'a\n<|file_separator|>\n'.repeat(n)],
  ['tasks', (n) => '<|fim_prefix|>a<|fim_middle|><|fim_suffix|>\n'.repeat(n)],
  ['tasks in files', (n) => '<|fim_prefix|>a<|fim_middle|><|fim_suffix|>\n<|file_separator|>\n'.repeat(n)],
  [
    'nested thoughts',
    (n) => `<|im_start|>assistant\n${'<|start_reason|>'.repeat(n)}${'<|end_reason|>'.repeat(n)}<|im_end|>`,
  ],
  [
    'thoughts and cursors',
    (n) => `<|im_start|>assistant\n${'<|start_reason|>a<|end_reason|><|fim_middle|>'.repeat(n)}<|im_end|>`,
  ],
  ['ends of thoughts', (n) => `<|im_start|>assistant\n${'a<|end_reason|>'.repeat(n)}<|im_end|>`],
  ['open objects', (n) => `<|im_start|>assistant\n<|function_call|>\n${'{"a":'.repeat(n)}<|im_end|>`],
  ['open calls', (n) => `<|im_start|>assistant\n${'<|function_call|>\n{"a":\n'.repeat(n)}<|im_end|>`],
  ['values', (n) => `<|im_start|>assistant\n<|function_call|>\n${'{"name":"f","arguments":{}}\n'.repeat(n)}<|im_end|>`],
  ['an array', (n) => `<|im_start|>assistant\n<|function_call|>\n[${'{},'.repeat(n)}{}]<|im_end|>`],
  [
    'outputs in the wrong order',
    (n) => {
      const names = Array.from({ length: n }, (_, i) => `f${i}`);
      const calls = names.map((name) => `{"name":"${name}","arguments":{}}\n`).join('');
      const outputs = names
        .reverse()
        .map((name) => `{"name":"${name}","content":1}\n`)
        .join('');
      return `<|im_start|>assistant\n<|function_call|>\n${calls}<|im_end|>\n<|im_start|>tool\n<|function_output|>\n${outputs}<|im_end|>`;
    },
  ],
  [
    'calls that nothing answers',
    (n) =>
      '<|im_start|>assistant\n<|function_call|>\n{"name":"f","arguments":{}}<|im_end|>\n<|im_start|>user\nhi<|im_end|>\n'.repeat(
        n,
      ),
  ],
];

const call = (more: string) =>
  `<|start|>assistant to=functions.f${more}<|channel|>commentary<|constrain|>json<|message|>{}<|call|>\n`;
const reply = (more: string) => `<|start|>tool name=functions.f${more}<|message|>{"low": 1}<|end|>\n`;
const jsonCalls = '{"tool_calls": [{"name": "g", "arguments": "{}"}]}';

/** Documents with many problems to fix. */
export const faultyRows: readonly NastyRow[] = [
  ['calls without ids', (n) => call('').repeat(n) + reply('').repeat(n)],
  [
    'calls without ids, and replies of other tools',
    (n) =>
      Array.from({ length: n }, (_, i) => {
        const other = reply(` call_id=r${i}`).replace('functions.f', `functions.g${i}`);
        return call('').replace('functions.f', `functions.f${i}`) + other;
      }).join(''),
  ],
  [
    'replies without ids',
    (n) => Array.from({ length: n }, (_, i) => call(` call_id=c${i}`)).join('') + reply('').repeat(n),
  ],
  ['one id for all', (n) => call(' call_id=c1').repeat(n) + reply(' call_id=c1').repeat(n)],
  ['replies without name', (n) => call(' call_id=c1') + '<|start|>tool call_id=c1<|message|>x<|end|>\n'.repeat(n)],
  [
    'calls in JSON',
    (n) => call(' call_id=c1') + `<|start|>assistant<|channel|>commentary<|message|>${jsonCalls}<|end|>\n`.repeat(n),
  ],
  ['roles', (n) => '<|start|>Assistant<|channel|>final  <|message|>Hi<|return|>\n'.repeat(n)],
  ['tokens in one body', (n) => `<|start|>user<|message|>${'<|channel|> '.repeat(n)}<|end|>`],
  ['tokens of 0.1', (n) => `<|start|>user<|message|>${'<|im_end|> '.repeat(n)}<|end|>`],
  ['misspelled tokens', (n) => `<|start|>user<|message|>${'<|END|> '.repeat(n)}<|end|>`],
  ['pasted messages', (n) => '<\\|start\\|>user<\\|message\\|>Hi<\\|end\\|>\n'.repeat(n)],
  ['0.1: end tokens', (n) => `<|im_start|>user\nhi${'<|im_end|>'.repeat(n)}`],
  ['0.1: headers', (n) => '<|im_start|> User hi<|im_end|>'.repeat(n)],
  ['0.1: ends of thoughts', (n) => `<|im_start|>assistant\n${'a<|end_reason|>'.repeat(n)}<|im_end|>`],
  [
    '0.1: nested thoughts',
    (n) => `<|im_start|>assistant\n${'<|start_reason|>'.repeat(n)}${'<|end_reason|>'.repeat(n)}<|im_end|>`,
  ],
  ['0.1: flags', (n) => '<|im_start|>user\n<|reason|><|im_end|>\n'.repeat(n)],
  ['0.1: outputs', (n) => '<|im_start|>tool\n<|function_output|>\n1<|im_end|>\n'.repeat(n)],
  ['0.1: tasks', (n) => '<|fim_prefix|>a<|fim_suffix|>b<|fim_middle|>\n'.repeat(n)],
  ['0.1: tokens of 2.x', (n) => '<|im_start|>user\nhi<|end|>\n'.repeat(n)],
];

export const markdownRows: readonly NastyRow[] = [
  ...[
    '-http://a.b/',
    '//a.b/',
    'http://a.b/(',
    '![.http://a.b/',
    '![',
    '[a](',
    '`a``',
    '*_',
    '> a\n',
    '1) a\n',
    '[a]: b\n',
  ].map((again): NastyRow => [`${again}…`, (n) => again.repeat(n)]),
  ['images in images', (n) => '![a '.repeat(n) + '](b) '.repeat(n)],
  ['a fence in every quote', (n) => '> \n> ```\n!['.repeat(n) + ')``mailto:'.repeat(n)],
  ['lazy lines', (n) => `${'> '.repeat(90)}a\n${'a\n'.repeat(n)}`],
  ['cells that are not there', (n) => `${'|a'.repeat(n)}|\n${'|-'.repeat(n)}|\n${'|\n'.repeat(n)}`],
];

/** Broken JSON on one long line: the beginning of the line, and the text that is repeated. */
const jsonLines: readonly (readonly [before: string, again: string])[] = [
  ["['", '"a"b,'],
  ['', '["a"b,'],
  ['', '[“'],
  ['[', '“'],
  ['[', '‘'],
  ['[', '“ ’'],
  ['[', '"a”,\\"b'],
  ['[', '"'],
  ['"', '\\'],
  ['', '{'],
  ['', '['],
  ['', '{"a":'],
  ['', '{{]'],
  ['[', 'x '],
  ['[', '{"token":"<|start|>"},"user",'],
  ['[', '{"role":"user","content":"<|x|>"},'],
];

export const jsonRows: readonly NastyRow[] = [
  ...jsonLines.map(([before, again]): NastyRow => [`${before}${again}…`, (n) => before + again.repeat(n)]),
  ['objects and no array to close', (n) => '{'.repeat(n) + ']'.repeat(n)],
];

/**
 * Checks an OpenChatML 0.1 document and makes the main requests of an editor: symbols, folding, hover and completion. Returns the number of
 * problems.
 */
export function readAll(text: string): number {
  const transcript = new Transcript('test:', 'ocml', 0, text, { dialect: 'openchatml-0.1' });
  const { total } = new Checker(transcript, { strict: false, levels: {} }).problems(200);
  for (const method of ['documentSymbol', 'foldingRange']) ask(method, transcript);
  ask('hover', transcript, { position: transcript.positionAt(text.length >> 1) });
  ask('completion', transcript, { position: transcript.positionAt(text.length >> 1) });
  return total;
}

/** Renders Markdown up to its length limit. Returns the length of the HTML. */
export function render(text: string): number {
  return renderMarkdown(text).length;
}

/** Applies all safe fixes. Returns their number. */
export function fixEverything(text: string): number {
  return fixAll(new Transcript('test:', 'ocml', 0, text), { strict: false, levels: {} }).count;
}

/** Checks and outlines JSON as a list of messages and as ChatML on the wire. Returns the number of problems. */
export function readJsonAll(text: string): number {
  return (['messages', 'chatml-wire'] as const).reduce((sum, dialect) => {
    const document = openDocument('test:', 'json', 0, text, dialect);
    const { total } = createChecker(document, { strict: false, levels: {} }).problems(200);
    if (!(document instanceof Transcript)) documentSymbols(document);
    return sum + total;
  }, 0);
}
