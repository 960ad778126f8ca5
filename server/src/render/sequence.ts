/** Renders the files and fill-in-the-middle tasks of OpenChatML 0.1 as text and as HTML (0.1 §5, §6). */
import { textOf } from '../model/fill-in-the-middle.ts';
import type { Marks } from '../model/sequence.ts';
import { outside } from '../model/visibility/outside.ts';
import type { Block } from '../syntax/block.ts';
import type { Rendered } from './message.ts';
import { renderFilled } from './plain.ts';
import { safeHtml } from './safe-html.ts';

export interface RenderedSequence extends Rendered {
  /** Whether the whole text is hidden from users. */
  readonly hidden: boolean;
}

/**
 * Renders the text outside messages. Each file has a heading with its number, starting at `number`. The part that the model filled in is
 * marked. `all`: whether text that users do not see is included, in the style of a thought.
 */
export function renderSequence(
  block: Block,
  marks: Marks,
  isLast: boolean,
  number: number,
  all: boolean,
): RenderedSequence {
  const { files, parts } = outside(block, marks, isLast);
  const visiblePieces = parts.map(({ pieces, hidden }) => (hidden && !all ? [] : pieces));
  const heading = (i: number) => (files ? `<h3>File ${number + i}</h3>` : '');
  const html = visiblePieces.map((pieces, i) => {
    const body = pieces.length > 0 ? renderFilled(pieces) : '';
    return heading(i) + (parts[i]?.hidden && body !== '' ? `<div class="thought">${body}</div>` : body);
  });
  const hidden = all && parts.length > 0 && parts.every((part) => part.hidden);
  return { text: visiblePieces.map(textOf).join('\n'), html: safeHtml(html.join('')), hidden };
}
