/** Reads a document of any kind as conversations: a single conversation, or one for each row of a data set. */

import type { Conversation, ConversationMessage } from '../convert/conversation.ts';
import { formOf } from '../convert/forms.ts';
import { Notes } from '../convert/notes.ts';
import { readTranscript } from '../convert/read/text.ts';
import { readValue } from '../convert/read/value.ts';
import type { JsonDialectId } from '../grammar/index.ts';
import type { WithoutIds } from '../model/calls/pairing.ts';
import { hasFailed, listOf } from '../model/json/list.ts';
import { elementsOf } from '../model/json/message.ts';
import { type AnyDocument, byKind } from '../syntax/any-document.ts';
import type { JsonDocument } from '../syntax/json/document.ts';
import { type JsonUnit, readUnit } from '../syntax/json/json-unit.ts';
import { lastAtMost } from '../syntax/json/nodes.ts';
import { append } from '../syntax/lists.ts';
import type { Span } from '../syntax/span.ts';
import type { Transcript } from '../syntax/transcript.ts';

/** A message in a document: its span (UTF-16 offsets), and the conversation messages of which it consists, in order. */
export interface Item extends Span {
  readonly said: readonly ConversationMessage[];
}

export interface Talk {
  readonly items: readonly Item[];
  readonly messages: readonly ConversationMessage[];
  /** The way in which replies are matched to calls without ids. */
  readonly withoutIds: WithoutIds;
  /** The prefix of the ids that are generated for calls without an id. */
  readonly idPrefix: string;
  /** Whether the frames of messages and the text between them count as parts of messages. In JSON, only the content of messages counts. */
  readonly isText: boolean;
  /** The span of the row or document. */
  readonly whole: Span;
  /** Whether a reply is marked as failed. */
  readonly hasFailed?: (reply: ConversationMessage) => boolean;
  /** The tools and formats declared next to the messages. */
  readonly declared?: Conversation['declared'];
}

/** The JSON Lines dialect in which each line is a message. */
const messageLines = 'openchatml-json';

/** Whether each line is a separate row, which can be dropped while the other rows stay. */
export const hasRows = ({ lines, dialect }: AnyDocument): boolean => lines && dialect !== messageLines;

/** Receives the UTF-16 offset of a part that is skipped because it cannot be read as a conversation. */
export type Unread = (at: number) => void;

export const conversationsIn = byKind<[unread?: Unread], Generator<Talk>>({
  text: conversationInText,
  json: conversationsInJson,
});

function* conversationInText(transcript: Transcript): Generator<Talk> {
  const { messages, withoutIds, idPrefix, declared } = readTranscript(transcript, new Notes());
  const span = { start: 0, end: transcript.length };
  yield { messages, withoutIds, idPrefix, declared, items: itemsOf(messages), isText: true, whole: span };
}

function* conversationsInJson(document: JsonDocument, unread?: Unread): Generator<Talk> {
  const { dialect } = document;
  const rows: Talk[] = [];
  for (const [i, unit] of document.units.entries()) {
    const base = document.startOf(i);
    const talks = talksIn(unit, dialect, base);
    if (talks.length === 0 && unit.text.trim() !== '') unread?.(base + (readUnit(unit).root?.start ?? 0));
    append(rows, talks);
  }
  const [first] = rows;
  if (dialect !== messageLines || !document.lines || first === undefined) yield* rows;
  else
    yield {
      ...first,
      items: rows.flatMap(({ items }) => items),
      messages: rows.flatMap(({ messages }) => messages),
      whole: { start: 0, end: document.length },
    };
}

/**
 * Returns the conversations in a unit, which begins at `base` in its document; an empty list if the unit cannot be read as conversations.
 */
export function talksIn(unit: JsonUnit, dialect: JsonDialectId, base = 0): Talk[] {
  const reading = readUnit(unit);
  if (reading.root === undefined || reading.faults.length > 0) return [];
  const span = { start: base, end: base + unit.text.length };
  const elements = [...elementsOf(unit, dialect)].sort((a, b) => a.start - b.start);
  return readValue(reading, { from: formOf(dialect) }, true, new Notes()).conversations.map(
    ({ messages, withoutIds, idPrefix, declared }) => ({
      messages,
      withoutIds,
      idPrefix,
      declared,
      items: itemsOf(messages, elements, base),
      isText: false,
      whole: span,
      hasFailed: ({ places }) => hasFailed(listOf(reading), places.whole.start),
    }),
  );
}

/** Groups conversation messages with the same span into items. `elements`: the spans of the messages in JSON, in order. */
function itemsOf(messages: readonly ConversationMessage[], elements: readonly Span[] = [], base = 0): Item[] {
  const items: { start: number; end: number; said: ConversationMessage[] }[] = [];
  for (const one of messages) {
    const { whole } = one.places;
    const around = lastAtMost(elements, whole.start, ({ start }) => start);
    const span = around && around.start <= whole.start && whole.end <= around.end ? around : whole;
    const [start, end] = [base + span.start, base + span.end];
    const last = items.at(-1);
    if (last?.start === start && last.end === end) last.said.push(one);
    else items.push({ start, end, said: [one] });
  }
  return items;
}
