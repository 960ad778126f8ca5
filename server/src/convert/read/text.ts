/** Reads a transcript as a conversation: its messages in terms of 2.2, and the text around them. */

import { callChannel, everybody, headerKeys, modelRole, systemRole, toolRole, userRole } from '../../grammar/index.ts';
import { withoutIdsIn } from '../../model/calls/pairing.ts';
import { isSlot, type Message, message } from '../../model/message.ts';
import { beginMark, endMark, outerTokens } from '../../model/sequence.ts';
import { thoughtsOf } from '../../model/thoughts.ts';
import { type Block, has, Trait } from '../../syntax/block.ts';
import { headerValues, isMessageKey } from '../../syntax/document-header/values.ts';
import type { Family } from '../../syntax/families/family.ts';
import { finished } from '../../syntax/finished.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { append } from '../../syntax/lists.ts';
import { attributeNamed } from '../../syntax/message-header.ts';
import type { Span } from '../../syntax/span.ts';
import type { Transcript } from '../../syntax/transcript.ts';
import { draftOf, isReplyRole, joined, type MessageDraft, type Piece } from '../../write/index.ts';
import {
  type Conversation,
  type ConversationMessage,
  calledTool,
  type Header,
  type Places,
  textOfPieces,
} from '../conversation.ts';
import { noMessage } from '../emptied.ts';
import type { Notes } from '../notes.ts';
import { withToolNames } from '../pairs.ts';
import type { Tool } from '../tools/index.ts';
import { noteHeaderWords } from './header-words.ts';
import { listsIn, type Place } from './lists.ts';
import { splitMixed } from './split-mixed.ts';

/**
 * Reads a transcript as a conversation. Text outside messages that has no counterpart in a conversation is noted. `originOf`: maps
 * a stretch to the source if the transcript is part of something else.
 */
export function readTranscript(transcript: Transcript, notes: Notes, originOf?: Place): Conversation {
  return finished(readingTranscript(transcript, notes, originOf));
}

/** Like `readTranscript`, but one block at a time: other work may run between blocks, as long as the document does not change. */
export function* readingTranscript(
  transcript: Transcript,
  notes: Notes,
  originOf: Place = (span) => span,
): Generator<undefined, Conversation> {
  const { family, blocks } = transcript;
  const withoutIds = withoutIdsIn(family);
  const messages: ConversationMessage[] = [];
  const marks: Span[] = [];
  const strays: Span[] = [];
  const tools: Tool[] = [];
  let header: Header | undefined;
  let base = 0;
  let count = 0;
  for (const block of blocks) {
    const isLast = ++count === blocks.length;
    const from = base;
    const at: Place = ({ start, end }) => originOf({ start: from + start, end: from + end });
    if (block.kind === 'document-header') header = headerOf(block, at);
    if (block.kind === 'message') append(messages, utterances(block, at, isLast, tools, notes));
    // In a learned dialect, a prelude is not noted, since it may be text from the beginning of the template.
    if ((block.kind === 'prelude' && family.learned === undefined) || has(block, Trait.OddGap)) {
      const spans = outside(block, at, isLast, notes, strays);
      // Sequence marks before the first or after the last message are not kept, since formats with such marks write their own.
      if (messages.length > 0 && !isLast) append(marks, spans);
    }
    base += block.text.length;
    yield;
  }
  for (const key of header?.keys ?? []) if (isMessageKey(key.path)) notes.refuse(key, messageInHeader);
  if (header && messages.length === 0 && isProse(header)) {
    strays.unshift(header.place);
    header = undefined;
  }
  noteStrays(strays, messages.length === 0, notes);
  return {
    messages: withToolNames(messages, withoutIds),
    withoutIds,
    header,
    marks,
    ...(tools.length > 0 && { declared: { tools, formats: [] } }),
    profiled: family.has.bareBodies && !family.has.documentHeader,
    idPrefix: family.has.channels ? 'h' : 'f',
    lineBreak: transcript.getEOLCharacters(0) || '\n',
  };
}

export const everybodyDropped = `\`to=${everybody}\` is dropped, here and wherever else it occurs: a message without a recipient is also for everybody.`;

/** The position of each `to` attribute in a transcript that names everybody as the recipient. */
export function placesOfEverybody({ blocks }: Transcript): readonly Span[] {
  const places: Span[] = [];
  let base = 0;
  for (const block of blocks) {
    if (block.kind === 'message' && block.text.includes(everybody)) {
      const to = attributeNamed(message(block).header, 'to');
      if (to?.value === everybody) places.push({ start: base + to.start, end: base + to.end });
    }
    base += block.text.length;
  }
  return places;
}

