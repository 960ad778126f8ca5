/**
 * A conversation that is being converted from one format to another. Its messages are in terms of OpenChatML 2.2, whatever the source
 * format. Each message has the positions of its parts in the source.
 */
import { answerChannel, callChannel, channels, modelRole, speakers, toolRole } from '../grammar/index.ts';
import type { WithoutIds } from '../model/calls/pairing.ts';
import { isVisibleChannel } from '../model/visibility/facts.ts';
import type { Span } from '../syntax/span.ts';
import type { MessageDraft, Piece } from '../write/index.ts';
import type { Declared } from './declared.ts';
import type { Quoted } from './spelled.ts';

/** The position of a message in the source: UTF-16 offsets in the text, or in the JSON unit. */
export interface Places {
  readonly whole: Span;
  /**
   * Returns the position of a part of the message, named as in `Refusal`. For a part without a position, returns the position of the whole
   * message.
   */
  of(part: string): Span;
  /** Returns the position of a stretch of the body. `start` and `end` are offsets in the concatenated texts of the pieces. */
  body(start: number, end: number): Span;
}

/** A message. Its attributes, channel and constraint are those of 2.2. A reply from a tool has the role `tool`. */
export interface ConversationMessage extends MessageDraft {
  readonly places: Places;
  /** The content as a list of parts, if it is not a single text. `pieces` then contains the texts of the parts. */
  readonly parts?: Quoted | undefined;
  /**
   * A reply in the envelope of 2.2 (2.2 §8.2), if the source format has the envelope or equivalent data. In this case, `pieces` is
   * the reply without the envelope.
   */
  readonly envelope?: string | undefined;
  /** Whether the message ends a training row although, in the source, it ends only the message. */
  readonly endsRow?: true;
}

/** A key of a document header: its dotted path and its position. */
interface HeaderKey extends Span {
  readonly path: string;
  readonly source: string;
}

/** The document header of 2.2. */
export interface Header {
  readonly text: string;
  /** The whole header, without white space at its end. */
  readonly place: Span;
  readonly keys: readonly HeaderKey[];
  readonly comments: readonly Span[];
  /** The span of the whole header if the header is not YAML. In this case, the keys are only a guess. */
  readonly broken: Span | undefined;
  readonly profile: boolean;
}

export interface Conversation {
  readonly messages: readonly ConversationMessage[];
  readonly header?: Header | undefined;
  /**
   * Whether the message headers are in Harmony's format. In 2.2, such headers have the same meaning only under the Harmony profile.
   */
  readonly profiled?: boolean;
  /** For a pair, if requested: the same conversation with the rejected answer. */
  readonly rejected?: readonly ConversationMessage[] | undefined;
  /** Marks of the beginning or the end of a sequence, such as `<s>`, that occur between two messages. */
  readonly marks?: readonly Span[];
  /** The tools and formats declared next to the messages. */
  readonly declared?: Declared | undefined;
  /** The way in which replies are matched to calls without ids. */
  readonly withoutIds: WithoutIds;
  /** The prefix of the ids that are generated for calls without an id. */
  readonly idPrefix: string;
  /** For an agent's session: the harness, and the id of the session in its log. */
  readonly origin?: { readonly harness: string; readonly id?: string | undefined } | undefined;
  /** The line break that the source uses in frames. */
  readonly lineBreak: string;
}

export const textOfPieces = (pieces: readonly Piece[]): string =>
  pieces.length === 1 ? (pieces[0] as Piece).text : pieces.map(({ text }) => text).join('');

export const plain = (text: string): readonly Piece[] => (text === '' ? [] : [{ kind: 'text', text }]);

const others = new Set<string>(speakers);

/** The tool that a message is for, if any. */
export function calledTool({ role, attributes }: Pick<MessageDraft, 'role' | 'attributes'>): string | undefined {
  const to = role === modelRole ? attributes.get('to') : undefined;
  return to !== undefined && !others.has(to) ? to : undefined;
}

export const isReply = ({ role }: Pick<MessageDraft, 'role'>): boolean => role === toolRole;

/** Whether a message is from the assistant to users: on `final`, or as a preamble (2.2 §5). */
export function isAnswer(message: Pick<MessageDraft, 'role' | 'attributes' | 'channel'>): boolean {
  const { role, attributes, channel } = message;
  if (role !== modelRole || calledTool(message) !== undefined) return false;
  const intent = attributes.get('intent');
  return isPreamble(message) || (intent === undefined && (channel === undefined || isVisibleChannel(channel)));
}

export function isPreamble({
  role,
  attributes,
  channel,
}: Pick<MessageDraft, 'role' | 'attributes' | 'channel'>): boolean {
  const preambles = channels.some(({ name, preambles: has }) => name === channel && has);
  return role === modelRole && preambles && attributes.get('intent') === 'preamble' && !attributes.has('to');
}

/** Marks text next to calls as a preamble, which is for users, but is not the answer yet. */
export const asPreamble = (one: ConversationMessage): ConversationMessage =>
  one.role === modelRole && one.channel === answerChannel && calledTool(one) === undefined
    ? { ...one, channel: callChannel, attributes: new Map([...one.attributes, ['intent', 'preamble']]) }
    : one;
