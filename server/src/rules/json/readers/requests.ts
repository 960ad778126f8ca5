/** The requests, rows and lists of messages in a document, as the reader of a profile receives them. */
import { batchId } from '../../../grammar/index.ts';
import { listOf, rowsOf } from '../../../model/json/list.ts';
import { type JsonArray, type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import type { JsonContext } from '../../support/json-scope.ts';

/** A request to an API, a row of a data set, a row with two answers, or a bare list of messages. */
export type RequestKind = 'request' | 'row' | 'preference' | 'list';

export interface RequestView {
  readonly node: JsonNode;
  readonly kind: RequestKind;
  /** The messages, if they are a list. */
  readonly list: JsonArray | undefined;
  /** Used for training: a row of JSON Lines, or according to the settings. */
  readonly trained: boolean;
  /** The text that contains the request. */
  readonly source: string;
}

/** Whether an object is an API response, which is never sent to the API. */
const isAnswer = (node: JsonNode) =>
  memberOf(node, 'choices') !== undefined || (textOf(node, 'type') === 'message' && memberOf(node, 'content'));

/** The requests, rows and lists of a document. `requestOnly`: parameters that rows do not have. */
export function requestsIn(context: JsonContext, requestOnly: readonly string[]): RequestView[] {
  const { reading, text, training, lines } = context;
  const { rowOf } = listOf(reading);
  const isBatch = (row: JsonNode) => reading.root !== row && memberOf(reading.root, batchId) !== undefined;
  return rowsOf(reading).flatMap((node): RequestView[] => {
    const list = node.kind === 'array' ? node : memberOf(node, 'messages')?.value;
    const held = { node, source: text, list: list?.kind === 'array' ? list : undefined };
    if (node.kind === 'array') return [{ ...held, kind: 'list', trained: training }];
    if (node.kind !== 'object' || isAnswer(node)) return [];
    if (memberOf(node, 'preferred_output')) return [{ ...held, kind: 'preference', trained: true }];
    if (list === undefined) return [];
    const isRequest = isBatch(node) || requestOnly.some((name) => memberOf(node, name) !== undefined);
    if (isRequest) return [{ ...held, kind: 'request', trained: false }];
    return [{ ...held, kind: 'row', trained: training || lines || rowOf !== undefined }];
  });
}

/** The value of a parameter; undefined if it is missing or null. */
export function parameter(node: JsonNode, name: string): JsonNode | undefined {
  const value = memberOf(node, name)?.value;
  return value?.kind === 'null' ? undefined : value;
}

/** The elements of a list that are objects, with their indexes. */
export function objectsOf(list: JsonNode | undefined): (readonly [index: number, node: JsonNode])[] {
  if (list?.kind !== 'array') return [];
  return [...list.items.entries()].filter(([, node]) => node.kind === 'object');
}
