/**
 * Finds the parts of a row that TRL, axolotl and Unsloth reject, drop or misread. The facts about them are in `grammar/api/trainers.ts`.
 */
import {
  axolotlRoles,
  shareGptNames,
  templateRoleNames,
  trlColumns,
  unslothMarkers,
} from '../../../grammar/api/trainers.ts';
import { modelRole } from '../../../grammar/index.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonString, memberOf } from '../../../syntax/json/nodes.ts';
import { sameValue } from '../../../syntax/json/same-value.ts';
import { sourceOffset } from '../../../syntax/json/strings.ts';
import { parseJson } from '../../../syntax/json/values.ts';
import { didYouMean, quote } from '../../../syntax/wording.ts';
import { objectsOf } from './requests.ts';
import {
  brokenTools,
  ignoredFlags,
  messageSpan,
  type RowCheck,
  rowSpan,
  type TrainingRow,
  valueOf,
} from './trainer-rows.ts';

const answers = ({ messages }: TrainingRow) =>
  messages.filter(({ role }) => role && (getOwn(axolotlRoles, role.value) ?? role.value) === modelRole);

/** TRL: if no column of a row is known, TRL reads its column `text`. */
const trlRow: RowCheck = function* (row) {
  const { node, column, list, isShareGpt } = row;
  const columns = trlColumns.filter((name) => memberOf(node, name));
  const isRead = columns.some((name) => name !== 'conversations') || (column === 'conversations' && isShareGpt);
  const errorText = "KeyError: 'text'";
  if (!isRead)
    yield {
      span: memberOf(node, 'conversations')?.key ?? rowSpan(row),
      says: 'TRL fails on this row: it has none of the columns `messages`, `prompt` and `completion`, or `text`. Rename its columns.',
      words: errorText,
    };
  else if (column === 'messages' && list && !isShareGpt && memberOf(list.items[0], 'role') === undefined)
    yield {
      span: list.items[0] ? { start: list.items[0].start, end: list.items[0].start + 1 } : list,
      says: 'TRL fails on this row: `role` is missing in the first message, so the row is not recognized as a conversation. Add it, or remove the row.',
      words: errorText,
    };
  else if (column === 'messages' && isShareGpt)
    yield {
      span: memberOf(list?.items[0], 'from')?.key ?? rowSpan(row),
      says: 'TRL fails on this row: it renames `from` and `value` only in the column `conversations`. Rename the column, or the keys.',
      words: errorText,
    };
};

/** TRL: in ShareGPT messages, `from` becomes `role`, but its value is not translated. */
const trlRoles: RowCheck = function* ({ messages, isShareGpt, column }) {
  if (!isShareGpt || column !== 'conversations') return;
  const reportedRoles = new Set<string>();
  for (const { role } of messages) {
    if (role === undefined || templateRoleNames.includes(role.value) || reportedRoles.has(role.value)) continue;
    reportedRoles.add(role.value);
    yield {
      span: role,
      drops: true,
      says: `TRL renames \`from\` to \`role\`, and leaves ${quote(role.value)} unchanged: chat templates do not know this role, so they raise an error or drop the message.${didYouMean(getOwn(shareGptNames, role.value))}`,
    };
  }
};

/** TRL: Python evaluates `prompt + completion`, so both must have the same type. */
const trlPrompt: RowCheck = function* ({ node }) {
  const [prompt, completion] = [valueOf(node, 'prompt'), valueOf(node, 'completion')];
  const kinds = [prompt?.kind, completion?.kind];
  if (!kinds.includes('array') || !kinds.includes('string') || completion === undefined) return;
  yield {
    span: memberOf(node, 'completion')?.key ?? completion,
    says: 'TRL fails on this row: it joins `prompt` and `completion`, which must both be strings, or both lists of messages.',
    words: `TypeError: can only concatenate ${prompt?.kind === 'array' ? 'list (not "str") to list' : 'str (not "list") to str'}`,
  };
};

/** TRL (DPO): if a pair has no prompt, the common beginning of both answers is used as the prompt. */
const trlPair: RowCheck = function* ({ node }) {
  const [chosen, rejected] = [memberOf(node, 'chosen'), memberOf(node, 'rejected')];
  if (memberOf(node, 'prompt') || chosen?.value === undefined || rejected?.value === undefined) return;
  if (!sameValue(chosen.value, rejected.value)) return;
  yield {
    span: rejected.key,
    drops: true,
    says: 'TRL uses the common beginning of `chosen` and `rejected` as the prompt. They are equal, so there is no preference to learn. Correct one, or remove the row.',
  };
};

/** axolotl: the messages are expected in the column `messages`, with `role` and `content`. */
const axolotlRow: RowCheck = function* (row) {
  const { node, isShareGpt, list } = row;
  const messages = memberOf(node, 'messages');
  // Rows without these columns are for another `type`, such as `alpaca`.
  if (messages === undefined && memberOf(node, 'conversations') === undefined) return;
  if (messages === undefined || messages.value?.kind === 'null')
    yield {
      span: memberOf(node, 'conversations')?.key ?? rowSpan(row),
      says: 'axolotl (`type: chat_template`) fails on this row: `messages` is missing. Rename the column, or set `field_messages`.',
      words: 'ValueError: Messages is null. Please check `field_messages`.',
    };
  else if (isShareGpt && row.column === 'messages')
    yield {
      span: memberOf(list?.items[0], 'from')?.key ?? rowSpan(row),
      drops: true,
      says: 'axolotl reads `role` and `content`, but the messages in this row have `from` and `value`. Rename them, or set `message_property_mappings`.',
    };
};

