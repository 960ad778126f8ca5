/** The answers of the call graph by their requests, for documents of any kind. What is not a request's params is answered with nothing. */
import type { Position } from 'vscode-languageserver-types';
import type { GraphMethod } from '../graph.ts';
import { isPosition } from '../support/cursor.ts';
import type { ClientAbilities } from '../support/feature.ts';
import { definition } from './definition.ts';
import type { Source } from './graph.ts';
import { highlights, references } from './references.ts';

/** What can tell offsets. */
interface Document {
  offsetAt(position: Position): number;
}

type Answer = <Holder>(
  source: Source<Holder>,
  offset: number,
  params: any,
  client: Partial<ClientAbilities>,
) => unknown;

/** Requests about a position. */
const answers: Readonly<Record<GraphMethod, Answer>> = {
  'textDocument/definition': (source, offset, _, client) => definition(source, offset, client),
  'textDocument/references': (source, offset, { context }, client) =>
    references(source, offset, context?.includeDeclaration !== false, client),
  'textDocument/documentHighlight': highlights,
};

export function answerIn<Holder>(
  method: GraphMethod,
  source: Source<Holder>,
  document: Document,
  params: any,
  client: Partial<ClientAbilities> = {},
): unknown {
  if (!isPosition(params?.position)) return [];
  return answers[method](source, document.offsetAt(params.position), params, client);
}
