/** Finds the start of the body in headers without `<|message|>`, and fixes them. */

import type { Message } from '../model/message.ts';
import { has, Trait } from '../syntax/block.ts';
import type { Span } from '../syntax/span.ts';
import { tokenAt } from '../syntax/tokens/tokens.ts';
import { indexWithin } from '../syntax/within.ts';
import { type Proposals, remove, replace, type Target } from './fix.ts';
import { close } from './support/edits.ts';

/**
 * The start of the body if it directly follows a role or a channel, as in `final{"answer":4}`, because `<|message|>` is missing. A single
 * character is not a body, as in `commentary?`.
 */
export function bodyIn({ block, header }: Message, { start, end }: Span, word: string): number | undefined {
  const { text } = block;
  const runsOn = text.slice(start, start + word.length).toLowerCase() === word && end - start > word.length + 1;
  return runsOn && !has(block, Trait.HasMessage) && !header.closed ? start + word.length : undefined;
}

/** Inserts `<|message|>` between a role or channel and the body that directly follows it. Undefined if no body does. */
export function splitWord(message: Message): Proposals | undefined {
  const { block, header } = message;
  const { text, bodyEnd } = block;
  const joinedWords = header.faults.flatMap(({ rule, suggestion: word = '', start, end }) => {
    if (rule !== 'role' && rule !== 'channel-unknown') return [];
    const at = word === '' ? undefined : bodyIn(message, { start, end }, word);
    return at === undefined ? [] : [{ word, start, end: at, rest: text.slice(at, end) }];
  });
  const [first, second] = joinedWords;
  if (first === undefined) return undefined;
  // A partial token after the word indicates a different fault.
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

/** Whether the text that would become the body contains tokens, which indicate a different fault. */
function holdsToken(text: string, from: number, to: number): boolean {
  for (let hop = indexWithin(text, '<|', from, to); hop >= 0; hop = indexWithin(text, '<|', hop + 2, to)) {
    if (tokenAt(text, hop)) return true;
  }
  return false;
}

/** Whether a completion begins directly with text, without any part of a header. */
export function isPlainText({ block, message, problem }: Target): boolean {
  return has(block, Trait.Implied) && message.header.bodyStart === 0 && problem.start < block.bodyEnd;
}

/** Inserts `<|message|>` before text that cannot be part of the header, or removes a header with nothing after it. */
export function insertMessage(target: Target): Proposals {
  const { block, message } = target;
  const { text, bodyEnd } = block;
  const split = splitWord(message);
  if (split) return split;
  const from = Math.min(message.header.bodyStart, bodyEnd);
  const empty = text.slice(from, bodyEnd).trim() === '';
  if (empty && block.terminator === undefined) {
    // If the message is a call or a reply, another message may depend on it.
    if (message.kind !== 'plain' || (from > 0 && text.includes('<|literal|>'))) return [];
    return [{ title: 'Remove this header, which has no body', edits: [remove({ start: 0, end: text.length })] }];
  }
  if (holdsToken(text, from, bodyEnd)) return [];
  let start = from;
  while (' \t\r\n'.includes(text[start - 1] ?? '-')) start--;
  const opened = replace({ start, end: from }, '<|message|>');
  // The last message of the document stays open, because it may be continued.
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
