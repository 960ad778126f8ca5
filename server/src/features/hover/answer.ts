/** What stands at a position, explained. */
import type { Hover, Position } from 'vscode-languageserver-types';
import { rowsOf } from '../../syntax/families/index.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { type Cursor, cursorAt, rangeOf } from '../support/cursor.ts';
import { explainDocumentHeader } from './document-header.ts';
import type { Explanation } from './explanation.ts';
import { explainJson } from './json.ts';
import { explainDeclaration } from './links.ts';
import { explainHeader } from './message-header.ts';
import { explainPlain } from './plain.ts';
import { explainBody, explainTokenAt } from './tokens.ts';

/** The hover at a position; null where there is nothing to explain. */
export function explainAt(transcript: Transcript, position: Position): Hover | null {
  const offset = transcript.offsetAt(position);
  // What begins at the position goes before what ends there.
  for (const at of [offset, offset - 1]) {
    const cursor = cursorAt(transcript, at);
    const found = cursor && explanations[transcript.family.id](cursor);
    if (found) return { contents: { kind: 'markdown', value: found.markdown }, range: rangeOf(cursor, found) };
  }
  return null;
}

const explanations = rowsOf(
  () => explainOpen,
  () => explainPlain,
);

function explainOpen(cursor: Cursor): Explanation | undefined {
  const { block, at } = cursor;
  if (block.kind === 'document-header') return explainDocumentHeader(cursor);
  if (block.kind === 'prelude' || at >= block.bodyEnd) return explainTokenAt(cursor);
  if (at >= block.bodyStart) return explainDeclaration(cursor) ?? explainBody(cursor) ?? explainJson(cursor);
  return explainHeader(cursor) ?? explainTokenAt(cursor);
}
