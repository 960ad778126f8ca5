/** Reads facts about a session from the beginning of its log, by which users can recognize it in a list. */
import { userRole } from '../grammar/index.ts';
import { itemsOf } from '../model/json/sessions/message-nodes.ts';
import { readSession } from '../model/json/sessions/readers.ts';
import { sessionFormatOf } from '../model/json/sessions/recognise.ts';
import { valueOf } from '../model/json/shapes/conversation.ts';
import { type JsonNode, textOf } from '../syntax/json/nodes.ts';
import { readRecords } from '../syntax/json/records.ts';

export interface SessionHead {
  /** The time at which the session began (milliseconds). */
  readonly started?: number;
  /** The folder in which the agent worked, as written in the log. */
  readonly folder?: string;
  /** The beginning of the user's first message, on one line; undefined if the part of the log that was read has none. */
  readonly words?: string;
}

/**
 * Reads the beginning of a log, which may end anywhere. Returns undefined if it is not the log of a session. Text that the
 * agent program writes under the role of the user does not count as the user's text.
 */
export function headOf(text: string): SessionHead | undefined {
  const { root } = readRecords(text);
  if (root === undefined) return undefined;
  const records = itemsOf(root).filter(({ kind }) => kind === 'object');
  // The first record is longer than the part that was read.
  if (records.length === 0) return text.trimStart().startsWith('{') ? {} : undefined;
  const format = sessionFormatOf(root);
  if (format === undefined) return undefined;
  const { conversations } = readSession(root, format);
  const first = conversations.flat().find((message) => textOf(message, 'role') === userRole && wordsOf(message) !== '');
  const folder = firstText(records, 'cwd');
  const started = Date.parse(firstText(records, 'timestamp') ?? '');
  return {
    ...(Number.isFinite(started) && { started }),
    ...(folder !== undefined && { folder: oneLine(folder) }),
    ...(first && { words: wordsOf(first) }),
  };
}

/** The string value of a key in the first record that has this key, either directly or in its payload. */
function firstText(records: readonly JsonNode[], key: string): string | undefined {
  for (const record of records) {
    const text = textOf(record, key) ?? textOf(valueOf(record, 'payload'), key);
    if (text !== undefined) return text;
  }
  return undefined;
}

function wordsOf(message: JsonNode): string {
  const content = valueOf(message, 'content');
  if (content?.kind === 'string') return oneLine(content.value);
  return oneLine(
    itemsOf(content)
      .flatMap((part) => textOf(part, 'text')?.slice(0, MAX_WORDS) ?? [])
      .join(' '),
  );
}

/** The maximum length of the part of the user's message that is kept (UTF-16 units). */
const MAX_WORDS = 400;

/** Returns the beginning of a text on one line. It does not end with half a character. */
const oneLine = (text: string): string =>
  text
    .slice(0, MAX_WORDS)
    .replace(/[\ud800-\udbff]$/, '')
    .replace(/\s+/g, ' ')
    .trim();
