/** Writes requests for the Responses API: instructions, and items for messages, reasoning, calls and function results. */
import { developerRole, modelRole, toolRole } from '../../grammar/index.ts';
import { isReply } from '../conversation.ts';
import { usualCodes } from '../notes.ts';
import { type ChatMessage, chatRequest } from './messages.ts';
import type { Target } from './target.ts';

type Item = Readonly<Record<string, unknown>>;

export const responses: Target = {
  name: 'a request to the Responses API',
  codes: usualCodes,
  form: 'json',
  write(conversation, notes) {
    const messages = conversation.messages.map((one) => {
      const name = one.attributes.get('name');
      if (name === undefined || isReply(one)) return one;
      notes.losePart(one, 'name', `\`name=${name}\` is dropped: a request to the Responses API cannot express it.`);
      return { ...one, attributes: new Map([...one.attributes].filter(([key]) => key !== 'name')) };
    });
    const request = chatRequest({ ...conversation, messages }, notes, 'responses');
    const { messages: list, tools, response_format: format } = request;
    const [first, ...rest] = list;
    const { content } = first ?? {};
    // `instructions` count as the developer's. They would not be read back from a request without further items.
    const isInstructed =
      first?.role === developerRole && typeof content === 'string' && content.trim() !== '' && rest.length > 0;
    const items = (isInstructed ? rest : list).flatMap(itemsOf);
    return {
      value: {
        ...(isInstructed && { instructions: content }),
        input: items,
        ...(tools && { tools }),
        ...(format && { text: { format: { type: format.type, ...format.json_schema } } }),
      },
    };
  },
};

function itemsOf(message: ChatMessage): readonly Item[] {
  const { role, content, reasoning_content: thought, tool_calls: calls = [] } = message;
  if (role === toolRole)
    return [{ type: 'function_call_output', call_id: message.tool_call_id, output: partsOf(content, inputTypes) }];
  const isSilent = content === null || (content === '' && (thought !== undefined || calls.length > 0));
  const types = role === modelRole ? outputTypes : inputTypes;
  return [
    ...(thought === undefined
      ? []
      : [{ type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: thought }] }]),
    ...(isSilent ? [] : [{ type: 'message', role, content: partsOf(content, types) }]),
    ...calls.map(({ id, function: { name, arguments: argumentsText } }) => ({
      type: 'function_call',
      call_id: id,
      name,
      arguments: argumentsText,
    })),
  ];
}

/** The names in this API for parts of chat completions. */
type Types = (part: Item) => Item;
const inputTypes: Types = (part) => {
  if (part.type === 'text') return { ...part, type: 'input_text' };
  const image = part.type === 'image_url' ? (part.image_url as Item | undefined) : undefined;
  if (typeof image?.url !== 'string' || Object.keys(part).length > 2) return part;
  const { url, ...more } = image;
  return { type: 'input_image', image_url: url, ...more };
};
const outputTypes: Types = (part) => (part.type === 'text' ? { ...part, type: 'output_text' } : part);

const partsOf = (content: unknown, types: Types): unknown =>
  Array.isArray(content)
    ? content.map((part) => (typeof part === 'object' && part !== null ? types(part as Item) : part))
    : content;
