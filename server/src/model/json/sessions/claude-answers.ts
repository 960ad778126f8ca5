/**
 * Reads the model's answers in Claude Code's log. The blocks of one API message, which may include tools run by the server, are
 * combined.
 */
import { modelRole } from '../../../grammar/index.ts';
import { claudeRecords, claudeServed, claudeServedResult, claudeSynthetic } from '../../../grammar/session-records.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonNode, textOf } from '../../../syntax/json/nodes.ts';
import { valueOf } from '../shapes/conversation.ts';
import { isMarked } from './claude-tree.ts';
import { asText, callPart, itemsOf, listAt, messageAt, partAt, replyAt } from './message-nodes.ts';
import type { SessionBuilder } from './session.ts';
import { type Usage, usageIn } from './usage.ts';

type Say = (message: JsonNode) => JsonNode;

/** An API message whose blocks may be in several records. */
export interface Answer {
  readonly records: JsonNode[];
  readonly first: number;
  /** The messages that were added to the session for this answer so far. */
  said: readonly JsonNode[];
}

export class ClaudeAnswers {
  /** The texts of the answers so far. The result of a run repeats one of them. */
  private readonly texts = new Set<string>();

  constructor(private readonly session: SessionBuilder) {}

  /**
   * Adds the API message that begins at a record; if `answer` is undefined, adds nothing. `agent`: the agent that wrote the
   * message. If the log has grown, the message replaces its earlier version with fewer blocks. Returns false if that is
   * impossible, because one of the versions consists of several messages.
   */
  say(record: JsonNode, answer: Answer | undefined, agent: string, say: Say): boolean {
    const { session, texts } = this;
    if (isOfProgram(record)) session.count('message written by the program, not by a model', 'bookkeeping', record);
    const first = answer?.records[0];
    if (answer === undefined || first === undefined || isOfProgram(first)) return true;
    const { records, said } = answer;
    noteUsage(first, records, agent, session);
    if (records.some(hidesReasoning)) session.lack('reasoning');
    const parts = partsOf(records);
    for (const part of parts) texts.add(textOf(part, 'text') ?? '');
    const messages = messagesOf(parts, first);
    if (said.length === 0) answer.said = messages.map(say);
    else if (said.length === 1 && messages.length === 1) {
      session.resay(said[0] as JsonNode, messages[0] as JsonNode);
      answer.said = messages;
    } else return false;
    return true;
  }

  /** Adds the final text that a run of the program printed, unless it repeats an answer in the log. */
  sayResult(record: JsonNode, say: Say): void {
    const { session, texts } = this;
    session.usage.tell(usageIn(record));
    const result = valueOf(record, 'result');
    const isNew = result?.kind === 'string' && result.value.trim() !== '' && !texts.has(result.value);
    if (isNew && !isMarked(record, 'is_error')) messagesOf([partAt('text', result)], record).map(say);
    else {
      const isRepeated = result?.kind === 'string' && texts.has(result.value);
      const meaning = isRepeated ? getOwn(claudeRecords, 'result') : 'bookkeeping';
      session.count(`result ${textOf(record, 'subtype') ?? ''}`.trim(), meaning ?? 'unknown', record);
    }
  }
}

/** The blocks of a message. In a continued log, a block may occur twice. */
function partsOf(records: readonly JsonNode[]): JsonNode[] {
  const blockKeys = new Set<string>();
  return records.flatMap((one) => {
    const content = valueOf(valueOf(one, 'message'), 'content');
    if (content?.kind === 'string') return [partAt('text', content)];
    return itemsOf(content).filter((part) => isNew(part, blockKeys));
  });
}

/** Whether a message was written by the program itself, not by a model. */
const isOfProgram = (record: JsonNode): boolean =>
  isMarked(record, 'isApiErrorMessage') || textOf(valueOf(record, 'message'), 'model') === claudeSynthetic;

/**
 * Splits the blocks of an API message into messages. The result of a tool run by the server is in the middle of the answer, so
 * the text after it becomes a separate message.
 */
function messagesOf(all: readonly JsonNode[], record: JsonNode): JsonNode[] {
  const roleAt = valueOf(valueOf(record, 'message'), 'role') ?? record;
  const messages: JsonNode[] = [];
  let parts: JsonNode[] = [];
  let node: JsonNode | undefined = record;
  const finish = () => {
    const first = parts[0] ?? record;
    messages.push(messageAt(node ?? first, roleAt, modelRole, { content: listAt(first, parts) }));
    [parts, node] = [[], undefined];
  };
  for (const part of all) {
    const type = textOf(part, 'type') ?? '';
    if (type === claudeServed)
      parts.push(
        callPart(part, { id: valueOf(part, 'id'), name: valueOf(part, 'name'), input: valueOf(part, 'input') }),
      );
    else if (claudeServedResult.test(type)) {
      if (parts.length > 0) finish();
      messages.push(replyAt(node ?? part, roleAt, valueOf(part, 'tool_use_id'), asText(valueOf(part, 'content'))));
      node = undefined;
    } else parts.push(part);
  }
  if (parts.length > 0 || node) finish();
  return messages;
}

const usages = new WeakMap<JsonNode, Usage | undefined>();

/** The usage in a record of an answer, which is cached. In old versions, the cost is next to the message. */
function usageOf(record: JsonNode): Usage | undefined {
  if (!usages.has(record)) {
    const usage = usageIn(valueOf(valueOf(record, 'message'), 'usage'));
    usages.set(record, usage && { ...usage, ...usageIn(record) });
  }
  return usages.get(record);
}

/** Adds the usage of an answer. Each of its records contains the usage at the time of writing, when the answer may have been incomplete. */
function noteUsage(record: JsonNode, records: readonly JsonNode[], agent: string, session: SessionBuilder): void {
  const id = textOf(valueOf(record, 'message'), 'id') ?? '';
  // An answer that is on two branches was paid for only once.
  const key = `${agent} ${id === '' ? record.start : id}`;
  const isKnown = session.usage.repeat(key, undefined) !== undefined;
  for (const one of records) session.usage.repeat(key, usageOf(one));
  const usage = session.usage.repeat(key, undefined);
  if (!isKnown) session.usage.add(record.start, usage);
  else session.usage.correct(record.start, usage);
}

/** Adds the id of a block, or otherwise its text, to `blockKeys`. Returns whether the block is new. */
function isNew(part: JsonNode, blockKeys: Set<string>): boolean {
  const key = textOf(part, 'id') ?? textOf(part, 'text') ?? textOf(part, 'thinking');
  if (key === undefined || key === '') return true;
  const before = blockKeys.size;
  blockKeys.add(`${textOf(part, 'type')} ${key}`);
  return blockKeys.size > before;
}

/** Whether a record has reasoning whose text is missing. */
const hidesReasoning = (record: JsonNode): boolean =>
  itemsOf(valueOf(valueOf(record, 'message'), 'content')).some(
    (part) => textOf(part, 'type') === 'redacted_thinking' || textOf(part, 'thinking') === '',
  );
