/** Completion of the lines in a Harmony system message, and of the reasoning effort in it. */

import type { SystemLineFact } from '../../grammar/index.ts';
import { systemRole } from '../../grammar/index.ts';
import { callsNote, systemLines } from '../../grammar/system-message.ts';
import { headerInfo } from '../../model/message.ts';
import { CompletionItemKind } from '../support/kinds.ts';
import { declaredTools } from '../support/names.ts';
import { lineBefore, type Offer, type Offers, type Request } from './completion-items.ts';

/** The maximum length of a system message with this layout. A longer message is not completed. */
const MAX_MESSAGE_LENGTH = 64 * 1024;

export function completeSystemLine(request: Request): Offers | undefined {
  const { block, at, typed } = request;
  // In a body, a list opens only on request.
  if (
    typed ||
    headerInfo(block).role !== systemRole ||
    at > block.bodyEnd ||
    block.bodyEnd - block.bodyStart > MAX_MESSAGE_LENGTH
  )
    return undefined;
  const line = lineBefore(block.text.slice(block.bodyStart, at), at - block.bodyStart);
  const fact = systemLines.find(({ name }) => line.toLowerCase().startsWith(name.toLowerCase()));
  return fact ? offerValues(request, fact, line) : offerLines(request, line);
}

function offerValues({ at, block }: Request, { name, values, doc }: SystemLineFact, line: string): Offers | undefined {
  const typed = line.slice(name.length);
  if (values === undefined || !/^[ \t]*\w*$/.test(typed)) return undefined;
  const [word] = /\w*$/.exec(typed) as RegExpExecArray;
  const [rest] = /^\w*/.exec(block.text.slice(at, at + 20)) as RegExpExecArray;
  const gap = typed === '' ? ' ' : '';
  const offers = values.map((label): Offer => ({ label, kind: CompletionItemKind.EnumMember, text: gap + label, doc }));
  return { start: at - word.length, end: at + rest.length, offers };
}

/** Offers the lines that begin with the typed text and that the message does not have yet. */
function offerLines({ transcript, block, at }: Request, line: string): Offers | undefined {
  // If text followed the cursor on its line, an inserted line would be joined to that text.
  if (!/^[ \t]*(?:[\r\n]|$)/.test(block.text.slice(at, block.bodyEnd))) return undefined;
  const body = block.text.slice(block.bodyStart, block.bodyEnd).toLowerCase();
  const lines = systemLines.map(
    ({ name, text = '', doc }): Offer => ({
      label: name,
      text: `${name} ${text}`,
      kind: CompletionItemKind.Value,
      doc,
    }),
  );
  const calls = [...declaredTools(transcript).keys()].some((tool) => tool.startsWith('functions.'));
  const note = { label: callsNote, kind: CompletionItemKind.Value, doc: 'Required if functions are declared.' };
  const offers = [...lines, ...(calls ? [note] : [])].filter(({ label }) => {
    const name = label.toLowerCase();
    return name.startsWith(line.toLowerCase()) && !body.includes(name);
  });
  return offers.length === 0 ? undefined : { start: at - line.length, end: at, offers };
}
