/** Reports on the last message of a ChatML document if it has no terminator. */
import { modelRole } from '../../grammar/index.ts';
import { endByOpening } from '../../model/calls/tagged-calls.ts';
import { type Unfinished, unfinishedPart } from '../../model/cut-off.ts';
import { isSlot, type Message } from '../../model/message.ts';
import { has, Trait } from '../../syntax/block.ts';
import { unfinishedAt } from '../../syntax/tokens/misspelled.ts';
import { misspelledEnd } from './misspelled-end.ts';
import { opener } from './places.ts';
import type { Report } from './rule.ts';

/** Reports an unclosed last message. Since servers strip the stop token, an answer is probably complete; any other message is cut off. */
export function reportCutOff(message: Message, training: boolean, report: Report): void {
  const { block, role, header } = message;
  if (!has(block, Trait.Open) || isSlot(message) || misspelledEnd(block)) return;
  const [{ text: close }] = block.family.frame.terminators as unknown as readonly [{ text: string }];
  const unfinished = unfinishedPart(block, role);
  if (unfinished?.json) {
    const text =
      'The document ends in the middle of this JSON: the message is cut off. Generate it again with a higher token limit, or complete the JSON.';
    report(unfinished.json.last, text, { data: { rule: 'json' } });
    return;
  }
  if (!header.closed) {
    const text = 'The document ends inside this header. Complete it with a role, a line break and the content.';
    report(opener(block), text, { data: { rule: 'header' } });
    return;
  }
  const cut = unfinishedAt(block.text, block.family.spellings);
  const remedy = cut
    ? `complete \`${block.text.slice(cut.start)}\` to \`${cut.token.text}\``
    : `add \`${close}\` at its end`;
  const related = cut && [
    { block, start: cut.start, end: block.text.length, message: 'The document is cut off here.' },
  ];
  const more = related ? { related } : {};
  if (role === modelRole && unfinished === undefined && header.closed && header.faults.length === 0) {
    const text = `Only the stop token is missing: servers strip it from their output. If the answer is complete, ${remedy}.`;
    if (training) report(opener(block), neverStops(close), more);
    else report(opener(block), text, { ...(!cut && { milder: 'information' as const }), ...more });
    return;
  }
  const advice = unfinished
    ? `${isOpeningLast(message, unfinished.part) ? 'Otherwise, generate' : 'Generate'} the message again with a higher token limit, or complete it.`
    : `If it is complete, ${remedy}.`;
  report(opener(block), `This message is cut off: ${whatLacks(message, unfinished?.part)}. ${advice}`, more);
}

/** The message for training rows, where no server has stripped the token. */
export const neverStops = (close: string): string =>
  `In a training row, the last answer must end with \`${close}\`: a model learns to stop only there. Add it, or generate the answer again if it is cut off.`;

/**
 * A clause that names the part left open at the end of the document. If an opening tag was written in place of a closing one, the clause
 * names that mistake instead.
 */
function whatLacks(message: Message, part: Unfinished['part']): string {
  if (part === undefined || !('name' in part)) return 'the document ends before its terminator';
  return isOpeningLast(message, part)
    ? 'the `<tool_call>` at its end begins another call. If this tag should end the preceding call, write `</tool_call>`'
    : `\`</${part.name}>\` and the terminator are missing`;
}

/** Whether the part left open is a call that consists only of an opening tag, written in place of the closing tag of the preceding call. */
function isOpeningLast({ block, role }: Message, part: Unfinished['part']): boolean {
  return part !== undefined && 'name' in part && endByOpening(block, role) !== undefined;
}
