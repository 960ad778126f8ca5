/** Functions that examine JSON do not throw if it is nested very deep, complete or cut off. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Checker } from '../../server/src/checker/checker.ts';
import { createChecker, openDocument } from '../../server/src/documents/document.ts';
import { features } from '../../server/src/features/index.ts';
import { jsonFeatures } from '../../server/src/features/json/features.ts';
import type { AnyDialectId } from '../../server/src/grammar/index.ts';
import { JsonDocument } from '../../server/src/syntax/json/document.ts';

const deep = 10_000;
const shapes = {
  arrays: ['['.repeat(deep), ']'.repeat(deep)],
  objects: ['{"a": '.repeat(deep), '}'.repeat(deep)],
  'one that breaks off': [`{"a": ${'[{"b": '.repeat(deep / 2)}`, ''],
} as const;

const declared = `<|start|>developer<|message|>namespace functions {\ntype f = (_: { a: any }) => any;\n}<|end|>\n`;
const call = '<|start|>assistant to=functions.f call_id=c<|channel|>commentary<|message|>';
const tools =
  '<|im_start|>system\n<tools>[{"type": "function", "function": {"name": "f", "parameters": {}}}]</tools><|im_end|>\n';
const holders: Readonly<Record<string, readonly [AnyDialectId, string, string]>> = {
  'a call': ['openchatml-2.2', declared + call, '<|call|>'],
  'a reply': ['openchatml-2.2', '<|start|>tool name=functions.f call_id=c<|channel|>commentary<|message|>', '<|end|>'],
  'a tag': [
    'openchatml-0.1',
    `${tools}<|im_start|>assistant\n<tool_call>\n{"name": "f", "arguments": `,
    '}\n</tool_call><|im_end|>',
  ],
  'a function of 0.1': [
    'openchatml-0.1',
    '<|im_start|>assistant\n<|function_call|>\n{"name": "f", "arguments": ',
    '}\n<|im_end|>',
  ],
  'a call of Llama 3': [
    'llama3',
    '<|start_header_id|>assistant<|end_header_id|>\n\n{"name": "f", "parameters": ',
    '}<|eot_id|>',
  ],
  'a list of messages': ['messages', '[{"role": "assistant", "content": "", "extra": ', '}]'],
  anything: ['json', '{"messages": ', '}'],
};

const asked = ['hover', 'completion', 'signatureHelp', 'definition', 'documentHighlight', 'linkedEditingRange'];
const whole = ['documentSymbol', 'foldingRange', 'codeLens', 'documentLink', 'semanticTokens/full'];

for (const [holder, [dialect, before, after]] of Object.entries(holders)) {
  suite(`JSON ${deep} deep in ${holder}`, () => {
    for (const [shape, [open, close]] of Object.entries(shapes)) {
      test(shape, () => {
        const text = `${before}${open}1${close}${after}`;
        const document = openDocument('test:', 'ocml', 1, text, dialect);
        const settings = { strict: false, levels: {} };
        const checker = createChecker(document, settings, (code, cause) => {
          throw new Error(`${code} threw`, { cause });
        });
        checker.problems(100);
        const ask = (name: string, params: object = {}): unknown => {
          const method = `textDocument/${name}`;
          const all = { textDocument: { uri: 'test:' }, ...params };
          return document instanceof JsonDocument
            ? jsonFeatures[method]?.(document, all, () => settings)
            : features.find((one) => one.method === method)?.run(document, all as never, () => checker as Checker);
        };
        for (const offset of [before.length + 1, before.length + open.length, before.length + open.length + 1]) {
          const position = document.positionAt(offset);
          for (const name of asked) ask(name, { position, context: { triggerKind: 1 } });
          let [range] = ask('selectionRange', { positions: [position] }) as { parent?: object }[];
          let parents = 0;
          for (; range !== undefined; range = range.parent as typeof range) parents++;
          assert.ok(parents > 0 && parents <= 1000, `${parents} ranges around ${offset}`);
        }
        for (const name of whole) assert.ok(JSON.stringify(ask(name) ?? null).length < 5_000_000, name);
      });
    }
  });
}
