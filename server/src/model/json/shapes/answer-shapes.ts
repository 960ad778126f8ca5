/**
 * Reads prompts with an answer, or with two answers of which one is preferred. Each of them is a string, a message or a list of
 * messages.
 */
import {
  historyMember,
  listMembers,
  modelRole,
  pairForms,
  promptForms,
  systemRole,
  userRole,
} from '../../../grammar/index.ts';
import { dialogueMembers, numericAnswers, pairPrompts, systemMembers, turnForms } from '../../../grammar/json-rows.ts';
import { type JsonMember, type JsonNode, type JsonString, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import {
  besides,
  type ConversationShape,
  type Conversations,
  firstOf,
  hasMessageList,
  isArray,
  isGiven,
  speakerOf,
  stringAt,
  valueOf,
  withBesides,
} from './conversation.ts';
import { dialogueTurnsOf, pairTurnsOf, turnsOf } from './dialogue-text.ts';
import { elements } from './elements.ts';
import { isShareGpt, shareGptMessage, shareGptWords } from './share-gpt.ts';

const pairIn = (root: JsonNode) =>
  pairForms.find(({ chosen, rejected }) => {
    if (!isGiven(root, chosen) && !isGiven(root, rejected)) return false;
    const liked = memberOf(root, chosen);
    return liked !== undefined && (memberOf(root, rejected) !== undefined || isAnswered(root, liked.value));
  });

/**
 * Whether a preferred answer can be recognized without a rejected answer. This requires a prompt in the row, or an answer that is a
 * conversation.
 */
function isAnswered(root: JsonNode, liked: JsonNode | undefined): boolean {
  if (liked?.kind === 'string') return textPrompt(root) !== undefined || pairTurnsOf(liked.value) !== undefined;
  return firstOf(liked).some((node) => memberOf(node, 'role') ?? isShareGpt(node));
}

const textPrompt = (root: JsonNode) =>
  pairPrompts.map((key) => valueOf(root, key)).find((prompt) => prompt?.kind === 'string');

/** The texts before and after a prompt that is a string: earlier turns, and the input of an instruction. */
function aroundPrompt(root: JsonNode, prompt: JsonNode | undefined) {
  const key = pairPrompts.find((name) => prompt?.kind === 'string' && valueOf(root, name) === prompt);
  if (key === undefined) return { before: [], after: [] };
  const beside = promptForms.find(({ asks }) => asks === key)?.beside ?? [];
  return {
    before: [pairsOf(valueOf(root, historyMember), root.start)],
    after: beside.filter((name) => !systemMembers.includes(name)).map((name) => textPart(root, name)),
  };
}

export const preference: ConversationShape = {
  name: 'preference',
  matches: (root) => pairIn(root) !== undefined,
  read(root) {
    const { form, prompt, chosen, rejected } = pairOf(root) as Pair;
    const promptPart = partOf(prompt, false, speakerOf(root, prompt).role);
    const { before, after } = aroundPrompt(root, prompt);
    const system = systemMembers.map((key) => textPart(root, key));
    return {
      ...together([...system, ...before, promptPart, ...after, chosen, rejected]),
      conversations: (memberOf(root, form.rejected) ? [chosen, rejected] : [chosen]).map(({ messages }) => [
        ...promptPart.messages,
        ...messages,
      ]),
      unsaid: rejected.messages,
    };
  },
};

interface Pair {
  readonly form: (typeof pairForms)[number];
  /** The separate prompt; undefined if the answers contain the prompt, or if there is none. */
  readonly prompt: JsonNode | undefined;
  readonly chosen: Conversations;
  readonly rejected: Conversations;
}

/** Returns the answers of a preference row; undefined if the row is not one. */
export function pairOf(root: JsonNode): Pair | undefined {
  const form = pairIn(root);
  if (form === undefined) return undefined;
  const liked = valueOf(root, form.chosen);
  const prompt = promptOf(root, liked);
  const rejected = pairPart(valueOf(root, form.rejected), false);
  return {
    form,
    prompt,
    // If there is no separate prompt, each answer contains the prompt.
    chosen: pairPart(liked, prompt !== undefined),
    rejected: { ...rejected, texts: rejected.texts?.map((text) => ({ ...text, unsaid: true })) ?? [] },
  };
}

/** Returns the answers of a row for training that are lists of messages. */
export const answersIn = (row: JsonNode): readonly Conversations[] =>
  [...pairForms.map(({ chosen }) => chosen), 'completion'].flatMap((key) => {
    const answer = valueOf(row, key);
    return answer?.kind === 'array' ? [partOf(answer, true)] : [];
  });

/**
 * The prompt of a pair: its `prompt`, the messages in its `input`, or the conversation next to the answers. The answers may
 * repeat that conversation.
 */
function promptOf(root: JsonNode, chosen: JsonNode | undefined): JsonNode | undefined {
  const input = valueOf(root, 'input');
  const prompt = valueOf(root, 'prompt') ?? valueOf(input, 'messages') ?? (isArray(input) ? input : undefined);
  // The answers already contain the messages of the prompt. In UltraFeedback, for example, the string only repeats the question.
  if (prompt?.kind === 'string' && firstOf(chosen).some(asks)) return undefined;
  if (prompt || (chosen?.kind === 'array' && chosen.items.length > 1)) return prompt;
  if (chosen?.kind === 'string' && pairTurnsOf(chosen.value) === undefined) {
    const text = textPrompt(root);
    if (text) return text;
  }
  return listMembers.map((key) => valueOf(root, key)).find(isArray);
}

const asks = (node: JsonNode) => textOf(chatMessage(node), 'role') === userRole;

export const promptCompletion: ConversationShape = {
  name: 'prompt-completion',
  matches: (root) =>
    memberOf(root, 'prompt') !== undefined &&
    ((memberOf(root, 'completion') !== undefined && (isGiven(root, 'prompt') || isGiven(root, 'completion'))) ||
      firstOf(valueOf(root, 'prompt')).some((node) => memberOf(node, 'role'))),
  read(root) {
    const promptPart = partOf(valueOf(root, 'prompt'), false);
    const answerPart = partOf(valueOf(root, 'completion'), true);
    const parts = [promptPart, answerPart];
    // If a prompt ends with an answer, the row may have been made from a preference row in which this answer was rejected.
    const isAnswer =
      valueOf(root, 'completion') === undefined && textOf(promptPart.messages.at(-1), 'role') !== userRole;
    return {
      ...together(parts),
      conversations: [parts.flatMap(({ messages }) => messages)],
      ...(isAnswer && { unsaid: promptPart.messages }),
    };
  },
};

/** The form of a row with a question and an answer. Undefined if the row also has a conversation with more messages, as in NuminaMath. */
const formIn = (root: JsonNode) =>
  hasMessageList(root)
    ? undefined
    : promptForms.find(({ asks, answers }) => {
        const answer = valueOf(root, answers);
        return textOf(root, asks) !== undefined && answer && answer.kind !== 'object' && answer.kind !== 'array';
      });

/** The turns in a list of pairs, or in a list of alternating texts; none if the list has any other element. */
function pairsOf(list: JsonNode | undefined, order: number): Conversations {
  const pairs = list?.kind === 'array' ? list.items : [];
  const isFlat = pairs.length % 2 === 0 && pairs.every(({ kind }) => kind === 'string');
  const texts = isFlat ? pairs : pairs.flatMap((pair) => (pair.kind === 'array' ? pair.items : []));
  const isPairs = isFlat || pairs.every((pair) => pair.kind === 'array' && pair.items.length === 2);
  const looseTexts = texts.flatMap((node, i) =>
    node.kind === 'string'
      ? [{ node, order, ...(i % 2 === 1 ? { answer: true } : { answer: false, role: userRole }) }]
      : [],
  );
  return isPairs && looseTexts.length === texts.length ? { ...nothing, texts: looseTexts } : nothing;
}

/** Rows of strings under other keys, such as `instruction`, `input` and `output` in Alpaca. */
export const instructions: ConversationShape = {
  name: 'prompt-completion',
  matches: (root) => formIn(root) !== undefined,
  read(root) {
    const { asks, beside, answers, calls } = formIn(root) as (typeof promptForms)[number];
    const earlier = valueOf(root, historyMember);
    if (!calls && firstOf(earlier).some((node) => memberOf(chatMessage(node), 'role')))
      return afterMessages(root, earlier as JsonNode, asks, answers);
    const isSaid = (key: string) => (textOf(root, key) ?? '') !== '';
    return together([
      pairsOf(valueOf(root, historyMember), root.start),
      ...[asks, ...beside.filter(isSaid)].map((key) => questionPart(root, key)),
      partOf(numericAnswers.includes(answers) ? asText(valueOf(root, answers)) : valueOf(root, answers), !calls),
    ]);
  },
};

/** Converts a number to a string. Other values are unchanged. */
const asText = (node: JsonNode | undefined): JsonNode | undefined =>
  node?.kind === 'number' ? stringAt(node, String(node.value)) : node;

/** The conversation of a row of `instructions` in which the earlier turns are messages. */
function afterMessages(root: JsonNode, earlier: JsonNode, asks: string, answers: string): Conversations {
  const conversations = partOf(earlier, false);
  const messagesOf = (key: string, role: string) => {
    const member = memberOf(root, key);
    return member && textOf(root, key) !== '' ? besides(member, role) : [];
  };
  const before = systemMembers.flatMap((key) => messagesOf(key, systemRole));
  const turn = [...messagesOf(asks, userRole), ...messagesOf(answers, modelRole)];
  const messages = [...before, ...conversations.messages, ...turn];
  return { ...conversations, list: undefined, messages: [...messages].sort(byStart), conversations: [messages] };
}

/** A list of messages, and the answer as a string next to it. */
export const messagesAndAnswer: ConversationShape = {
  name: 'prompt-completion',
  matches: (root) =>
    !hasMessageList(root) &&
    textOf(root, 'output') !== undefined &&
    textOf(root, 'instructions') === undefined &&
    firstOf(valueOf(root, 'input')).some((node) => textOf(node, 'role') !== undefined),
  read(root) {
    const conversations = partOf(valueOf(root, 'input'), false);
    const messages = [...conversations.messages, ...besides(memberOf(root, 'output') as JsonMember, modelRole)];
    return { ...conversations, list: undefined, messages: [...messages].sort(byStart), conversations: [messages] };
  },
};

/** A question without an answer, for which answers are to be sampled, in a row without other known fields. */
export const promptOnly: ConversationShape = {
  name: 'prompt-completion',
  matches: (root) => textOf(root, 'prompt') !== undefined && !hasMessageList(root),
  read: (root) => together(['system', 'prompt'].map((key) => questionPart(root, key))),
};

/** A row in which a string is the whole conversation. */
export const dialogueText: ConversationShape = {
  name: 'prompt-completion',
  matches: (root) => dialogueIn(root) !== undefined,
  read(root) {
    const system = textPart(root, 'system');
    const node = dialogueIn(root) as JsonString;
    return together([system, { ...nothing, texts: [{ node, answer: false, turns: dialogueTurnsOf(node.value) }] }]);
  },
};

const dialogueIn = (root: JsonNode): JsonNode | undefined =>
  root.kind === 'object' && !hasMessageList(root)
    ? dialogueMembers
        .map((key) => valueOf(root, key))
        .find((node) => node?.kind === 'string' && dialogueTurnsOf(node.value) !== undefined)
    : undefined;

const turnsIn = (root: JsonNode) => [valueOf(root, 'conversation'), valueOf(root, 'conversations')].find(isArray);
const turnForm = (node: JsonNode) => turnForms.find((form) => form.every(([key], i) => i === 0 || memberOf(node, key)));

/** A conversation of pairs. Each pair has a text by the user and one by the model. */
export const turnPairs: ConversationShape = {
  name: 'prompt-completion',
  matches: (root) => firstOf(turnsIn(root)).some(turnForm),
  read(root) {
    const turns = turnsIn(root);
    const items = turns?.kind === 'array' ? turns.items : [];
    const misshapen = items.filter((item) => turnForm(item) === undefined);
    // Plain text to train on is written as a single answer to an empty question (XTuner).
    const maySayNothing = (role: string) => role === systemRole || (role === userRole && items.length === 1);
    const messages = items.flatMap((item) =>
      (turnForm(item) ?? []).flatMap(([key, role]) => {
        const member = memberOf(item, key);
        if (member?.value?.kind === 'string')
          return member.value.value === '' && maySayNothing(role) ? [] : besides(member, role);
        if (member?.value && member.value.kind !== 'null') misshapen.push(member.value);
        return [];
      }),
    );
    const read = {
      ...nothing,
      list: turns,
      messages: [...messages].sort(byStart),
      misshapen,
      conversations: [messages],
    };
    // Some data sets have instructions next to the turns.
    const system = memberOf(root, 'system');
    return system ? withBesides(read, besides(system, systemRole)) : read;
  },
};

const nothing: Conversations = { list: undefined, messages: [], misshapen: [], conversations: [] };

/** Converts a value to a part of the conversation. `role`: the speaker, if the value is a string but not an answer. */
function partOf(node: JsonNode | undefined, answer: boolean, role?: string): Conversations {
  if (node === undefined) return nothing;
  if (node.kind === 'array') return inChatWords(elements(node, chatMessage), node.items);
  if (node.kind === 'object') return inChatWords({ ...nothing, messages: [chatMessage(node)] }, [node]);
  if (node.kind !== 'string') return { ...nothing, misshapen: [node] };
  const turns = answer ? undefined : turnsOf(node.value);
  return { ...nothing, texts: [{ node, answer, ...(turns ? { turns } : role !== undefined && { role }) }] };
}

/**
 * Converts one answer of a pair. If there is no separate prompt, a string may begin with the prompt, and only its end is
 * certainly by the model.
 */
function pairPart(node: JsonNode | undefined, answer: boolean): Conversations {
  if (answer || node?.kind !== 'string') return partOf(node, answer);
  const turns = pairTurnsOf(node.value);
  return { ...nothing, texts: [{ node, answer: false, ...(turns ? { turns } : { byModel: true }) }] };
}

/** A string that is not an answer, with its speaker. */
const questionPart = (root: JsonNode, key: string) =>
  partOf(valueOf(root, key), false, speakerOf(root, memberOf(root, key)?.value).role);

const textPart = (root: JsonNode, key: string) =>
  (textOf(root, key) ?? '') === '' ? nothing : questionPart(root, key);

const chatMessage = (node: JsonNode) => (isShareGpt(node) ? shareGptMessage(node) : node);

const inChatWords = (conversations: Conversations, nodes: readonly JsonNode[]): Conversations =>
  nodes.some(isShareGpt) ? { ...conversations, words: shareGptWords } : conversations;

const byStart = (a: JsonNode, b: JsonNode) => a.start - b.start;

function together(parts: readonly Conversations[]): Conversations {
  const words = parts.find((part) => part.words)?.words;
  return {
    list: undefined,
    messages: parts.flatMap(({ messages }) => messages).sort(byStart),
    misshapen: parts.flatMap(({ misshapen }) => misshapen).sort(byStart),
    texts: parts.flatMap(({ texts = [] }) => texts),
    conversations: [],
    ...(words && { words }),
  };
}