/** axolotl: reports roles that it does not map, and turns that it does not train on. */
const axolotlTurns: RowCheck = function* (row) {
  const { messages, column, isShareGpt } = row;
  if (column !== 'messages' || isShareGpt) return;
  for (const { node, role, content } of messages) {
    const mapped = role && getOwn(axolotlRoles, role.value);
    if (role && mapped === undefined)
      yield {
        span: role,
        scope: role,
        codes: ['template-role-unknown'],
        drops: true,
        says: `axolotl does not map the role ${quote(role.value)}: it does not train on such messages, and passes the role unchanged to the chat template. Write one of \`system\`, \`user\`, \`assistant\`, \`tool\`, or set \`roles\`.`,
      };
    if (mapped === modelRole && content?.kind === 'string' && content.value === '' && !memberOf(node, 'tool_calls'))
      yield {
        span: content,
        drops: true,
        says: 'This answer is empty, so axolotl trains on nothing in it, not even on its stop token. Write the answer, or remove the message.',
      };
  }
  const last = messages[messages.length - 1];
  if (messages.length > 0 && answers(row).length === 0)
    yield {
      span: row.list ? messageSpan(messages[0] as NonNullable<(typeof messages)[0]>) : rowSpan(row),
      drops: true,
      says: 'axolotl drops this row: it has no assistant message, so no token is trained. Add the answer, or remove the row.',
      words: 'Dropped N samples with no trainable tokens from train dataset',
    };
  else if (last?.role && (getOwn(axolotlRoles, last.role.value) ?? '') !== modelRole)
    yield {
      span: last.role,
      drops: true,
      says: 'axolotl does not train on the last message, because it is not an assistant message, and may train the wrong stop token. End the row with an answer.',
      words:
        'Last turn is not trainable, skipping having to find the turn indices. This may cause incorrect last EOT/EOS token to be unmasked.',
    };
};

/** axolotl: a string of arguments must be JSON, since it is parsed. */
const axolotlCalls: RowCheck = function* ({ messages }) {
  for (const { node } of messages) {
    for (const [, call] of objectsOf(valueOf(node, 'tool_calls'))) {
      const callArguments = valueOf(valueOf(call, 'function'), 'arguments');
      if (callArguments?.kind !== 'string' || parseJson(callArguments.value).error === undefined) continue;
      yield {
        span: callArguments,
        scope: callArguments,
        codes: ['E-CALL-SCHEMA'],
        says: 'axolotl fails on this row: it parses `arguments` as JSON if it is a string, but this string is not valid JSON. Correct it.',
        words: 'json.decoder.JSONDecodeError',
      };
    }
  }
};

/** Unsloth: the trained part extends from the header of an answer to the header of the next question. */
const unslothTurns: RowCheck = function* (row) {
  const { messages, source } = row;
  if (messages.length > 0 && answers(row).length === 0)
    yield {
      span: messageSpan(messages[0] as NonNullable<(typeof messages)[0]>),
      drops: true,
      says: 'Unsloth removes this row: it has no assistant message, so every label is -100. Add the answer, or remove the row.',
      words:
        'Unsloth: Removed N out of M samples from train_dataset where all labels were -100 (no response marker found, usually truncation).',
    };
  let isAnswered = false;
  for (const { role, content } of messages) {
    const mapped = role && (getOwn(shareGptNames, role.value) ?? role.value);
    if (role && isAnswered && mapped !== modelRole && mapped !== 'user')
      yield {
        span: role,
        drops: true,
        says: `Unsloth trains on this message with role ${quote(role.value)}, as on all text between an answer and the next question. It skips the message only if the chat template gives the message a user header.`,
      };
    isAnswered ||= mapped === modelRole;
    if (content?.kind === 'string') yield* markers(source, content);
  }
};

function* markers(source: string, content: JsonString) {
  for (const marker of unslothMarkers) {
    const at = content.value.indexOf(marker);
    if (at < 0) continue;
    yield {
      span: {
        start: sourceOffset(source, content, at),
        end: sourceOffset(source, content, at + marker.trimEnd().length),
      },
      drops: true as const,
      says: `If the chat template uses ${quote(marker.trimEnd())}, Unsloth takes this text for the beginning of a question and does not train on what follows. Remove the marker from the content.`,
    };
  }
}

export const trlChecks: readonly RowCheck[] = [
  trlRow,
  trlRoles,
  trlPrompt,
  trlPair,
  brokenTools('TRL'),
  ignoredFlags('TRL'),
];
export const axolotlChecks: readonly RowCheck[] = [
  axolotlRow,
  axolotlTurns,
  axolotlCalls,
  brokenTools('axolotl'),
  ignoredFlags('axolotl', 'message_field_training'),
];
export const unslothChecks: readonly RowCheck[] = [unslothTurns, ignoredFlags('Unsloth')];
