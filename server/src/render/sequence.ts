/** Files and fill-in-the-middle tasks of OpenChatML 0.1, as text and as HTML (0.1 §5, §6). */
import { textOf } from '../model/fill.ts';
import type { Marks } from '../model/sequence.ts';
import { outside } from '../model/visibility/outside.ts';
import type { Block } from '../syntax/block.ts';
import type { Rendered } from './message.ts';
import { renderFilled } from './plain.ts';
import { safeHtml } from './safe-html.ts';

/**
 * Renders the text outside messages: each file under its number, from `number` on, with the part that the model filled in
 * marked. `all`: including what users do not see.
 */
export function renderSequence(block: Block, marks: Marks, isLast: boolean, number: number, all: boolean): Rendered {
  const { files, parts } = outside(block, marks, isLast);
  const shown = parts.map(({ pieces, hidden }) => (hidden && !all ? [] : pieces));
  const heading = (i: number) => (files ? `<h3>File ${number + i}</h3>` : '');
  const html = shown.map((pieces, i) => heading(i) + (pieces.length > 0 ? renderFilled(pieces) : ''));
  return { text: shown.map(textOf).join('\n'), html: safeHtml(html.join('')) };
}
