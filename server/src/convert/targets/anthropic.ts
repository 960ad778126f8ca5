/** Writes requests for Anthropic's Messages API: instructions in `system`, and turns that consist of blocks. */
import { developerRole, modelRole, systemRole, toolRole, userRole } from '../../grammar/index.ts';
import { append } from '../../syntax/lists.ts';
import { type ConversationMessage, isReply, textOfPieces } from '../conversation.ts';
import { apart, noteUndeclared } from '../declared.ts';
import { type Notes, usualCodes } from '../notes.ts';
import { joinedTurns, systemFirst } from './anthropic-turns.ts';
import { argumentsObject } from './arguments-object.ts';
import { type ChatMessage, chatRequest, saidIn } from './messages.ts';
import type { Target } from './target.ts';

const form = "a request to Anthropic's Messages API";

type Block = Readonly<Record<string, unknown>>;
interface Turn {
  readonly role: string;
  readonly content: string | readonly Block[];
}

export const anthropic: Target = {
  name: form,
  codes: usualCodes,
  form: 'json',
  write(conversation, notes) {
    const { messages: remainingMessages, declared: inText } = apart(conversation.messages, notes);
    const tools = [...inText.tools, ...(conversation.declared?.tools ?? [])];
    const formats = [...inText.formats, ...(conversation.declared?.formats ?? [])];
    noteUndeclared({ tools: [], formats, raw: conversation.declared?.raw }, form, notes);
    const unnamed = remainingMessages.map((one) => withoutName(one, notes));
    for (const one of unnamed) refuseRole(one, notes);
    const messages = joinedTurns(systemFirst(unnamed, notes), notes);
    const request = chatRequest({ ...conversation, messages, declared: { tools, formats: [] } }, notes, 'anthropic', {
      severalThoughts: true,
    });
    const [first, ...rest] = request.messages;
    const system = first?.role === systemRole ? first.content : undefined;
    return {
      value: {
        ...(system !== undefined && { system }),
        messages: turnsOf(system === undefined ? request.messages : rest, notes),
        ...(request.tools && { tools: request.tools }),
      },
    };
  },
};

function withoutName(one: ConversationMessage, notes: Notes): ConversationMessage {
  const name = one.attributes.get('name');
  if (name === undefined || isReply(one)) return one;
  notes.losePart(one, 'name', `\`name=${name}\` is dropped: ${form} cannot express it.`);
  return { ...one, attributes: new Map([...one.attributes].filter(([key]) => key !== 'name')) };
}

const roles = new Set<string | undefined>([systemRole, userRole, modelRole, toolRole]);

function refuseRole(message: ConversationMessage, notes: Notes): void {
  if (roles.has(message.role) || message.role === developerRole) return;
  notes.refusePart(message, {
    part: 'role',
    start: 0,
    end: 0,
    reason: `cannot be written, because ${form} has no role like this one`,
  });
}

/** The turns of the conversation. A user's turn begins with all tool results, followed by the user's text. */
function turnsOf(list: readonly ChatMessage[], notes: Notes): readonly Turn[] {
  const turns: Turn[] = [];
  let results: Block[] | undefined;
  for (const message of list) {
    const { role, content } = message;
    if (role === toolRole) {
      if (results === undefined) {
        results = [];
        turns.push({ role: userRole, content: results });
      }
      results.push({
        type: 'tool_result',
        tool_use_id: message.tool_call_id,
        content: blocksOrText(content, message, notes),
      });
    } else if (role === modelRole) {
      results = undefined;
      turns.push({ role, content: assistantContentOf(message, notes) });
    } else {
      const textOrBlocks = blocksOrText(content, message, notes);
      // Empty text next to a result would not be read back as a message.
      if (results && textOrBlocks.length > 0)
        append(results, typeof textOrBlocks === 'string' ? [{ type: 'text', text: textOrBlocks }] : textOrBlocks);
      else turns.push({ role, content: textOrBlocks });
      results = undefined;
    }
  }
  return turns;
}

/** The content of the assistant's turn. Text without thoughts and calls is written as a string. */
function assistantContentOf(message: ChatMessage, notes: Notes): string | readonly Block[] {
  const { content, tool_calls: calls = [] } = message;
  const sources = saidIn(message);
  const thoughts = sources.flatMap(([member, source]) => (member === 'reasoning_content' ? [source] : []));
  const called = sources.flatMap(([member, source]) => (member === 'tool_calls' ? [source] : []));
  for (const thought of thoughts) notes.warn(thought, 'body', 'conversion-loss', unsigned);
  const textOrBlocks = blocksOrText(content ?? '', message, notes);
  if (thoughts.length === 0 && calls.length === 0) return textOrBlocks;
  const texts =
    typeof textOrBlocks !== 'string' ? textOrBlocks : textOrBlocks === '' ? [] : [{ type: 'text', text: textOrBlocks }];
  return [
    ...thoughts.map(({ pieces }) => ({ type: 'thinking', thinking: textOfPieces(pieces) })),
    ...texts,
    ...calls.map(({ id, function: { name, arguments: argumentsText } }, i) => ({
      type: 'tool_use',
      id,
      name,
      input: inputOf(argumentsText, called[i], notes),
    })),
  ];
}

const unsigned =
  'This thought is written without a `signature`, which only the API can create. The API rejects a request with such a thought, so remove the thought before you send the request.';

/** The arguments of a call as an object, with their original spelling. */
function inputOf(argumentsText: string, message: ConversationMessage | undefined, notes: Notes): unknown {
  const input = argumentsObject(argumentsText, message, notes);
  if (input === undefined && message)
    notes.refusePart(message, {
      part: 'body',
      start: 0,
      end: argumentsText.length,
      reason: `is not a JSON object, as required for the \`input\` of a call in ${form}`,
    });
  return input ?? {};
}

function blocksOrText(content: unknown, message: ChatMessage, notes: Notes): string | readonly Block[] {
  if (!Array.isArray(content)) return typeof content === 'string' ? content : '';
  const at = saidIn(message).find(([member]) => member === 'content')?.[1];
  return content.map((part) => imageBlock(part as Block, at, notes));
}

/** Converts an image from the format of chat completions to Anthropic's; any other block stays unchanged. */
function imageBlock(part: Block, message: ConversationMessage | undefined, notes: Notes): Block {
  const image = part?.type === 'image_url' ? (part.image_url as Block | undefined) : undefined;
  if (typeof image?.url !== 'string' || Object.keys(part).length > 2) return part;
  const { url, ...more } = image;
  if (message && Object.keys(more).length > 0)
    notes.lose(message.places.of('body'), `The \`detail\` of an image is dropped: ${form} cannot express it.`);
  const data = /^data:([^;,]+);base64,/.exec(url);
  const source = data ? { type: 'base64', media_type: data[1], data: url.slice(data[0].length) } : { type: 'url', url };
  return { type: 'image', source };
}
