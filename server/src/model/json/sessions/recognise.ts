/** Recognizes the agent that wrote a log by the content of the log, not by the name of the file. */
import {
  invocationsMember,
  itemParts,
  recordSigns,
  type SessionFormat,
  telemetryMessages,
  telemetryRoots,
  trajectoryVersion,
  uiParts,
} from '../../../grammar/agent-sessions.ts';
import { type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { firstOf, valueOf } from '../shapes/conversation.ts';

/** Returns the format of the records of a session, determined by the first record that identifies it; undefined if there is none. */
function formatOfRecords(records: readonly JsonNode[]): SessionFormat | undefined {
  for (const record of records) {
    if (record.kind !== 'object') continue;
    const type = textOf(record, 'type');
    const sign = recordSigns.find(
      ({ types, members, only }) =>
        (types === undefined ? type === undefined : type !== undefined && types.includes(type)) &&
        members.every((key) => memberOf(record, key) !== undefined) &&
        (only === undefined || record.members.every(({ key }) => only.includes(key.value))),
    );
    if (sign) return sign.format;
  }
  return followsHeader(records) ? 'codex' : undefined;
}

/** Whether items of the Responses API follow a first record that was not recognized, as in an old rollout with a faulty header. */
function followsHeader([first, ...items]: readonly JsonNode[]): boolean {
  const isHeader = first?.kind === 'broken' || (textOf(first, 'type') ?? textOf(first, 'role')) === undefined;
  return (
    isHeader &&
    items.some((item) => textOf(item, 'type') === 'message' && firstOf(valueOf(item, 'content')).some(isItemPart))
  );
}

const isItemPart = (part: JsonNode): boolean => itemParts.includes(textOf(part, 'type') ?? '');

/** Whether values, which are the first lines of a file, are records of a session. */
export const areRecords = (records: readonly JsonNode[]): boolean => formatOfRecords(records) !== undefined;

/** Returns the format of a value that is a session: a list of records or messages, or a single object. */
export function sessionFormatOf(root: JsonNode): SessionFormat | undefined {
  if (root.kind === 'array') return formatOfRecords(firstOf(root)) ?? formatOfParts(root);
  if (textOf(root, trajectoryVersion.member)?.startsWith(trajectoryVersion.begins)) return 'atif';
  if (telemetryRoots.some(([key]) => memberOf(root, key) !== undefined)) return 'open-telemetry';
  if (telemetryMessages.some((key) => memberOf(root, key) !== undefined)) return 'open-telemetry';
  const list = valueOf(root, 'messages');
  return list?.kind === 'array' ? formatOfParts(list) : undefined;
}

/**
 * Recognizes formats of messages whose parts have types. In OpenTelemetry, the text of a part is in `content`; in the AI SDK, it
 * is in `text`.
 */
function formatOfParts(list: JsonNode): SessionFormat | undefined {
  // All messages are checked, since the first answer with a call may come late, and other messages look like those of chat APIs.
  if (list.kind === 'array' && list.items.some(hasInvocations)) return 'ui-messages';
  for (const message of firstOf(list)) {
    if (textOf(message, 'role') === undefined) continue;
    if (memberOf(message, 'content') !== undefined) {
      if (textOf(message, 'content') !== undefined && firstOf(valueOf(message, 'parts')).some(isUiPart))
        return 'ui-messages';
      continue;
    }
    for (const part of firstOf(valueOf(message, 'parts'))) {
      const type = textOf(part, 'type');
      if (type === undefined) continue;
      return isOfUi(type, part) ? 'ui-messages' : 'open-telemetry';
    }
  }
  return undefined;
}

/** Whether a message is an answer in version 4 of the AI SDK, which has its calls next to the text. */
const hasInvocations = (message: JsonNode): boolean => {
  const invocations = valueOf(message, invocationsMember);
  return invocations?.kind === 'array' && invocations.items.length > 0 && textOf(message, 'role') !== undefined;
};

/** Whether a part is of a type that version 4 of the AI SDK repeats next to the text. */
const isUiPart = (part: JsonNode): boolean =>
  memberOf(part, 'text') !== undefined || uiParts.includes(textOf(part, 'type') ?? '');

const isOfUi = (type: string, part: JsonNode): boolean =>
  memberOf(part, 'text') !== undefined || type === 'step-start' || memberOf(part, 'toolCallId') !== undefined;
