/** Prompts with an answer, or with two of which one is preferred. Each is a text, a message or a list of messages. */
import { type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { type ConversationShape, type Conversations, elements, firstOf, valueOf } from './conversation.ts';

export const preference: ConversationShape = {
  name: 'preference',
  matches: (root) => memberOf(root, 'chosen') !== undefined && memberOf(root, 'rejected') !== undefined,
  read(root) {
    const prompt = valueOf(root, 'prompt');
    const [asked, chosen, rejected] = [
      partOf(prompt, false),
      // Without a prompt, an answer holds that as well.
      partOf(valueOf(root, 'chosen'), prompt !== undefined),
      partOf(valueOf(root, 'rejected'), false),
    ];
    return {
      ...together([asked, chosen, rejected]),
      conversations: [chosen, rejected].map(({ messages }) => [...asked.messages, ...messages]),
      unsaid: rejected.messages,
    };
  },
};

export const promptCompletion: ConversationShape = {
  name: 'prompt-completion',
  matches: (root) =>
    memberOf(root, 'prompt') !== undefined &&
    (memberOf(root, 'completion') !== undefined ||
      firstOf(valueOf(root, 'prompt')).some((node) => memberOf(node, 'role'))),
  read(root) {
    const [asked, answered] = [partOf(valueOf(root, 'prompt'), false), partOf(valueOf(root, 'completion'), true)];
    const parts = [asked, answered];
    // A prompt that answers itself may be the end of a row whose rejected answer this was.
    const isAnswer = valueOf(root, 'completion') === undefined && textOf(asked.messages.at(-1), 'role') !== 'user';
    return {
      ...together(parts),
      conversations: [parts.flatMap(({ messages }) => messages)],
      ...(isAnswer && { unsaid: asked.messages }),
    };
  },
};

function partOf(node: JsonNode | undefined, answer: boolean): Conversations {
  if (node === undefined) return { list: undefined, messages: [], misshapen: [], conversations: [] };
  if (node.kind === 'array') return elements(node);
  const nothing = { list: undefined, messages: [], misshapen: [], conversations: [] };
  if (node.kind === 'object') return { ...nothing, messages: [node] };
  return node.kind === 'string' ? { ...nothing, texts: [{ node, answer }] } : { ...nothing, misshapen: [node] };
}

function together(parts: readonly Conversations[]): Conversations {
  const byStart = (a: JsonNode, b: JsonNode) => a.start - b.start;
  return {
    list: undefined,
    messages: parts.flatMap(({ messages }) => messages).sort(byStart),
    misshapen: parts.flatMap(({ misshapen }) => misshapen).sort(byStart),
    texts: parts.flatMap(({ texts = [] }) => texts),
    conversations: [],
  };
}
