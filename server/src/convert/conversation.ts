/**
 * A conversation on its way from one form to another: messages in the terms of OpenChatML 2.2, whichever form they were read
 * from, each with the places of its parts in the source.
 */
import { answerChannel, callChannel, channels, modelRole, speakers, toolRole } from '../grammar/index.ts';
import type { WithoutIds } from '../model/calls/pairing.ts';
import { isVisibleChannel } from '../model/visibility/facts.ts';
import type { Span } from '../syntax/span.ts';
import type { MessageDraft, Piece } from '../write/index.ts';
import type { Declared } from './declared.ts';
import type { Quoted } from './spelled.ts';

/** Where a message is in the source: UTF-16 offsets in the text, or in the unit of JSON. */
export interface Places {
  readonly whole: Span;
  /** The place of a part by its name, as in `Refusal`; that of the whole message if the part has none. */
  of(part: string): Span;
  /** A stretch of the texts of the pieces, one after the other. */
  body(start: number, end: number): Span;
}

/** A message. Attributes, channel and constraint are those of 2.2; a tool's reply has the role `tool`. */
export interface ConversationMessage extends MessageDraft {
  readonly places: Places;
  /** The content as a list of parts, where it has others than one text: their texts are the pieces. */
  readonly parts?: Quoted | undefined;
  /** A reply in the envelope of 2.2 (2.2 §8.2), if its form says what the envelope holds, or has it; the pieces are what it is elsewhere. */
  readonly envelope?: string | undefined;
  /** It ends a training row, where its source only ends the message. */
  readonly endsRow?: true;
}

/** A key of a document header: its dotted path, and where it is. */
interface HeaderKey extends Span {
  readonly path: string;
  readonly source: string;
}

/** The document header of 2.2. */
export interface Header {
  readonly text: string;
  /** All of it, without white space at its end. */
  readonly place: Span;
  readonly keys: readonly HeaderKey[];
  readonly comments: readonly Span[];
  /** All of it, where it is not YAML: then keys are a guess. */
  readonly broken: Span | undefined;
  readonly profile: boolean;
}

export interface Conversation {
  readonly messages: readonly ConversationMessage[];
  readonly header?: Header | undefined;
  /** Its headers are those of Harmony: 2.2 says the same only with the profile. */
  readonly profiled?: boolean;
  /** Of a pair: the same conversation with the answer that is rejected, if it was asked for. */
  readonly rejected?: readonly ConversationMessage[] | undefined;
  /** The marks of the edges of a sequence, such as `<s>`, between two messages. */
  readonly marks?: readonly Span[];
  /** The tools and formats that are declared next to the messages. */
  readonly declared?: Declared | undefined;
  /** How calls without ids find their replies. */
  readonly withoutIds: WithoutIds;
  /** The prefix of ids that are made up for calls without one. */
  readonly idPrefix: string;
  /** Of an agent's session: whose it is, and the id that its log gives it. */
  readonly origin?: { readonly harness: string; readonly id?: string | undefined } | undefined;
  /** The line breaks of frames, as written. */
  readonly lineBreak: string;
}

export const textOfPieces = (pieces: readonly Piece[]): string =>
  pieces.length === 1 ? (pieces[0] as Piece).text : pieces.map(({ text }) => text).join('');

export const plain = (text: string): readonly Piece[] => (text === '' ? [] : [{ kind: 'text', text }]);

const others = new Set<string>(speakers);

/** The tool to which a message is handed, if any. */
export function calledTool({ role, attributes }: Pick<MessageDraft, 'role' | 'attributes'>): string | undefined {
  const to = role === modelRole ? attributes.get('to') : undefined;
  return to !== undefined && !others.has(to) ? to : undefined;
}

export const isReply = ({ role }: Pick<MessageDraft, 'role'>): boolean => role === toolRole;

/** Whether the assistant says it to users: on `final`, or as a preamble (2.2 §5). */
export function isAnswer(said: Pick<MessageDraft, 'role' | 'attributes' | 'channel'>): boolean {
  const { role, attributes, channel } = said;
  if (role !== modelRole || calledTool(said) !== undefined) return false;
  const intent = attributes.get('intent');
  return isPreamble(said) || (intent === undefined && (channel === undefined || isVisibleChannel(channel)));
}

export function isPreamble({
  role,
  attributes,
  channel,
}: Pick<MessageDraft, 'role' | 'attributes' | 'channel'>): boolean {
  const preambles = channels.some(({ name, preambles: has }) => name === channel && has);
  return role === modelRole && preambles && attributes.get('intent') === 'preamble' && !attributes.has('to');
}

/** Text next to calls is for users, and not an answer yet. */
export const asPreamble = (one: ConversationMessage): ConversationMessage =>
  one.role === modelRole && one.channel === answerChannel && calledTool(one) === undefined
    ? { ...one, channel: callChannel, attributes: new Map([...one.attributes, ['intent', 'preamble']]) }
    : one;
