/** `textDocument/hover`: what the word, token or marker at a position means. */
import type { Hover, Position } from 'vscode-languageserver-types';
import { has, Trait } from '../syntax/block.ts';
import { type Cursor, cursorAt, isPosition, rangeOf } from './cursor.ts';
import type { Feature } from './feature.ts';
import { explainChatml } from './hover/chatml.ts';
import { explainDocumentHeader } from './hover/document-header.ts';
import type { Explanation } from './hover/explanation.ts';
import { explainDeclaration } from './hover/links.ts';
import { explainHeader } from './hover/message-header.ts';
import { explainBody, explainTokenAt } from './hover/tokens.ts';

export const hover: Feature<{ position: Position }, Hover | null> = {
  method: 'textDocument/hover',
  capability: { hoverProvider: true },
  run(transcript, { position }) {
    if (!isPosition(position)) return null;
    const offset = transcript.offsetAt(position);
    // What begins at the position goes before what ends there.
    for (const at of [offset, offset - 1]) {
      const cursor = cursorAt(transcript, at);
      const found = cursor && explain(cursor);
      if (found) return { contents: { kind: 'markdown', value: found.markdown }, range: rangeOf(cursor, found) };
    }
    return null;
  },
};

function explain(cursor: Cursor): Explanation | undefined {
  const { block, at } = cursor;
  if (has(block, Trait.ChatML)) return explainChatml(cursor);
  if (block.kind === 'document-header') return explainDocumentHeader(cursor);
  if (block.kind === 'prelude' || at >= block.bodyEnd) return explainTokenAt(cursor);
  if (at >= block.bodyStart) return explainDeclaration(cursor) ?? explainBody(cursor);
  return explainHeader(cursor) ?? explainTokenAt(cursor);
}
