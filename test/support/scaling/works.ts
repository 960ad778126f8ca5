/** Work that reads or writes a document of any length: each command of `ocml` and each request of an editor, as a function. */

import type { Checker } from '../../../server/src/checker/checker.ts';
import type { DocumentChecker } from '../../../server/src/checker/document-checker.ts';
import { JsonInspector } from '../../../server/src/checker/json/inspector.ts';
import { fixableIn, triesOf } from '../../../server/src/cli/check/fixes.ts';
import { convertJson, convertTranscript, targetNames } from '../../../server/src/convert/index.ts';
import { createChecker, openDocument } from '../../../server/src/documents/document.ts';
import { explain } from '../../../server/src/explain/explain.ts';
import { report } from '../../../server/src/explain/report.ts';
import { exported } from '../../../server/src/features/export/index.ts';
import { features } from '../../../server/src/features/index.ts';
import { jsonFeatures } from '../../../server/src/features/json.ts';
import { workspaceSymbolsOf } from '../../../server/src/features/workspace-symbols.ts';
import { fixAll } from '../../../server/src/fixes/fix-all.ts';
import { fixDocument } from '../../../server/src/fixes/json/fix-all.ts';
import { formatJson, laidOut } from '../../../server/src/format/index.ts';
import type { DialectId } from '../../../server/src/grammar/index.ts';
import { callsIn } from '../../../server/src/inspect/calls.ts';
import { countsOf } from '../../../server/src/inspect/counts.ts';
import { fit as fitted } from '../../../server/src/inspect/fit.ts';
import { overviewOf } from '../../../server/src/inspect/overview.ts';
import { statsIn } from '../../../server/src/inspect/stats.ts';
import { usualStrategy } from '../../../server/src/inspect/truncation-steps.ts';
import { turnsIn } from '../../../server/src/inspect/turns.ts';
import { TranscriptStream } from '../../../server/src/stream/stream.ts';
import { readUnit } from '../../../server/src/syntax/json/json-unit.ts';
import { Transcript } from '../../../server/src/syntax/transcript.ts';

/** A document that each function opens again, so that no function uses results that another one has cached. */
export interface Opened {
  readonly text: string;
  readonly dialect: DialectId | undefined;
}

export interface Work {
  readonly name: string;
  /** Opens the document and does the work. Returns a promise if the work is asynchronous. */
  run(opened: Opened): unknown;
}

const settings = { strict: false, levels: {} };
const opened = ({ text, dialect }: Opened) => openDocument('file:///test', 'ocml', 1, text, dialect);

/** Matches the pieces in which a model writes: a control token, a word with the space before it, punctuation, or a line break. */
const piecePattern = /<\|\w+\|>| ?\w{1,8}| ?[^\w\s]{1,3}|\s/gu;

/** Splits a text into pieces with varying lengths from zero to half a kilobyte, which are the same in every run. */
function* uneven(text: string): Generator<string> {
  let at = 0;
  for (let i = 1; at < text.length; i = (i * 75) % 65_537) {
    const length = i % 3 === 0 ? i % 512 : i % 24;
    yield text.slice(at, at + length);
    at += length;
  }
}

/** Ways to split a text, by name. */
export const cuts: Readonly<Record<string, (text: string) => Iterable<string>>> = {
  whole: (text) => [text],
  'by one': (text) => text.split(''),
  'by 7': (text) => text.match(/[^]{1,7}/g) ?? [],
  'by 4096': (text) => text.match(/[^]{1,4096}/g) ?? [],
  'by tokens': (text) => text.match(piecePattern) ?? [],
  unevenly: uneven,
  'by lines': (text) => text.match(/[^\n]*\n|[^\n]+$/g) ?? [],
};

const streams = Object.entries(cuts).map(
  ([name, cut]): Work => ({
    name: `stream ${name}`,
    run({ text, dialect }) {
      const stream = new TranscriptStream(() => undefined, dialect === undefined ? {} : { choice: { dialect } });
      for (const piece of cut(text)) stream.write(piece);
      stream.end();
    },
  }),
);

const plain = { keepNames: false, bos: undefined };
const converts = targetNames.map(
  (to): Work => ({
    name: `convert to ${to}`,
    run(one) {
      const document = opened(one);
      if (document instanceof Transcript) convertTranscript(document, { ...plain, to, from: document.dialect });
      else for (const unit of document.units) convertJson(unit.text, { ...plain, to, from: undefined }, true);
    },
  }),
);

type Document = Parameters<typeof overviewOf>[0];

