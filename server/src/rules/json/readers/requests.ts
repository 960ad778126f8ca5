/** The requests, rows and lists of messages that the reader of a profile would receive from a document. */
import { batchId } from '../../../grammar/index.ts';
import { listOf, rowsOf } from '../../../model/json/list.ts';
import { type JsonArray, type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import type { JsonContext } from '../../support/json-scope.ts';

/** A request to an API, a row of a data set, a row with two answers, or a bare list of messages. */
export type RequestKind = 'request' | 'row' | 'preference' | 'list';

export interface RequestView {
  readonly node: JsonNode;
  readonly kind: RequestKind;
  /** The messages; undefined if they are not a list. */
  readonly list: JsonArray | undefined;
  /** Whether the messages are for training: they are a row of JSON Lines or of a list, or the settings say so. */
  readonly trained: boolean;
  /** The text that contains the request. */
  readonly source: string;
}

/** Whether an object is an API response, which is never sent to the API. */
const isAnswer = (node: JsonNode) =>
  memberOf(node, 'choices') !== undefined || (textOf(node, 'type') === 'message' && memberOf(node, 'content'));

/** Finds the requests, rows and lists in a document. `requestOnly`: the parameters that only requests have, never rows. */
export function requestsIn(context: JsonContext, requestOnly: readonly string[]): RequestView[] {
  const { reading, text, training, lines } = context;
  const { rowOf } = listOf(reading);
  const isBatch = (row: JsonNode) => reading.root !== row && memberOf(reading.root, batchId) !== undefined;
  return rowsOf(reading).flatMap((node): RequestView[] => {
    const list = node.kind === 'array' ? node : memberOf(node, 'messages')?.value;
    const base = { node, source: text, list: list?.kind === 'array' ? list : undefined };
    if (node.kind === 'array') return [{ ...base, kind: 'list', trained: training }];
    if (node.kind !== 'object' || isAnswer(node)) return [];
    if (memberOf(node, 'preferred_output')) return [{ ...base, kind: 'preference', trained: true }];
    if (list === undefined) return [];
    const isRequest = isBatch(node) || requestOnly.some((name) => memberOf(node, name) !== undefined);
    if (isRequest) return [{ ...base, kind: 'request', trained: false }];
    return [{ ...base, kind: 'row', trained: training || lines || rowOf !== undefined }];
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
