/** The requests that are answered from the call graph, one per row. */
import type { Switch } from '../support/feature.ts';

/** The server capability that announces a request, and the empty answer to that request. */
export interface GraphRow {
  readonly capability?: Readonly<Record<string, unknown>>;
  readonly nothing: null | readonly never[];
  readonly switch?: Switch;
  readonly patient?: true;
}

export const graphRows = {
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
} satisfies Record<string, GraphRow>;

export type GraphMethod = keyof typeof graphRows;

export const graphMethods = Object.keys(graphRows) as readonly GraphMethod[];
