/** Describes one call in its context: the user's request, the model's thoughts, the reply, and the model's next steps. */
import { type ConversationMessage, calledTool, isReply, textOfPieces } from '../convert/conversation.ts';
import { answerChannel, channels, modelRole, userRole } from '../grammar/index.ts';
import type { AnyDocument } from '../syntax/any-document.ts';
import type { Call, CallWithMessages } from './calls.ts';
import type { Talk } from './conversations.ts';
import { sessionIn } from './session.ts';
import { lineOf } from './turn-messages.ts';

/** The text of a message, with its line. */
interface Words {
  readonly line: number;
  readonly text: string;
}

/** A message before or after the call: the model's thought, call or text, or a message to the model. */
export interface Step extends Words {
  readonly role: string | undefined;
  readonly channel: string;
  /** The tool that the message calls. */
  readonly to?: string;
}

export interface CallInContext extends Omit<Call, 'inSession' | 'input'> {
  /** The number of the call in the list of all calls, from 1. */
  readonly number: number;
  /** The last compaction before the call: its line in the log, and the number of messages replaced by a summary. */
  readonly compacted?: { readonly line: number; readonly replaced: number };
  /** The last user message before the call. */
  readonly question?: Words;
  /** The model's thoughts and text just before the call, in the same step. */
  readonly before: readonly Step[];
  readonly reply?: Words;
  /** The steps after the call: thoughts, and the first message that is not a thought. */
  readonly next: readonly Step[];
}

/** A call with its number in the list of all calls. */
export interface NumberedCall extends CallWithMessages {
  readonly number: number;
}

/**
 * Returns the calls that a name designates: the calls with this id, or otherwise the call with this number. `byId`: whether the name can
 * only be an id.
 */
export function callsNamed(
  all: readonly CallWithMessages[],
  name: string,
): { readonly found: readonly NumberedCall[]; readonly byId: boolean } {
  const numbered = all.map((one, i) => ({ ...one, number: i + 1 }));
  const found = numbered.filter(({ call }) => call.id === name);
  const byId = !/^[1-9]\d{0,8}$/.test(name);
  if (found.length > 0 || byId) return { found, byId };
  return { found: numbered.slice(Number(name) - 1, Number(name)), byId };
}

export function callInContext(document: AnyDocument, { call, number, said, reply, talk }: NumberedCall): CallInContext {
  const { inSession, input: _input, ...rest } = call;
  const starts = inSession ? undefined : startsOf(talk);
  const wordsOf = (one: ConversationMessage): Words => ({
    line: lineOf(document, starts?.get(one) ?? one.places.whole.start),
    text: textOfPieces(one.pieces),
  });
  const stepOf = (one: ConversationMessage): Step => {
    const to = calledTool(one);
    return { role: one.role, channel: one.channel ?? answerChannel, ...(to !== undefined && { to }), ...wordsOf(one) };
  };
  const { messages } = talk;
  const at = messages.indexOf(said);
  const question = messages.slice(0, at).findLast(({ role }) => role === userRole);
  const compacted = sessionIn(document)?.compactions.findLast(({ start }) => start < said.places.whole.start);
  return {
    number,
    ...rest,
    ...(compacted && { compacted: { line: lineOf(document, compacted.start), replaced: compacted.replaced } }),
    ...(question && { question: wordsOf(question) }),
    before: saidBefore(messages, at).map(stepOf),
    ...(reply && { reply: wordsOf(reply) }),
    next: saidNext(messages, reply === undefined ? at : messages.indexOf(reply)).map(stepOf),
  };
}

const startsOf = ({ items }: Talk) => new Map(items.flatMap(({ start, said }) => said.map((one) => [one, start])));

/** Returns the model's thoughts and text since the last message to the model. Parallel calls are omitted. */
function saidBefore(messages: readonly ConversationMessage[], at: number): ConversationMessage[] {
  const begin = messages.slice(0, at).findLastIndex(({ role }) => role !== modelRole) + 1;
  return messages.slice(begin, at).filter((one) => calledTool(one) === undefined);
}

const thoughtChannels = new Set(channels.flatMap(({ name, thoughts }) => (thoughts ? name : [])));

/** Whether a message is a thought, which is not a separate step. */
export const isThought = ({ channel, to }: Pick<Step, 'channel' | 'to'>): boolean =>
  to === undefined && thoughtChannels.has(channel);

/**
 * Returns the thoughts after a message, and the first message that is neither a thought nor a reply. Replies to parallel calls are skipped.
 */
function saidNext(messages: readonly ConversationMessage[], at: number): ConversationMessage[] {
  const next: ConversationMessage[] = [];
  for (const one of messages.slice(at + 1)) {
    if (isReply(one)) continue;
    next.push(one);
    const to = calledTool(one);
    if (!isThought({ channel: one.channel ?? answerChannel, ...(to !== undefined && { to }) })) break;
  }
  return next;
}
