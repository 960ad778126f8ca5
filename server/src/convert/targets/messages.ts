/** Writes lists of messages for chat APIs. */
import { answerChannel, callChannel, functionsNamespace, modelRole, thoughtChannel } from '../../grammar/index.ts';
import { memberOf } from '../../syntax/json/nodes.ts';
import { parseJson } from '../../syntax/json/values.ts';
import type { Span } from '../../syntax/span.ts';
import { isToolName } from '../../syntax/tool-name.ts';
import { callReadBack, functionNames } from '../built-in.ts';
import { type Conversation, type ConversationMessage, calledTool, isReply, textOfPieces } from '../conversation.ts';
import { apart, type Declared, noteToolLosses } from '../declared.ts';
import { type Notes, usualCodes } from '../notes.ts';
import { callsOfReplies, identified } from '../pairs.ts';
import { spelled } from '../spelled.ts';
import { chatFormat, type JsonForm, toolList } from '../tools/index.ts';
import { type Speech, speeches } from '../turns.ts';
import { chatParts } from './chat-parts.ts';
import { impliedInReply, noteDropped, noteMissing, withoutEmpty } from './dropped.ts';
import { noteEnd, noteOpen, noteReturn } from './ends.ts';
import { extractThoughts, withoutMarkers } from './extract-thoughts.ts';
import { headerKeys } from './header.ts';
import { asText } from './parts.ts';
import { noteReadAsParts } from './read-as-parts.ts';
import type { Target } from './target.ts';

const form = 'a list of messages';
type Json = Record<string, unknown>;

export const messages: Target = {
  name: 'a list of messages',
  codes: usualCodes,
  form: 'json',
  write: (conversation, notes) => ({ value: chatRequest(conversation, notes) }),
};

/** A request for chat completions. All losses from the conversation are noted. */
interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  readonly tools?: readonly unknown[];
  readonly response_format?: ReturnType<typeof chatFormat>;
}

export interface ChatMessage {
  readonly role: string;
  readonly name?: string;
  readonly reasoning_content?: string;
  readonly content: unknown;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
}

/** The properties of another API's request that differ from those of a request for chat completions. */
interface RequestStyle {
  /**
   * Whether a message of the request can have several thoughts. Joining them in `reasoning_content` is not a loss then, since the
   * writer takes them from `saidIn`.
   */
  readonly severalThoughts: boolean;
}

/** The conversation as a request. `toolForm`: the format of the tool declarations. */
export function chatRequest(
  conversation: Conversation,
  notes: Notes,
  toolForm: JsonForm = 'openai',
  style: RequestStyle = { severalThoughts: false },
): ChatRequest {
  headerKeys(conversation, notes);
  const { messages, declared } = apart(conversation.messages, notes);
  const identifiedMessages = identified(
    { ...conversation, messages: withoutMarkers(extractThoughts(messages, notes), notes) },
    notes,
  );
  const calls = callsOfReplies(identifiedMessages, conversation.withoutIds);
  const functions = functionNames([...declared.tools, ...(conversation.declared?.tools ?? [])]);
  const list = speeches(identifiedMessages).flatMap((one) =>
    one.kind === 'speech'
      ? speech(one, { functions, ...style }, notes)
      : other(one.said, { call: calls.get(one.said), functions }, notes),
  );
  return {
    messages: list as unknown as ChatMessage[],
    ...declarations(declared, conversation.declared, toolForm, notes),
  };
}

/**
 * Returns the tools and the format that a request declares next to its messages. A list that is already in OpenAI's format is
 * written unchanged.
 */
function declarations({ tools, formats }: Declared, beside: Declared | undefined, form: JsonForm, notes: Notes): Json {
  const { raw } = beside ?? {};
  const isOpenAi = (form === 'openai' && raw?.nodes.every((item) => memberOf(item, 'function'))) || false;
  const others = toolList([...tools, ...(isOpenAi ? [] : (beside?.tools ?? []))], form);
  noteToolLosses(others.losses, notes);
  const rawTools = raw && isOpenAi ? raw.nodes.map((node) => spelled(node, raw.text)) : [];
  const list = [...rawTools, ...others.value];
  const [format, ...more] = [...(beside?.formats ?? []), ...formats];
  for (const { name } of more)
    notes.lose(nowhere, `The response format \`${name}\` is dropped: a request can have only one.`);
  return { ...(list.length > 0 && { tools: list }), ...(format && { response_format: chatFormat(format) }) };
}

const nowhere = { start: 0, end: 0 };

/** The source position of a field in a written message. */
interface SaidAt {
  readonly member: 'content' | 'reasoning_content' | 'tool_calls';
  readonly place: Span;
}

const sourcesByMessage = new WeakMap<object, readonly (readonly [SaidAt['member'], ConversationMessage])[]>();

/** The parts of a written message, each with its field; an empty list if the object is not a written message. */
export const saidIn = (message: object): readonly (readonly [SaidAt['member'], ConversationMessage])[] =>
  sourcesByMessage.get(message) ?? [];

/** The source positions of the parts of a written message, with one for each call; an empty list for any other value. */
export function sourcesOf(message: unknown): SaidAt[] {
  const sources = typeof message === 'object' && message !== null ? sourcesByMessage.get(message) : undefined;
  return (sources ?? []).map(([member, { pieces, places }]) => {
    const body = places.body(0, textOfPieces(pieces).length);
    return { member, place: body.end > body.start ? body : places.whole };
  });
}

