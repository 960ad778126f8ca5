/** The requests that follow the call graph: one row each, all answered by what is loaded with the first of them. */
import type { Checker } from '../checker/checker.ts';
import type { AnyDocument } from '../documents/document.ts';
import { Transcript } from '../syntax/transcript.ts';
import { jsonPart } from './json.ts';
import type { CheckerOf, ClientAbilities, Feature, OffsFor, Switch } from './support/feature.ts';

/** The part of the server's capabilities that announces a request, and its answer where there is nothing. */
interface Row {
  readonly capability?: Readonly<Record<string, unknown>>;
  readonly nothing: null | readonly never[];
  readonly switch?: Switch;
  readonly patient?: true;
}

const rows = {
  'textDocument/definition': { capability: { definitionProvider: true }, nothing: [] },
  'textDocument/references': { capability: { referencesProvider: true }, nothing: [] },
  'textDocument/documentHighlight': { capability: { documentHighlightProvider: true }, nothing: [] },
  'textDocument/prepareRename': { nothing: null },
  'textDocument/rename': { capability: { renameProvider: { prepareProvider: true } }, nothing: null },
  'textDocument/prepareCallHierarchy': { capability: { callHierarchyProvider: true }, nothing: null },
  'callHierarchy/incomingCalls': { nothing: [] },
  'callHierarchy/outgoingCalls': { nothing: [] },
  'textDocument/codeLens': {
    capability: { codeLensProvider: { resolveProvider: true } },
    nothing: [],
    switch: 'codeLens',
    patient: true,
  },
  'codeLens/resolve': { nothing: null },
  'textDocument/linkedEditingRange': { capability: { linkedEditingRangeProvider: true }, nothing: null },
} satisfies Record<string, Row>;

export type GraphMethod = keyof typeof rows;

export const graphMethods = Object.keys(rows) as readonly GraphMethod[];

export const graphFeatures = graphMethods.map(
  (method): Feature<unknown, unknown, [CheckerOf, OffsFor?, ClientAbilities?]> => {
    const { capability = {}, nothing, ...row }: Row = rows[method];
    return {
      method,
      capability,
      nothing,
      ...row,
      run(transcript, params, checkerOf, _offsFor, client) {
        const { answerInText } = require('./graph/text-answers.ts') as typeof import('./graph/text-answers.ts');
        return answerInText(method, transcript, checkerOf(), params, client) ?? nothing;
      },
    };
  },
);

/** Takes in a document for these requests until a deadline (`performance.now()`). False: there is more to do. */
export function prepareGraph(document: AnyDocument, checkerOf: () => unknown, deadline: number): boolean {
  if (!(document instanceof Transcript)) return jsonPart().prepareJson(document, deadline);
  const { prepareText } = require('./graph/text-answers.ts') as typeof import('./graph/text-answers.ts');
  return prepareText(checkerOf() as Checker, deadline);
}
