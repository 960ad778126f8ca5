import { modelRole, type ProfileFact, systemRole, userRole } from '../../grammar/index.ts';
import { isAside, listOf, roleOf } from '../../model/json/list.ts';
import type { JsonNode } from '../../syntax/json/nodes.ts';
import { quote } from '../../syntax/wording.ts';
import type { JsonRule, Severity } from '../support/rule.ts';

/** Reports an order of roles that the API or trainer of the profile rejects. */
export const rule: JsonRule = {
  code: 'message-order',
  title: 'Rejected order of roles',
  section: 'Language notes, A-145',
  level: 'warning',
  json: {
    dialects: ['messages'],
    silentOnPlainValues: true,
    check({ reading, profile, training }, report) {
      const { conversations, texts = [], words } = listOf(reading);
      // If the prompt is a string, the roles in it are unknown.
      if (texts.length > 0) return;
      const reportedMessages = new Set<JsonNode>();
      for (const messages of conversations) {
        // A single answer is not a conversation.
        if (messages.length === 1 && roleOf(messages[0])?.value === modelRole) continue;
        for (const [message, says, milder] of faultsIn(messages, profile, training, words.roles !== undefined)) {
          const role = roleOf(message);
          if (role === undefined || reportedMessages.has(message)) continue;
          reportedMessages.add(message);
          report(role, says, milder && { milder });
        }
      }
    },
  },
};

function* faultsIn(
  messages: readonly JsonNode[],
  { system, firstRole, alternates }: ProfileFact,
  training: boolean,
  isShareGpt: boolean,
): Generator<[message: JsonNode, says: string, milder?: Severity]> {
  // LLaMA-Factory, the target of most ShareGPT rows, drops rows that do not alternate.
  const isDropped = isShareGpt && training && !alternates;
  let before: string | undefined;
  let isAnswered = false;
  for (const [index, message] of messages.entries()) {
    const role = roleOf(message)?.value;
    if (role === undefined) continue;
    if (role === systemRole) {
      if (system === 'beside' && index === 0)
        yield [
          message,
          'Anthropic accepts no system message at the beginning of the list. Write its text as `system`, next to `messages`.',
        ];
      else if (system === 'first' && index > 0)
        yield [
          message,
          'Many templates fail on a system message that is not the first message, or drop it. Move it to the front.',
        ];
      else if (training && isAnswered)
        yield [
          message,
          'Many templates fail on a system message after an answer, or drop it. Make sure that the template of your model accepts it, or move it to the front.',
          'hint',
        ];
      continue;
    }
    isAnswered ||= role === modelRole;
    if (firstRole !== undefined && before === undefined && role !== firstRole) {
      yield [
        message,
        `The first message must be from the ${firstRole}, but has the role ${quote(role)}. Put the message that it answers before it.`,
      ];
    } else if (isDropped && before === undefined && role === modelRole) {
      yield [
        message,
        'The first message is from the assistant: LLaMA-Factory drops such rows, and some templates fail on them. Put the message that it answers before it, or remove it.',
      ];
      before = role;
      continue;
    } else if (isDropped && role === before && (role === userRole || role === modelRole)) {
      // If a question at the end has no answer, another rule reports that.
      const isQuestion = role === userRole && index === messages.length - 1;
      if (!isAside(message) && !isQuestion)
        yield [
          message,
          `Two consecutive messages from the ${role}: LLaMA-Factory drops such rows, and templates that require alternating roles fail on them. Join them into one message.`,
        ];
      continue;
    } else if (alternates && (role === userRole || role === modelRole) && !isAside(message)) {
      if (role === before)
        yield [
          message,
          `Two consecutive messages with role \`${role}\`: many templates fail unless user and assistant alternate. Join them into one message.`,
        ];
      before = role;
      continue;
    }
    if (alternates) before ??= role;
    else before = role;
  }
}