/** The call that a message answers, if any, and the names of declared functions. */
interface Answered {
  readonly call: ConversationMessage | undefined;
  readonly functions: ReadonlySet<string>;
}

/** Writes a message that is not from the assistant. A reply is read back with the name of the function in its call. */
function other(source: ConversationMessage, { call, functions }: Answered, notes: Notes): readonly Json[] {
  if (noteEnd(source, notes)) return [];
  const { role, attributes } = source;
  const [id, name] = [attributes.get('call_id'), attributes.get('name')];
  const reply = isReply(source);
  const { to, channel = callChannel } = call ? callReadBack(call, functions) : {};
  const isNamed = name === undefined || name === to;
  const keptAttributes = reply ? ['call_id', ...(isNamed ? ['name'] : []), ...impliedInReply(source)] : ['name'];
  noteDropped(source, { attributes: keptAttributes, channel: reply ? channel : undefined }, form, notes);
  noteReadAsParts(source, notes);
  const message = {
    role,
    ...(reply ? { tool_call_id: id } : name !== undefined && { name }),
    content: contentOf(source, notes),
  };
  sourcesByMessage.set(message, [['content', source]]);
  return [message];
}

interface SpeechStyle extends RequestStyle {
  readonly functions: ReadonlySet<string>;
}

function speech(originalSpeech: Speech, { functions, severalThoughts }: SpeechStyle, notes: Notes): readonly Json[] {
  const { thoughts: all, answer, calls } = withoutEmpty(originalSpeech, form, notes);
  const thoughts = all
    .map((one) => asText(one, notes))
    .filter((one) => one.pieces.length > 0 || noteMissing(one, 'An empty thought', form, notes));
  if (thoughts.length === 0 && answer === undefined && calls.length === 0) return [];
  for (const [i, one] of thoughts.entries()) {
    if (i > 0 && !severalThoughts)
      notes.losePart(
        one,
        'joined',
        'This thought is joined with the preceding one: a message has only one `reasoning_content`.',
      );
    noteDropped(one, { attributes: [], channel: thoughtChannel }, form, notes);
  }
  if (answer) {
    const asPreamble = calls.length > 0;
    const keptAttributes = asPreamble ? ['name', 'intent'] : ['name'];
    noteDropped(answer, { attributes: keptAttributes, channel: asPreamble ? callChannel : answerChannel }, form, notes);
    noteReadAsParts(answer, notes);
  }
  const speechMessages = [...thoughts, ...(answer ? [answer] : []), ...calls];
  noteReturn(speechMessages, notes);
  noteOpen(speechMessages, notes);
  const name = answer?.attributes.get('name');
  const message = {
    role: modelRole,
    ...(name !== undefined && { name }),
    ...(thoughts.length > 0 && {
      reasoning_content: thoughts.map(({ pieces }) => textOfPieces(pieces)).join('\n\n'),
    }),
    ...(answer || calls.length === 0 ? { content: answer ? contentOf(answer, notes) : '' } : { content: null }),
    ...(calls.length > 0 && { tool_calls: calls.map((call) => callOf(asText(call, notes), functions, notes)) }),
  };
  sourcesByMessage.set(message, [
    ...thoughts.map((one) => ['reasoning_content', one] as const),
    ...(answer ? [['content', answer] as const] : []),
    ...calls.map((one) => ['tool_calls', one] as const),
  ]);
  return [message];
}

const prefix = `${functionsNamespace}.`;

function callOf(call: ConversationMessage, functions: ReadonlySet<string>, notes: Notes): Json {
  const tool = calledTool(call) as string;
  const isFunction = tool.startsWith(prefix);
  const back = callReadBack(call, functions);
  if (back.to !== tool) notes.losePart(call, 'to', isFunction ? becomesBuiltin(tool, back.to) : becomesFunction(tool));
  if (parseJson(textOfPieces(call.pieces)).error !== undefined)
    notes.warn(
      call,
      'body',
      'conversion-loss',
      'These arguments are not JSON, which chat APIs require. They are written unchanged, and checks will report them.',
    );
  noteDropped(call, { ...back, attributes: ['to', 'call_id'] }, form, notes);
  const name = isFunction ? tool.slice(prefix.length) : tool;
  if (!isToolName(name))
    notes.warn(
      call,
      'body',
      'conversion-loss',
      'The name of this call is not a valid tool name: the call is not in the form of the dialect, and was misread. Choose the chat template of the model as the dialect.',
    );
  return {
    id: call.attributes.get('call_id'),
    type: 'function',
    function: { name, arguments: textOfPieces(call.pieces) },
  };
}

const becomesFunction = (tool: string) =>
  `\`${tool}\` becomes a function with that name: chat APIs have no other kind of tool.`;
const becomesBuiltin = (tool: string, name: string) =>
  `\`${tool}\` is read back as the built-in tool \`${name}\`, since no function of that name is declared.`;

const contentOf = ({ parts, pieces }: ConversationMessage, notes: Notes): unknown =>
  parts ? chatParts(parts, notes) : textOfPieces(pieces);
