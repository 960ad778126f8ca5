/** Looks for words in all that a view shows of a document, whether it is on the page or not. */

import type { Position } from 'vscode-languageserver-types';
import type { FindParams, FoundMatches } from '../../../../protocol/views.ts';
import type { AnyDocument } from '../../documents/document.ts';
import { byKind } from '../../syntax/any-document.ts';
import { jsonPart } from '../json.ts';
import type { ShownLayers, Words } from '../user-view.ts';
import { wordsShown } from './user-view-answers.ts';

/** The most messages that are found, and the longest search text. */
const MAX_MATCHES = 10_000;
const MAX_QUERY_LENGTH = 1_000;

/** A search in steps: each yields, so that other work can be done in between, and the last one returns the result. */
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

/** The words as they are, in capitals or not; undefined where there are none. */
function pattern(query: unknown): RegExp | undefined {
  if (typeof query !== 'string' || query === '' || query.length > MAX_QUERY_LENGTH) return undefined;
  return new RegExp(query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu');
}