/**
 * Whether the supposed document header of a text without messages may be something else, such as `Title: …` or another program's
 * YAML.
 */
function isProse({ broken, keys }: Header): boolean {
  const version = keys.find(({ path }) => path === 'version');
  return broken !== undefined || !versionNumber.test(version?.source ?? '') || keys.some(({ path }) => !isKnown(path));
}

const versionNumber = /^["']?\d+\.\d+["']?$/;
const knownRoots = new Set(headerKeys.map(({ path }) => path.split('.', 1)[0]));
const isKnown = (path: string) => knownRoots.has(path.split('.', 1)[0]);

/** The message about a key in the header that is probably the beginning of a message without its opening token. */
const messageInHeader =
  'This line is read as a key of the document header, not as a message. If it is a message, write `<|start|>` before it.';

function headerOf(block: Block, at: Place): Header {
  const { entries, comments, errors, harmonyEnabled } = headerValues(block);
  const outer = new Set(entries.map(({ parent }) => parent));
  const keys = entries
    .filter(({ path }) => !outer.has(path))
    .map(({ path, source, keyStart, valueEnd }) => ({ path, source, ...at({ start: keyStart, end: valueEnd }) }));
  const end = block.text.trimEnd().length;
  return {
    text: block.text,
    place: at({ start: 0, end }),
    keys,
    comments: comments.map(at),
    broken: errors.length > 0 ? at({ start: 0, end }) : undefined,
    profile: harmonyEnabled,
  };
}

/** The messages in a block; in a plain frame, one message may contain thoughts, calls and an answer. */
function utterances(
  block: Block,
  at: Place,
  isLast: boolean,
  tools: Tool[],
  notes: Notes,
): readonly ConversationMessage[] {
  const read = message(block);
  const { family } = block;
  const draft = draftOf(read);
  const slot = draft.slot || (isLast && draft.pieces.length === 0 && isSlot(read));
  const messageDraft = inTermsOf22({ ...draft, slot }, family, isLast);
  const places = placesIn(read, at);
  noteHeaderWords(read, messageDraft, at, notes);
  if (draft.attributes.get('to') === everybody) notes.loseOnce(places.of('to'), everybodyDropped);
  if (messageDraft.role === undefined)
    notes.refuse(places.of('role'), 'This message does not name a known role, so its speaker is unknown.');
  if (family.has.channels) {
    const isEnveloped = family.has.documentHeader && messageDraft.role === toolRole;
    return [{ ...messageDraft, places, ...(isEnveloped && { envelope: textOfPieces(messageDraft.pieces) }) }];
  }
  const whole = { ...messageDraft, pieces: withForeignText(messageDraft.pieces, family), source: undefined, places };
  const split = splitMixed(read, whole, notes, {
    flags: flagsIn(read, places, notes),
    lists: listsIn(read, at, tools, notes),
  });
  // Calls and thoughts cannot keep the name of a speaker; a reply has the name of its tool instead.
  const keptValues = new Set(split.flatMap(({ attributes }) => [...attributes.values()]));
  for (const [key, value] of messageDraft.attributes)
    if (!keptValues.has(value))
      notes.lose(places.of(key), `\`${key}=${value}\` is dropped: this kind of message has no such attribute.`);
  return split;
}

/** Turns tokens of other dialects into text, since they have no meaning in this dialect. */
function withForeignText(pieces: readonly Piece[], { tokenAt }: Family): readonly Piece[] {
  const isForeign = ({ kind, text }: Piece) => kind === 'token' && tokenAt(text, 0)?.kind === 'foreign';
  if (!pieces.some(isForeign)) return pieces;
  return joined(pieces.map((piece) => (isForeign(piece) ? { kind: 'text', text: piece.text } : piece)));
}

/** The flags in a system message (0.1 §4), which have no counterpart in other formats; offsets are relative to the body. */
function flagsIn({ body, role }: Message, places: Places, notes: Notes): readonly Span[] {
  if (role !== systemRole) return [];
  return thoughtsOf(body).flags.map(({ start, end }) => {
    const flag = { start: start - body.bodyStart, end: end - body.bodyStart };
    notes.lose(
      places.body(flag.start, flag.end),
      'This flag requests thoughts in OpenChatML 0.1. It is dropped, because the target format has no counterpart.',
    );
    return flag;
  });
}

const readers = new Set<string | undefined>([undefined, everybody, userRole]);

function inTermsOf22(draft: MessageDraft, family: Family, isLast: boolean): MessageDraft {
  const attributes = new Map(draft.attributes);
  const role = isReplyRole(draft.role, family) ? toolRole : draft.role;
  let { constraint } = draft;
  if (family.has.namedSpeakers && attributes.get('content_type') === 'json' && constraint === undefined) {
    attributes.delete('content_type');
    constraint = 'json';
  }
  if (attributes.get('to') === everybody) attributes.delete('to');
  const isUnflagged = family.has.unflaggedPreambles && role === modelRole && draft.channel === callChannel;
  if (isUnflagged && readers.has(attributes.get('to')) && constraint === undefined)
    attributes.set('intent', 'preamble');
  // Replies are hidden in every format, but 2.2 would show a reply without a channel.
  const channel = role === toolRole && !family.has.channels ? callChannel : draft.channel;
  const changed: MessageDraft = { ...draft, role, attributes, channel, constraint };
  return { ...changed, terminator: terminatorOf(changed, isLast) };
}

/**
 * Returns the terminator of 2.2 that corresponds to the one in the source. A missing terminator is added, except in the last message, which
 * stays open.
 */
function terminatorOf(draft: MessageDraft, isLast: boolean): MessageDraft['terminator'] {
  if (draft.terminator === undefined && isLast) return undefined;
  if (calledTool(draft) !== undefined) return 'call';
  return draft.terminator === 'return' ? 'return' : 'end';
}

function placesIn(message: Message, originOf: Place): Places {
  const { block, header, content, body } = message;
  const at = (start: number, end: number): Span => originOf({ start, end });
  const whole = at(0, block.end);
  const word = (span: Span | undefined) => (span && span.end > span.start ? at(span.start, span.end) : undefined);
  const attribute = (key: string) => word(header.attributes.find((one) => one.key === key));
  const spanByPart: Readonly<Record<string, () => Span | undefined>> = {
    role: () => word(header.role),
    channel: () => word(header.channel?.word ?? header.channel?.token),
    constraint: () => word(header.constrain?.word),
    content_type: () => attribute('content_type') ?? word(header.contentType),
    body: () => at(body.bodyStart, Math.max(body.bodyEnd, body.bodyStart)),
    terminator: () => at(body.bodyEnd, block.end),
  };
  return {
    whole,
    of: (part) => getOwn(spanByPart, part)?.() ?? attribute(part) ?? word(header.role) ?? whole,
    body: (start, end) => at(content.toBlock(start), Math.max(content.toBlock(end), content.toBlock(start))),
  };
}

/** Notes text outside messages. If there are no messages, refuses the text, since it may be a transcript with unknown markers. */
function noteStrays(strays: readonly Span[], isAll: boolean, notes: Notes): void {
  const [first] = strays;
  if (isAll && first) notes.refuse(first, noMessage);
  else for (const stray of strays) notes.lose(stray, 'This text is dropped: it does not belong to any message.');
}

/**
 * Adds text outside messages to `strays`. Refuses fill-in-the-middle tasks and files, which have no counterpart. Returns the marks of the
 * sequence.
 */
function outside(block: Block, at: Place, isLast: boolean, notes: Notes, strays: Span[]): Span[] {
  const tokens = outerTokens(block);
  const divides = tokens.filter(({ token: { kind } }) => kind === 'fim' || kind === 'separator');
  const [first, last] = [divides[0], divides.at(-1)];
  if (block.family.has.files && first && last) {
    notes.refuse(
      at({ start: first.start, end: last.end }),
      'Fill-in-the-middle files and tasks have no counterpart in other formats. Convert a document that contains only messages.',
    );
    return [];
  }
  const { sequenceMarks, beginMark: mayBegin } = block.family.has;
  const edges = [
    sequenceMarks || mayBegin ? beginMark(block, {}) : undefined,
    sequenceMarks && isLast ? endMark(block, {}) : undefined,
  ];
  const marks = [...edges, ...tokens.filter(({ token: { kind } }) => kind === 'sequence')]
    .flatMap((mark) => (mark ? [{ start: mark.start, end: mark.end }] : []))
    .sort((a, b) => a.start - b.start);
  let from = block.end;
  for (const { start, end } of [...marks, { start: block.text.length, end: block.text.length }]) {
    const text = block.text.slice(from, start);
    const lead = text.length - text.replace(/^[\s\uFEFF]+/, '').length;
    if (lead < text.length) strays.push(at({ start: from + lead, end: from + text.trimEnd().length }));
    from = Math.max(from, end);
  }
  return marks.map(at);
}
