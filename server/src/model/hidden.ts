/** What of an assistant message of OpenChatML 0.1 is not for users: thoughts, calls, and what may be either. */
import { thinkTags } from '../grammar/index.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { isQuoted, segments } from '../syntax/body.ts';
import type { Span } from '../syntax/message-header.ts';
import { misspellings } from '../syntax/misspelled.ts';
import { CHANNEL, IM_START, MESSAGE, START } from '../syntax/tokens.ts';
import { functionParts } from './functions.ts';
import { thoughtsOf } from './thoughts.ts';

/** A quick look at whether anything can be hidden in a body. */
export function mayHide(body: Block): boolean {
  return has(body, Trait.OddBody | Trait.Suspicious) || /think>|<[ \t]\|/.test(body.text);
}

/** The hidden spans of a body in the order of their beginnings; they may overlap. Offsets in the block. */
export function hiddenSpans(body: Block): Span[] {
  if (!mayHide(body)) return [];
  const { bodyStart, bodyEnd } = body;
  const { blocks, unmatched } = thoughtsOf(body);
  return [
    ...unmatched.map(({ end }) => ({ start: bodyStart, end })),
    ...blocks.map(({ start, end }) => ({ start: start.start, end: end?.end ?? bodyEnd })),
    ...functionParts(body, 'assistant').map(({ start, payloadEnd, error }) => ({
      start,
      end: error ? bodyEnd : payloadEnd,
    })),
    ...doubtful(body),
    ...thinking(body.text, bodyStart, bodyEnd),
  ].sort((a, b) => a.start - b.start || b.end - a.end);
}

const frameNames = new Set([START, CHANNEL, MESSAGE, IM_START].map(({ name }) => name));

/**
 * Misspelt tokens of thoughts and functions, and tokens that begin another message: all that follows may be meant to be
 * hidden, and before the end of a thought all that it ends.
 */
function doubtful(body: Block): Span[] {
  const { text, bodyStart, bodyEnd } = body;
  const found: Span[] = [];
  for (const { kind, token, start, end } of segments(body, false)) {
    if (token?.kind === 'foreign' && frameNames.has(token.name)) found.push({ start, end: bodyEnd });
    if (kind !== 'text') continue;
    for (const { token: meant, ...at } of misspellings(text, start, end, true)) {
      if (isQuoted(text, at.start, at.end)) continue;
      if (meant.kind === 'thought' && meant.name.startsWith('end_')) found.push({ start: bodyStart, end: at.end });
      else if (meant.kind === 'thought' || meant.kind === 'function' || frameNames.has(meant.name))
        found.push({ start: at.start, end: bodyEnd });
    }
  }
  return found;
}

const beginsLine = new RegExp(`^[ \\t]*${thinkTags.begin}`, 'm');

/**
 * Reasoning between `<think>` and `</think>`. A prompt may end behind `<think>`, so all before the last end is hidden;
 * behind it, what begins a line with `<think>` and does not end. Offsets in the text, of which a stretch is looked at.
 */
export function thinking(text: string, bodyStart = 0, bodyEnd = text.length): Span[] {
  const close = thinkTags.end;
  let at = bodyEnd < close.length ? -1 : text.lastIndexOf(close, bodyEnd - close.length);
  while (at >= bodyStart && isQuoted(text, at, at + close.length)) at = text.lastIndexOf(close, at - 1);
  const end = at < bodyStart ? bodyStart : at + close.length;
  const open = beginsLine.exec(text.slice(end, bodyEnd));
  return [
    ...(end > bodyStart ? [{ start: bodyStart, end }] : []),
    ...(open ? [{ start: end + open.index, end: bodyEnd }] : []),
  ];
}
