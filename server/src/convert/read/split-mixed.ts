/**
 * Divides a message with thoughts, text, calls and results into separate messages, as in 2.2: a message on `analysis` for each
 * thought, then the text, then the calls. Results become messages from their tools.
 */
import { answerChannel, modelRole } from '../../grammar/index.ts';
import type { Message } from '../../model/message.ts';
import type { Span } from '../../syntax/span.ts';
import { asPreamble, type ConversationMessage, plain } from '../conversation.ts';
import type { Notes } from '../notes.ts';
import { framesIn, partsIn } from './parts.ts';
import { restOf, type Stretch } from './remaining-text.ts';

/** Splits a message. `whole`: the message in terms of 2.2, with an undivided body; `flags` and `lists`: other stretches to cut out. */
export function splitMixed(
  message: Message,
  whole: ConversationMessage,
  notes: Notes,
  { flags, lists }: { readonly flags: readonly Span[]; readonly lists: readonly Span[] } = noCuts,
): readonly ConversationMessage[] {
  const { body } = message;
  const parts = partsIn(message, whole, notes);
  const frames = framesIn(message);
  if (parts.length + flags.length + lists.length + frames.length === 0) return [answered(whole)];
  const cuts = [...parts, ...flags, ...lists, ...frames].sort((a, b) => a.start - b.start);
  const text = body.text.slice(body.bodyStart, body.bodyEnd);
  const stretches = restOf(text, cuts);
  const of = (kind: string) => parts.filter((one) => one.kind === kind).map(({ said }) => said);
  const calls = of('call');
  const first = stretches[0];
  for (const { kind, start, end } of parts) {
    if (kind !== 'thought') continue;
    const span = whole.places.body(start, end);
    if (first && first.at < start) notes.lose(span, movedThought);
    else if (mayBeProse(text, start, end)) notes.lose(span, unbegunThought);
  }
  const rest = withStretches(whole, stretches);
  // If nothing remains beside the parts and lists that are cut out, there is no message for the remaining text.
  const isEmpty = rest.pieces.length === 0 && (parts.length > 0 || lists.length > 0 || whole.slot);
  const restMessage = calls.length > 0 ? asPreamble(answered(rest)) : answered(rest);
  const messages = [...of('thought'), ...(isEmpty ? [] : [restMessage]), ...calls, ...of('reply')];
  return whole.terminator === undefined ? openAtEnd(messages) : messages.map(closed);
}

const movedThought =
  'This part of the content is hidden as a thought, so it becomes a message of its own, before the answer. Put its markers in backticks if they are meant as text.';
const unbegunThought =
  'The opening tag of this thought is missing, as if a template had written that tag, so the text before the closing tag becomes reasoning. Put the closing tag in backticks if it is meant as text.';

/**
 * Whether a thought may be ordinary prose. Such a thought has no opening marker, and its closing marker is inside a line, where a sentence
 * may merely mention the marker.
 */
const mayBeProse = (text: string, start: number, end: number): boolean =>
  !text.slice(start, end).trimStart().startsWith('<') &&
  /[^\s>] ?<[^\s<>]{2,24}>$/.test(text.slice(start, end)) &&
  /^ ?[^\s<]/.test(text.slice(end, end + 2));

const noCuts = { flags: [], lists: [] };

/** Closes a part of a message. If a message is closed, all of its parts are. */
const closed = (one: ConversationMessage): ConversationMessage =>
  one.terminator === undefined ? { ...one, terminator: 'end' } : one;

/** Leaves only the last of the resulting messages open. */
const openAtEnd = (all: readonly ConversationMessage[]): readonly ConversationMessage[] =>
  all.map((one, i) => (i === all.length - 1 ? { ...one, terminator: undefined } : one));

/** Puts an assistant's message without a channel on the answer channel. */
const answered = (message: ConversationMessage): ConversationMessage =>
  message.role === modelRole && !message.slot && message.channel === undefined
    ? { ...message, channel: answerChannel }
    : message;

function withStretches(message: ConversationMessage, stretches: readonly Stretch[]): ConversationMessage {
  const { places } = message;
  const source = (offset: number) => {
    const stretch = stretches.findLast(({ from }) => from <= offset) ?? stretches[0];
    return stretch ? stretch.at + Math.min(offset - stretch.from, stretch.text.length) : 0;
  };
  return {
    ...message,
    pieces: plain(stretches.map(({ text }) => text).join('')),
    places: { ...places, body: (start, end) => places.body(source(start), source(end)) },
  };
}
