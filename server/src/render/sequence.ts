/** Files and fill-in-the-middle tasks of OpenChatML 0.1, as text and as HTML (0.1 §5, §6). */
import { fillWriter, textOf } from '../model/fill.ts';
import type { Reading } from '../model/message.ts';
import { filesIn, outerTokens, partsOf } from '../model/sequence.ts';
import { visibleOutside } from '../model/visibility.ts';
import type { Block } from '../syntax/block.ts';
import type { Rendered } from './message.ts';
import { renderFilled } from './plain.ts';
import { safeHtml } from './safe-html.ts';

/**
 * The text outside of a message: each file under its number, from `number` on, and what the model filled in marked.
 * `all`: with what users do not see.
 */
export function renderSequence(
  block: Block,
  reading: Reading,
  isLast: boolean,
  number: number,
  all: boolean,
): Rendered {
  const files = filesIn(block, isLast, reading);
  const write = fillWriter(block.text, outerTokens(block));
  const stretches = files.length > 0 ? files : partsOf(block, isLast, reading);
  const isVisible = visibleOutside(block);
  const parts = stretches.map((part) => {
    const pieces = write(part.start, part.end);
    return isVisible(part) || all ? pieces : [];
  });
  const heading = (i: number) => (files.length > 0 ? `<h3>File ${number + i}</h3>` : '');
  const html = parts.map((pieces, i) => heading(i) + (pieces.length > 0 ? renderFilled(pieces) : ''));
  return { text: parts.map(textOf).join('\n'), html: safeHtml(html.join('')) };
}
