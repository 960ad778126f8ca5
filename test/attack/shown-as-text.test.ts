/**
 * The words of a document reach an editor as text. Words that an editor could interpret are inserted wherever a document can contain a
 * word. Names make no icon, hovers have no link to a command, and nothing changes the direction of adjacent text.
 */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Checker } from '../../server/src/checker/checker.ts';
import { createChecker, openDocument } from '../../server/src/documents/document.ts';
import { features } from '../../server/src/features/index.ts';
import { jsonFeatures } from '../../server/src/features/json/features.ts';
import { Refusal } from '../../server/src/features/support/feature.ts';
import { workspaceSymbolsOf } from '../../server/src/features/workspace-symbols.ts';
import { JsonDocument } from '../../server/src/syntax/json/document.ts';
import { samples } from './names/documents.ts';

/** An icon, a link to a command, and a character that changes the direction, as single words and in prose. */
const hostile = ['$(flame)', '[x](command:quit)', '\u202exyz', '$(flame)\u2066[x](command:quit)'];
const turns = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

interface Shown {
  /** Text in which an editor shows icons: labels of items, trees, lenses and hints. */
  readonly names: string[];
  /** Text that an editor renders as Markdown. */
  readonly markdown: string[];
  /** Text that is shown as it is. */
  readonly plain: string[];
}

const named = new Set(['name', 'detail', 'label', 'title']);

/** Collects all text that a response shows, grouped by how an editor displays it. Text that is inserted into the document is not shown. */
function shownIn(answer: unknown, shown: Shown): Shown {
  if (Array.isArray(answer)) for (const one of answer) shownIn(one, shown);
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return shown;
  const { kind, value } = answer as { kind?: unknown; value?: unknown };
  if (kind === 'markdown' && typeof value === 'string') shown.markdown.push(value);
  else if (kind === 'plaintext' && typeof value === 'string') shown.plain.push(value);
  for (const [key, one] of Object.entries(answer)) {
    // The data of a symbol is only passed back to the server.
    if (key === 'data' || key === 'edit' || key === 'textEdit') continue;
    if (typeof one === 'string') {
      if (named.has(key)) shown.names.push(one);
      else if (key === 'documentation' || key === 'tooltip' || key === 'message') shown.plain.push(one);
    } else shownIn(one, shown);
  }
  return shown;
}

const client = { snippets: true, labelOffsets: false, showReferences: 'show', tell: () => {} };

function answersOf(dialect: (typeof samples)[number]['dialect'], text: string, at: number): Shown {
  const document = openDocument('test:', 'ocml', 1, text, dialect);
  const settings = { strict: false, levels: {} };
  const checker = createChecker(document, settings);
  const position = document.positionAt(at);
  const ask = (method: string, params: object = {}): unknown => {
    const all = { textDocument: { uri: 'test:' }, position, ...params };
    try {
      return document instanceof JsonDocument
        ? jsonFeatures[method]?.(document, all, () => settings, undefined, client)
        : features
            .find((one) => one.method === method)
            ?.run(document, all as never, () => checker as Checker, undefined, client);
    } catch (error) {
      assert.ok(error instanceof Refusal, String(error));
      return { title: error.message };
    }
  };
  const range = { start: document.positionAt(0), end: document.positionAt(text.length) };
  const items = (ask('textDocument/prepareCallHierarchy') ?? []) as unknown[];
  const lenses = (ask('textDocument/codeLens') ?? []) as unknown[];
  return shownIn(
    [
      ...['documentSymbol', 'hover', 'completion', 'signatureHelp', 'foldingRange', 'prepareRename'].map((method) =>
        ask(`textDocument/${method}`, { context: { triggerKind: 1 } }),
      ),
      ask('textDocument/rename', { newName: '\u202e[x](command:quit)' }),
      ask('textDocument/inlayHint', { range }),
      ...lenses.map((lens) => ask('codeLens/resolve', lens as object)),
      items,
      ...items.flatMap((item) => ['incoming', 'outgoing'].map((way) => ask(`callHierarchy/${way}Calls`, { item }))),
      workspaceSymbolsOf(document, 100),
    ],
    { names: [], markdown: [], plain: [] },
  );
}

/** Removes from Markdown the text that is displayed literally. */
const live = (markdown: string) =>
  markdown
    .replace(/^(`{3,})[^]*?^\1$/gm, '')
    .replace(/(`+)(?!`)[^]*?(?<!`)\1(?!`)/g, '')
    .replace(/\\./g, '');

suite('what a document says is text', () => {
  for (const { dialect, text } of samples) {
    test(`${dialect}: ${text.slice(0, 60).split('\n')[0]}`, () => {
      for (const { index, 0: word } of text.matchAll(/[A-Za-z_]\w*/g)) {
        for (const bad of hostile) {
          const changed = text.slice(0, index) + bad + text.slice(index + word.length);
          for (const at of [index + 1, index + bad.length]) {
            const { names, markdown, plain } = answersOf(dialect, changed, at);
            for (const name of names) {
              assert.ok(!name.includes('$('), `an icon in ${JSON.stringify(name)}\n${changed}`);
              assert.doesNotMatch(name, turns, changed);
            }
            for (const one of markdown) {
              assert.ok(!live(one).includes('command:'), `${one}\n${changed}`);
              assert.doesNotMatch(one, turns, changed);
            }
            for (const one of plain) assert.doesNotMatch(one, turns, changed);
          }
        }
      }
    });
  }
});
