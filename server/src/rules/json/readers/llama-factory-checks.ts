/** Finds the parts of a row that LLaMA-Factory rejects, drops or misreads. Its tags are in `grammar/api/trainers.ts`. */
import { type FactoryTags, factoryMessages, factoryShareGpt } from '../../../grammar/api/trainers.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonNode, memberOf } from '../../../syntax/json/nodes.ts';
import { listed, quote } from '../../../syntax/wording.ts';
import type { Finding } from './reader.ts';
import { objectsOf } from './requests.ts';
import {
  ignoredFlags,
  messageSpan,
  type RowCheck,
  type RowMessage,
  type TrainingRow,
  valueOf,
} from './trainer-rows.ts';

/** Whether a row is a preference pair. Its answers are next to the messages, so the messages must end with a question. */
const isPair = ({ node }: TrainingRow) =>
  memberOf(node, 'chosen') !== undefined && memberOf(node, 'rejected') !== undefined;

/** The messages without the leading instructions. */
function turnsOf({ messages }: TrainingRow, { system }: FactoryTags): readonly RowMessage[] {
  return messages[0]?.role?.value === system ? messages.slice(1) : messages;
}

const hasCalls = ({ node }: RowMessage) => objectsOf(valueOf(node, 'tool_calls')).length > 0;

/** Reports a row in which user and assistant do not alternate: LLaMA-Factory drops it. */
const checkTurns: RowCheck = function* (row) {
  if (row.column === undefined) return;
  const tags = row.isShareGpt ? factoryShareGpt : factoryMessages;
  const turns = turnsOf(row, tags);
  let count = 0;
  let replies: RowMessage[] = [];
  for (const message of turns) {
    const { role } = message;
    if (role === undefined) {
      yield* noRole(message, tags);
      return;
    }
    if (tags.replies.includes(role.value)) {
      replies.push(message);
      continue;
    }
    // Several consecutive replies count as one turn, and replies at the end do not count.
    if (replies.length > 0) {
      const first = replies[0] as RowMessage;
      if (count++ % 2 !== 0) {
        yield invalidRole(first);
        return;
      }
      replies = [];
    }
    const turn = getOwn(tags.turns, role.value);
    if (turn === undefined && tags.raises && role.value !== tags.system) {
      yield unknownRole(message, tags);
      return;
    }
    if (turn !== (count++ % 2 === 0 ? 'asks' : 'answers')) {
      yield turn === undefined && role.value !== tags.system ? unknownTag(message, tags) : invalidRole(message);
      return;
    }
  }
  for (const message of replies)
    yield {
      span: messageSpan(message),
      drops: true,
      says: 'LLaMA-Factory drops this tool reply, because no answer follows it. Add the answer, or remove the reply.',
    };
  const last = turns[turns.length - 1];
  if (count % 2 !== (isPair(row) ? 1 : 0) || (count === 0 && !isPair(row)))
    yield {
      span: last ? messageSpan(last) : (row.list ?? row.node),
      drops: true,
      loses: 'row',
      says: isPair(row)
        ? 'LLaMA-Factory drops this pair: its messages must end with a question, which `chosen` and `rejected` answer.'
        : 'LLaMA-Factory drops this row: every question needs its answer, so the number of messages must be even. Add the answer, or remove the question.',
      words: 'Invalid message count in …; Skipping this abnormal example.',
    };
};

const invalidRole = (message: RowMessage): Finding => ({
  span: messageSpan(message),
  drops: true,
  loses: 'row',
  says: `LLaMA-Factory drops this row: ${quote(message.role?.value ?? '')} is out of turn. After the instructions, questions (user, tool) and answers (assistant) must alternate. Join consecutive messages from the same side.`,
  words: 'Invalid role tag in …; Skipping this abnormal example.',
});

/** The properties of a finding that connect it with the report of another rule about the same role. */
const sameRole = (message: RowMessage) => ({ scope: messageSpan(message), codes: ['template-role-unknown'] });

