import { modelRole, type ProfileFact, roles, tags, userRole } from '../../grammar/index.ts';
import { replyRoles } from '../../grammar/messages.ts';
import { listOf, roleOf } from '../../model/json/list.ts';
import type { LooseText } from '../../model/json/shapes/conversation.ts';
import { areCallsText, callsOf } from '../../model/json/tool-calls.ts';
import { type JsonNode, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { emptyInTraining, rule as inText } from '../message-empty.ts';
import { valueSpan } from '../support/json-scope.ts';
import { factsOf, type JsonRule } from '../support/rule.ts';

/**
 * An empty content, if the API rejects it, or a model would learn it. This is not the rule for text, which asks
 * whether a body is empty: this one asks what a profile makes of `null`, `""`, an empty list or an empty part, and a row
 * with an empty `text` has no message at all.
 */
export const rule: JsonRule = {
  ...factsOf(inText),
  json: {
    dialects: ['messages'],
    silentOnPlainValues: true,
    check({ reading, text, profile, training }, report) {
      const { conversations, texts = [], unsaid = [], rowOf } = listOf(reading);
      // Of an answer that is rejected, a model learns not to say it.
      const rejected = new Set(unsaid);
      const told = new Set<JsonNode>();
      const tell = (node: JsonNode, says: string) => {
        if (!told.has(node)) report(valueSpan(text, node), says);
        told.add(node);
      };
      for (const messages of conversations) {
        for (const [index, message] of messages.entries()) {
          const content = memberOf(message, 'content')?.value;
          if (content === undefined || speaksOtherwise(message)) continue;
          for (const [node, says] of emptyIn(message, content, profile, index === messages.length - 1))
            tell(node, says);
          const role = roleOf(message)?.value;
          if (!training || !trained.has(role) || rejected.has(message)) continue;
          if (isEmpty(content)) tell(content, emptyInTraining(role, 'row'));
          else if (role === modelRole && isThought(content)) tell(content, thoughtInTraining);
        }
      }
      if (!training) return;
      const row = ({ node }: LooseText) => rowOf?.get(node) ?? reading.root;
      // A question has several texts where a task and what it is about are two members: one of them suffices.
      const asksAsWell = (one: LooseText, other: LooseText | undefined) =>
        other !== undefined &&
        !isEmpty(other.node) &&
        [one, other].every(({ role }) => role === userRole) &&
        one.order === other.order &&
        row(one) === row(other);
      for (const [i, one] of texts.entries()) {
        const { node, unsaid, answer, byModel = false } = one;
        if (unsaid || !isEmpty(node) || asksAsWell(one, texts[i - 1]) || asksAsWell(one, texts[i + 1])) continue;
        tell(node, emptyInTraining(answer || byModel ? modelRole : userRole, 'row'));
      }
    },
  },
};

const thoughtInTraining =
  'This answer is only a thought, and a model that is trained on it learns to think and say nothing. Write the answer after the thought, or remove the row.';
const trained = new Set<string | undefined>(roles.flatMap(({ name, replies }) => (replies ? [] : [name])));

function emptyIn(
  message: JsonNode,
  content: JsonNode,
  { notEmpty }: ProfileFact,
  isLast: boolean,
): readonly [node: JsonNode, says: string][] {
  const role = roleOf(message)?.value;
  if (notEmpty === 'null without calls') {
    return role === modelRole && content.kind === 'null'
      ? [
          [
            content,
            'Chat APIs only accept an answer without content if it calls tools, and this one calls none. Write the answer.',
          ],
        ]
      : [];
  }
  if (notEmpty === 'nothing' || replyRoles.has(role) || (role === modelRole && isLast)) return [];
  const says =
    'Anthropic rejects messages without content, except for a last one of the assistant. Write the content, or remove the message.';
  if (isEmpty(content)) return [[content, says]];
  const parts = content.kind === 'array' ? content.items : [];
  return parts.flatMap((part): [JsonNode, string][] => {
    const said = textOf(part, 'type') === 'text' ? memberOf(part, 'text')?.value : undefined;
    return said && isEmpty(said) ? [[said, says]] : [];
  });
}

const isEmpty = (node: JsonNode) =>
  node.kind === 'null' ||
  (node.kind === 'string' && !/\S/.test(node.value)) ||
  (node.kind === 'array' && node.items.length === 0);

const thoughts = tags
  .filter(({ name }) => name === 'think')
  .flatMap(({ name, aliases }) => [{ open: `<${name}>`, close: `</${name}>` }, ...aliases]);

function isThought(node: JsonNode): boolean {
  const text = node.kind === 'string' ? node.value.trim() : '';
  return thoughts.some(
    ({ open, close }) => text.startsWith(open) && text.indexOf(close) === text.length - close.length,
  );
}

/** Members that say something in place of the content. */
const others = ['refusal', 'audio'];

function speaksOtherwise(message: JsonNode): boolean {
  return (
    callsOf(message).length > 0 ||
    areCallsText(message) ||
    others.some((key) => (memberOf(message, key)?.value?.kind ?? 'null') !== 'null')
  );
}
