/** Reads questions with several answers, none of which is marked as preferred, and conversations that are lists of strings. */
import { answerListMember, userRole } from '../../../grammar/index.ts';
import { answerTexts, pairPrompts, textListMembers } from '../../../grammar/json-rows.ts';
import { type JsonNode, type JsonString, memberOf } from '../../../syntax/json/nodes.ts';
import {
  type ConversationShape,
  type Conversations,
  firstOf,
  hasMessageList,
  type LooseText,
  speakerOf,
  valueOf,
} from './conversation.ts';

const nothing: Conversations = { list: undefined, messages: [], misshapen: [], conversations: [] };

const isString = (node: JsonNode | undefined): node is JsonString => node?.kind === 'string';

const questionIn = (root: JsonNode) => pairPrompts.map((key) => valueOf(root, key)).find(isString);

/** The text of an answer, which is an object or a string. */
const answerIn = (item: JsonNode) =>
  isString(item) ? item : answerTexts.map((key) => valueOf(item, key)).find(isString);

/**
 * Whether the elements are the steps of a single answer. Each step has its own label for correctness, whereas whole answers have
 * one label for the row.
 */
function areSteps(root: JsonNode, list: JsonNode | undefined): boolean {
  const labels = valueOf(root, 'labels');
  return (
    list?.kind === 'array' &&
    labels?.kind === 'array' &&
    labels.items.length === list.items.length &&
    labels.items.every(({ kind }) => kind === 'boolean') &&
    list.items.every(isString)
  );
}

/** A question with answers in `completions`, which are from several models, or sampled from one. The first one is shown as the answer. */
export const answerLists: ConversationShape = {
  name: 'prompt-completion',
  matches: (root) =>
    !hasMessageList(root) &&
    questionIn(root) !== undefined &&
    memberOf(root, 'completion') === undefined &&
    firstOf(valueOf(root, answerListMember)).some((item) => answerIn(item) !== undefined),
  read(root) {
    const list = valueOf(root, answerListMember);
    const items = list?.kind === 'array' ? list.items : [];
    const steps = areSteps(root, list);
    const question = questionIn(root) as JsonString;
    const answers = items.flatMap((item, i): LooseText[] => {
      const node = answerIn(item);
      return node ? [{ node, answer: true, ...(i > 0 && !steps && { unsaid: true }) }] : [];
    });
    return {
      ...nothing,
      misshapen: items.filter((item) => answerIn(item) === undefined),
      texts: [{ node: question, answer: false, ...speakerOf(root, question) }, ...answers],
    };
  },
};

/** The list of a conversation, if it consists of at least two strings. */
const textsIn = (root: JsonNode): readonly JsonNode[] | undefined => {
  const list = textListMembers.map((key) => valueOf(root, key)).find((node) => node?.kind === 'array');
  const items = list?.kind === 'array' ? list.items : [];
  return items.length > 1 && items.every(isString) ? items : undefined;
};

/** Strings by the user and the model in turns. */
export const textLists: ConversationShape = {
  name: 'prompt-completion',
  matches: (root) => !hasMessageList(root) && textsIn(root) !== undefined,
  read: (root) => ({
    ...nothing,
    texts: (textsIn(root) ?? []).flatMap((node, i) =>
      isString(node) ? [i % 2 === 1 ? { node, answer: true } : { node, answer: false, role: userRole }] : [],
    ),
  }),
};