const unknownTag = (message: RowMessage, tags: FactoryTags): Finding => ({
  ...invalidRole(message),
  ...sameRole(message),
  says: `LLaMA-Factory drops this row: ${quote(message.role?.value ?? '')} is not one of its tags, ${listed([tags.system, ...Object.keys(tags.turns)], 'and')}.`,
});

const unknownRole = (message: RowMessage, tags: FactoryTags): Finding => ({
  span: messageSpan(message),
  ...sameRole(message),
  says: `LLaMA-Factory fails on this row: ${quote(message.role?.value ?? '')} is not one of its roles, ${listed([tags.system, ...Object.keys(tags.turns)], 'and')}.`,
  words: `${tags.raises}: '${message.role?.value.slice(0, 60) ?? ''}'`,
});

function* noRole({ node }: RowMessage, { role }: FactoryTags): Generator<Finding> {
  yield {
    span: { start: node.start, end: node.start + 1 },
    scope: node,
    codes: ['template-key-missing'],
    says: `LLaMA-Factory fails on this row: \`${role}\` is missing in a message. Add it.`,
    words: `KeyError: '${role}'`,
  };
}

/** Checks content and calls. LLaMA-Factory replaces the text next to a call with the call. */
const checkContents: RowCheck = function* (row) {
  if (row.column === undefined) return;
  const { content: key } = row.isShareGpt ? factoryShareGpt : factoryMessages;
  for (const message of row.messages) {
    const { node, content } = message;
    if (memberOf(node, key) === undefined)
      yield {
        span: messageSpan(message),
        scope: node,
        codes: ['template-key-missing'],
        says: `LLaMA-Factory fails on this row: \`${key}\` is missing in a message, and is required even next to \`tool_calls\`. Add it.`,
        words: `KeyError: '${key}'`,
      };
    if (row.isShareGpt) continue;
    yield* callFaults(node);
    if (hasCalls(message) && content?.kind === 'string' && content.value.trim() !== '')
      yield {
        span: content,
        drops: true,
        says: 'LLaMA-Factory drops this text: the calls in a message replace its content. Put the text into a separate message, or remove it.',
      };
  }
};

function* callFaults(node: JsonNode): Generator<Finding> {
  const calls = valueOf(node, 'tool_calls');
  if (calls?.kind === 'null')
    yield {
      span: calls,
      says: 'LLaMA-Factory fails on this row: `tool_calls` must be a list. Omit it if there are no calls.',
      words: "TypeError: object of type 'NoneType' has no len()",
    };
  for (const [, call] of objectsOf(calls))
    if (memberOf(call, 'function') === undefined)
      yield {
        span: { start: call.start, end: call.start + 1 },
        says: 'LLaMA-Factory fails on this row: `function` is missing in a call. Write `{"type": "function", "function": {…}}`.',
        words: "KeyError: 'function'",
      };
}

/** Checks the answers of a preference pair: each must be a single message. */
const checkPair: RowCheck = function* (row) {
  if (row.column === undefined || !isPair(row)) return;
  for (const key of ['chosen', 'rejected']) {
    const member = memberOf(row.node, key);
    if (member?.value === undefined || member.value.kind === 'object') continue;
    yield {
      span: member.key,
      drops: true,
      says: `LLaMA-Factory reads \`${key}\` only if it is one message, an object; otherwise it treats the row as a conversation without preferences. Write a single message object.`,
    };
  }
};

/** Checks a row with a question and an answer: LLaMA-Factory ignores an answer that is not a string. */
const checkAnswer: RowCheck = function* ({ node, column }) {
  const output = memberOf(node, 'output');
  if (column !== undefined || memberOf(node, 'instruction') === undefined || output?.value === undefined) return;
  if (output.value.kind === 'string' || output.value.kind === 'broken') return;
  yield {
    span: output.key,
    drops: true,
    loses: 'row',
    says: 'LLaMA-Factory drops this row: `output` is not a string, so there is no answer. Write it as a string.',
    words: 'Dropped invalid example: …',
  };
};

export const llamaFactoryChecks: readonly RowCheck[] = [
  checkTurns,
  checkContents,
  checkPair,
  checkAnswer,
  ignoredFlags('LLaMA-Factory'),
];
