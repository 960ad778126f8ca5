/** The answers of the call graph by their requests, for documents of any kind. What is not a request's params is answered with nothing. */
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

/** A document that can tell offsets. */
interface Document {
  offsetAt(position: Position): number;
}

type Answer = <Holder>(
  source: Source<Holder>,
  offset: number,
  params: any,
  client: Partial<ClientAbilities>,
) => unknown;

/** Each gets the offset of what the request is about: of a position, an item of a hierarchy, or a lens. */
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

/** Where a request points. Lenses are asked for of a whole document. */
function positionOf(method: GraphMethod, params: any): unknown {
  if (method === 'textDocument/codeLens') return beginning;
  return params?.position ?? params?.item?.selectionRange?.start ?? params?.range?.start;
}

/** `sourceAt`: the graph around an offset; without one, that of the whole document. Undefined: it is not a request of its kind. */
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
