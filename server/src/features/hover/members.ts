/** Hovers on the members of JSON bodies that 2.2 knows: `deadline_ms` of a call, the envelope of a reply. */
import { callMembers, replyMembers } from '../../grammar/bodies.ts';
import { message } from '../../model/message.ts';
import { keyAt } from '../../syntax/json/places.ts';
import type { Cursor } from '../support/cursor.ts';
import { declaredTools } from '../support/names.ts';
import { type Explanation, explanation } from './explanation.ts';
import { code, paragraphs, source } from './markdown.ts';

/** In Harmony a reply has no envelope: its members are the tool's own. */
export function explainMember({ transcript, block, at }: Cursor): Explanation | undefined {
  const said = message(block);
  if (said.kind === 'plain' || (said.kind === 'reply' && block.family.has.bareReplies)) return undefined;
  const { text, toBlock } = said.content;
  if (!/^\s*\{/.test(text)) return undefined;
  const key = keyAt(text, offsetIn(text, toBlock, at));
  const name = key?.path.join('.');
  const fact = (said.kind === 'call' ? callMembers : replyMembers).find((member) => member.name === name);
  if (key === undefined || fact === undefined) return undefined;
  // A tool may have a parameter of that name.
  const declared = said.kind === 'call' && said.tool ? declaredTools(transcript).get(said.tool) : undefined;
  if (declared?.signature.includes(fact.name)) return undefined;
  const title = `**${code(fact.name)}** · member of a ${said.kind === 'call' ? "call's" : "reply's"} body`;
  const span = { start: toBlock(key.start), end: toBlock(key.end - 1) + 1 };
  return explanation(span, paragraphs(title, fact.doc, source(fact.section)));
}

/** The offset in the content that stands at `at` of the block. */
function offsetIn(text: string, toBlock: (offset: number) => number, at: number): number {
  let low = 0;
  let high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (toBlock(middle) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}
