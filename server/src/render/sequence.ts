/** Files and fill-in-the-middle tasks of OpenChatML 0.1, as text and as HTML (0.1 §5, §6). */
import type { Reading } from '../model/message.ts';
import { filesOf, outerTokens, partsOf } from '../model/sequence.ts';
import { cursorWriter } from '../model/visibility.ts';
import type { Block } from '../syntax/block.ts';
import { renderPlain } from './markdown.ts';
import type { Rendered } from './message.ts';

/** The text outside of messages: each file under its number, the cursor where the model fills in. */
export function renderSequence(block: Block, reading: Reading): Rendered {
  const files = filesOf(block, reading);
  const write = cursorWriter(block.text, outerTokens(block));
  const parts = (files.length > 0 ? files : partsOf(block, true, reading)).map(({ start, end }) => write(start, end));
  const html = parts.map((text, i) => (files.length > 0 ? `<h3>File ${i + 1}</h3>` : '') + renderPlain(text));
  return { text: parts.join('\n'), html: html.join('') };
}
