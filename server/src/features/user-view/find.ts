/** Searches everything that a view of a document can show, including messages that are not in its window. */

import type { Position } from 'vscode-languageserver-types';
import type { FindParams, FoundMatches } from '../../../../protocol/views.ts';
import type { AnyDocument } from '../../documents/document.ts';
import { byKind } from '../../syntax/any-document.ts';
import { jsonPart } from '../json.ts';
import type { ShownLayers, Words } from '../user-view.ts';
import { wordsShown } from './user-view-answers.ts';

/** The maximum number of matches, and the maximum length of a query (UTF-16 units). */
const MAX_MATCHES = 10_000;
const MAX_QUERY_LENGTH = 1_000;

/** Searches in steps, and returns the matches. It yields after each step, so that other work can be done. */
export function* find(document: AnyDocument, params: FindParams): Generator<undefined, FoundMatches> {
  const { version } = document;
  const places: Position[] = [];
  const words = pattern(params.query);
  for (const step of words === undefined ? [] : wordsIn(document, params)) {
    if (step && words?.test(step.text)) places.push(step.at());
    if (places.length >= MAX_MATCHES) return { version, places, more: true };
    yield;
  }
  return { version, places, more: false };
}

const wordsIn = byKind<[params: ShownLayers], Iterable<Words | undefined>>({
  text: wordsShown,
  json: (document, params) => jsonPart().wordsShown(document, params),
});

/** The pattern of a query, which is matched literally, ignoring case. Undefined if the query is empty, too long or not a string. */
function pattern(query: unknown): RegExp | undefined {
  if (typeof query !== 'string' || query === '' || query.length > MAX_QUERY_LENGTH) return undefined;
  return new RegExp(query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu');
}
