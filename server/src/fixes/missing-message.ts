/** Headers without `<|message|>`: finds the start of the body. */

import type { Message } from '../model/message.ts';
import { has, Trait } from '../syntax/block.ts';
import type { Span } from '../syntax/span.ts';
import { tokenAt } from '../syntax/tokens/tokens.ts';
import { indexWithin } from '../syntax/within.ts';
import { type Proposals, remove, replace, type Target } from './fix.ts';
import { close } from './support/edits.ts';

/**
 * The start of the body if a role or channel is joined to the body because `<|message|>` is missing: `final{"answer":4}`. Punctuation alone
 * is not content: `commentary?`.
 */
export function bodyIn({ block, header }: Message, { start, end }: Span, word: string): number | undefined {
  const { text } = block;
  const runsOn = text.slice(start, start + word.length).toLowerCase() === word && end - start > word.length + 1;
  return runsOn && !has(block, Trait.HasMessage) && !header.closed ? start + word.length : undefined;
}

/** Inserts `<|message|>` after a role or channel that is joined to the body; undefined if there is no such word. */
export function splitWord(message: Message): Proposals | undefined {
  const { block, header } = message;
  const { text, bodyEnd } = block;
  const found = header.faults.flatMap(({ rule, suggestion: word = '', start, end }) => {
    if (rule !== 'role' && rule !== 'channel-unknown') return [];
    const at = word === '' ? undefined : bodyIn(message, { start, end }, word);
    return at === undefined ? [] : [{ word, start, end: at, rest: text.slice(at, end) }];
  });
  const [first, second] = found;
  if (first === undefined) return undefined;
  // A part of a token after the word indicates another fault.
  const certain = second === undefined && block.terminator !== undefined && !/[<|>]/.test(first.rest);
  if (!certain || holdsToken(text, first.end, bodyEnd)) return [];
  return [
    {
      title: `Insert \`<|message|>\` after \`${first.word}\`, where the body begins`,
      edits: [replace(first, `${first.word}<|message|>`)],
      preferred: true,
      changesBody: true,
    },
  ];
}

/** Whether the future body contains tokens, a sign of another fault. */
function holdsToken(text: string, from: number, to: number): boolean {
  for (let hop = indexWithin(text, '<|', from, to); hop >= 0; hop = indexWithin(text, '<|', hop + 2, to)) {
    if (tokenAt(text, hop)) return true;
  }
  return false;
}

/** Whether a completion begins with text up to a terminator, and no part of a header is before it. */
export function isPlainText({ block, message, problem }: Target): boolean {
  return has(block, Trait.Implied) && message.header.bodyStart === 0 && problem.start < block.bodyEnd;
}

/** Inserts `<|message|>` before text that cannot be part of the header; removes a header with nothing after it. */
export function insertMessage(target: Target): Proposals {
  const { block, message } = target;
  const { text, bodyEnd } = block;
  const split = splitWord(message);
  if (split) return split;
  const from = Math.min(message.header.bodyStart, bodyEnd);
  const empty = text.slice(from, bodyEnd).trim() === '';
  if (empty && block.terminator === undefined) {
    // Another message may depend on this one if it is a call or a reply.
    if (message.kind !== 'plain' || (from > 0 && text.includes('<|literal|>'))) return [];
    return [{ title: 'Remove this header, which has no body', edits: [remove({ start: 0, end: text.length })] }];
  }
  if (holdsToken(text, from, bodyEnd)) return [];
  let start = from;
  while (' \t\r\n'.includes(text[start - 1] ?? '-')) start--;
  const opened = replace({ start, end: from }, '<|message|>');
  // The last message of the document stays open, since it may continue.
  const closed = block.terminator === undefined && !has(block, Trait.Open) ? close(message) : undefined;
  return [
    {
      title: closed
        ? `Insert \`<|message|>\`, and \`${closed.token}\` at the end`
        : 'Insert `<|message|>` before the body',
      edits: [opened, ...(closed ? [closed.edit] : [])],
      preferred: true,
    },
  ];
}