/** Sends a request for an open document. */
function ask(method: string, document: Document, checker: DocumentChecker, more: object): unknown {
  const params = { textDocument: { uri: document.uri }, ...more };
  if (document instanceof Transcript)
    return features.find((one) => one.method === method)?.run(document, params, () => checker as Checker);
  return jsonFeatures()[method]?.(document, params, () => settings);
}

const request = (method: string, more: (document: Document) => object = () => ({})) =>
  ({
    name: method,
    run(one) {
      const document = opened(one);
      return ask(method, document, createChecker(document, settings), more(document));
    },
  }) satisfies Work;

const options = { tabSize: 2, insertSpaces: true };
const middle = (document: Document) => ({ position: document.positionAt(document.length >> 1) });
const everything = (document: Document) => ({
  range: { start: document.positionAt(0), end: document.positionAt(document.length) },
});

/** The parameters of requests. By default, they are the position in the middle of the document. */
const requestParameters: Readonly<Record<string, (document: Document) => object>> = {
  'textDocument/selectionRange': (document) => ({ positions: [middle(document).position] }),
  'textDocument/inlayHint': everything,
  'textDocument/semanticTokens/range': everything,
  'textDocument/semanticTokens/full/delta': () => ({ previousResultId: '' }),
  'textDocument/codeAction': (document) => ({
    range: { start: middle(document).position, end: middle(document).position },
    context: { diagnostics: [] },
  }),
  'textDocument/formatting': () => ({ options }),
  'textDocument/rangeFormatting': (document) => ({ ...everything(document), options }),
  'textDocument/onTypeFormatting': (document) => ({ ...middle(document), ch: '>', options }),
  'textDocument/references': (document) => ({ ...middle(document), context: { includeDeclaration: true } }),
  'textDocument/rename': (document) => ({ ...middle(document), newName: 'other' }),
  'ocml/userView': (document) => ({ around: middle(document).position, limit: 200, debug: true }),
};

const needItem = /^(?:callHierarchy|codeLens\/)/;
const methods = features.map(({ method }) => method).filter((method) => !needItem.test(method));
const requests = methods.map((method) => request(method, requestParameters[method] ?? middle));

/** Returns functions that send every request for one document, which is already open and checked. */
export function requestsOn(one: Opened): (() => unknown)[] {
  const document = opened(one);
  const checker = createChecker(document, settings);
  checker.problems(Number.POSITIVE_INFINITY);
  return methods.map((method) => () => ask(method, document, checker, (requestParameters[method] ?? middle)(document)));
}

const codeActionsOfAll: Work = {
  ...request('textDocument/codeAction', (document) => ({ ...everything(document), context: { diagnostics: [] } })),
  name: 'code actions of all',
};

const count = (text: string) => text.length >> 2;
const others: readonly Work[] = [
  { name: 'check', run: (one) => createChecker(opened(one), settings).problems(Number.POSITIVE_INFINITY) },
  {
    // The text report in a terminal also tries `--fix` on the first problems.
    name: 'check, and what can be fixed',
    async run(one) {
      const document = opened(one);
      const checker = createChecker(document, settings);
      const fixableOf = await fixableIn(document, checker, triesOf(20));
      for (const placed of checker.problems(Number.POSITIVE_INFINITY).problems) fixableOf(placed);
    },
  },
  {
    name: 'check --fix',
    run(one) {
      const document = opened(one);
      if (document instanceof Transcript) fixAll(document, settings);
      else fixDocument(document, new JsonInspector(document, settings, () => undefined));
    },
  },
  {
    name: 'format',
    run(one) {
      const document = opened(one);
      if (document instanceof Transcript) laidOut(document);
      else for (const unit of document.units) formatJson(readUnit(unit));
    },
  },
  { name: 'explain', run: ({ text }) => report(explain(text), () => '') },
  {
    name: 'inspect',
    run(one) {
      const document = opened(one);
      for (const view of [overviewOf, callsIn, turnsIn, statsIn]) view(document);
      countsOf(document, count);
    },
  },
  {
    name: 'truncate',
    run(one) {
      const document = opened(one);
      fitted(document, one.text, { limit: one.text.length >> 3, strategy: usualStrategy, count });
    },
  },
  ...(['text', 'markdown', 'html'] as const).map(
    (as): Work => ({
      name: `render --as ${as}`,
      run: (one) => [...exported(opened(one), { as, debug: true } as never)].length,
    }),
  ),
  { name: 'workspace symbols', run: (one) => workspaceSymbolsOf(opened(one), 1000) },
];

export const works: readonly Work[] = [...others, ...streams, ...converts, ...requests, codeActionsOfAll];
