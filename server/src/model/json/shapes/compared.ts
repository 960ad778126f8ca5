/** Reads two answers to the same question, or two conversations, in fields whose names do not show which one is preferred. */
import { modelRole, userRole } from '../../../grammar/index.ts';
import { choiceMembers, comparedAnswers, comparedConversations, comparedPrompts } from '../../../grammar/json-saved.ts';
import { type JsonMember, type JsonNode, type JsonString, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import {
  besides,
  type ConversationShape,
  type Conversations,
  firstOf,
  hasMessageList,
  isArray,
  speakerOf,
  valueOf,
} from './conversation.ts';
import { elements } from './elements.ts';

const nothing: Conversations = { list: undefined, messages: [], misshapen: [], conversations: [] };

const speaks = (node: JsonNode) => textOf(node, 'role') !== undefined;
const isPrompt = (node: JsonNode | undefined) => node?.kind === 'string' || firstOf(node).some(speaks);

const answersIn = (root: JsonNode) =>
  comparedAnswers.find((pair) => pair.every((key) => textOf(root, key) !== undefined));
const promptIn = (root: JsonNode) => comparedPrompts.map((key) => valueOf(root, key)).find(isPrompt);

/** A question with two answers. The first one is shown as the answer. */
export const comparisons: ConversationShape = {
  name: 'prompt-completion',
  matches: (root) => answersIn(root) !== undefined && promptIn(root) !== undefined && !hasMessageList(root),
  read(root) {
    const [first, second] = (answersIn(root) as (typeof comparedAnswers)[number]).map((key) => memberOf(root, key));
    const prompt = promptIn(root) as JsonNode;
    const other = { node: second?.value as JsonString, answer: true, unsaid: true };
    if (prompt.kind === 'string') {
      const texts = [
        { node: prompt, answer: false, ...speakerOf(root, prompt) },
        { node: first?.value as JsonString, answer: true },
      ];
      return { ...nothing, texts: [...texts, other] };
    }
    const conversations = elements(prompt);
    const nodes = [...conversations.messages, ...besides(first as JsonMember, modelRole)];
    const messages = [...nodes].sort((a, b) => a.start - b.start);
    return { ...conversations, list: undefined, messages, conversations: [nodes], texts: [other] };
  },
};

const conversationsIn = (root: JsonNode) =>
  comparedConversations.find((pair) =>
    pair.every((key) => isArray(valueOf(root, key)) && firstOf(valueOf(root, key)).some(speaks)),
  );

/** Two whole conversations. The first one is displayed. */
export const comparedSessions: ConversationShape = {
  name: 'messages',
  matches: (root) => conversationsIn(root) !== undefined,
  read(root) {
    const both = (conversationsIn(root) as readonly string[]).map((key) => elements(valueOf(root, key) as JsonNode));
    return {
      list: undefined,
      messages: both.flatMap(({ messages }) => messages),
      misshapen: both.flatMap(({ misshapen }) => misshapen),
      conversations: both.map(({ messages }) => messages),
    };
  },
};

/** A test question. Its answer is the number or the letter of a choice, and not a message. */
export const choiceQuestions: ConversationShape = {
  name: 'prompt-completion',
  matches: (root) =>
    textOf(root, 'question') !== undefined &&
    !hasMessageList(root) &&
    choiceMembers.some((key) => memberOf(root, key)) &&
    textOf(root, 'answer') === undefined,
  read: (root) => ({
    ...nothing,
    texts: [{ node: valueOf(root, 'question') as JsonString, answer: false, role: userRole }],
  }),
};
