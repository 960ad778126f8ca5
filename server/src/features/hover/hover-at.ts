/** Finds the explanation for the text at a position. */
import type { Hover, Position } from 'vscode-languageserver-types';
import { headerInfo } from '../../model/message.ts';
import { rowsOf } from '../../syntax/families/index.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { explainId } from '../graph/hover.ts';
import { textSource } from '../graph/text-source.ts';
import { type Cursor, cursorAt, rangeOf, within } from '../support/cursor.ts';
import type { CheckerOf } from '../support/feature.ts';
import { explainDocumentHeader } from './document-header.ts';
import type { Explanation } from './explanation.ts';
import { explainJson } from './json-hover.ts';
import { explainDeclaration } from './links.ts';
import { explainHeader } from './message-header.ts';
import { explainPlain } from './plain-header-hover.ts';
import { explainBody, explainTokenAt } from './token-hover.ts';

/** The hover at a position, or null if there is nothing to explain. `checkerOf`: returns the checker, in which ids are looked up. */
export function explainAt(transcript: Transcript, position: Position, checkerOf?: CheckerOf): Hover | null {
  const offset = transcript.offsetAt(position);
  // A span that begins at the position takes precedence over one that ends there.
  for (const at of [offset, offset - 1]) {
    const cursor = cursorAt(transcript, at);
    const id = checkerOf && cursor && isOnId(cursor) && explainId(textSource(transcript, checkerOf()), at);
    if (id) return id;
    const explanation = cursor && explanations(transcript.family)(cursor);
    if (explanation)
      return { contents: { kind: 'markdown', value: explanation.markdown }, range: rangeOf(cursor, explanation) };
  }
  return null;
}

/** Whether the cursor is on the id of a call or a reply. Its explanation depends on the rest of the document. */
function isOnId({ block, at }: Cursor): boolean {
  if (block.kind !== 'message' || headerInfo(block).kind === 'plain') return false;
  const { attributes } = headerInfo(block).header;
  return attributes.some(({ key, valueStart, end }) => key === 'call_id' && within({ start: valueStart, end }, at));
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
