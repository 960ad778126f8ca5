/** Answers the requests that use the call graph, for documents of any kind. Malformed params get an empty answer. */
import type { Position } from 'vscode-languageserver-types';
import { isPosition } from '../support/cursor.ts';
import type { ClientAbilities } from '../support/feature.ts';
import { definition } from './definition.ts';
import type { Source } from './graph.ts';
import { incoming, outgoing, prepareHierarchy } from './hierarchy.ts';
import { lenses, resolved } from './lenses.ts';
import { linked } from './linked.ts';
import type { GraphMethod } from './methods.ts';
import { highlights, references } from './references.ts';
import { prepareRename, rename } from './rename.ts';

interface Document {
  offsetAt(position: Position): number;
}

type Answer = <Holder>(
  source: Source<Holder>,
  offset: number,
  params: any,
  client: Partial<ClientAbilities>,
) => unknown;

/** The answers by request. The offset is that of the position, the hierarchy item or the lens in the params. */
const answers: Readonly<Record<GraphMethod, Answer>> = {
  'textDocument/definition': (source, offset, _, client) => definition(source, offset, client),
  'textDocument/references': (source, offset, { context }, client) =>
    references(source, offset, context?.includeDeclaration !== false, client),
  'textDocument/documentHighlight': highlights,
  'textDocument/prepareRename': prepareRename,
  'textDocument/rename': (source, offset, { newName }) => rename(source, offset, newName),
  'textDocument/prepareCallHierarchy': prepareHierarchy,
  'callHierarchy/incomingCalls': (source, offset, { item }, client) => incoming(source, offset, item, client),
  'callHierarchy/outgoingCalls': (source, offset, { item }) => outgoing(source, offset, item),
  'textDocument/codeLens': lenses,
  'codeLens/resolve': (source, offset, lens, client) => resolved(source, lens, offset, client),
  'textDocument/linkedEditingRange': linked,
};

const beginning: Position = { line: 0, character: 0 };

/** The position in the params of a request. Requests for lenses concern the whole document, so they get its beginning. */
function positionOf(method: GraphMethod, params: any): unknown {
  if (method === 'textDocument/codeLens') return beginning;
  return params?.position ?? params?.item?.selectionRange?.start ?? params?.range?.start;
}

/**
 * Answers a request. Returns undefined if the params are malformed. `sourceAt`: returns the call graph around an offset, or, without an
 * offset, the graph of the whole document.
 */
export function answerIn<Holder>(
  method: GraphMethod,
  sourceAt: (offset?: number) => Source<Holder>,
  document: Document,
  params: any,
  client: Partial<ClientAbilities> = {},
): unknown {
  const position = positionOf(method, params);
  if (!isPosition(position)) return undefined;
  const offset = document.offsetAt(position);
  const source = method === 'textDocument/codeLens' ? sourceAt() : sourceAt(offset);
  return answers[method](source, offset, params, client);
}
