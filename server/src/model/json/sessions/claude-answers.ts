/** Answers of the model in Claude Code's log: all blocks of one message of the API as one message, whose tools may be the server's. */
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

/** A message of the API, whose blocks are in several records. */
export interface Answer {
  readonly records: JsonNode[];
  /** The index of the first of them. */
  readonly first: number;
  /** The blocks of it so far. */
  said: readonly JsonNode[];
}

export class ClaudeAnswers {
  /** The texts of the answers so far, one of which the result of a run repeats. */
  private readonly texts = new Set<string>();

  constructor(private readonly session: SessionBuilder) {}

  /**
   * Says the message of the API that a record is of; undefined for a record at which none is said. `agent`: whose message it is. A log that
   * grows may have said some of its blocks: then what was said is exchanged. False: that was more than one message.
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

  /** Adds the text that a run of the program printed last: it repeats the last answer, if the log has that. */
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

/** The blocks of a message; a log that was continued can have one twice. */
function partsOf(records: readonly JsonNode[]): JsonNode[] {
  const known = new Set<string>();
  return records.flatMap((one) => {
    const content = valueOf(valueOf(one, 'message'), 'content');
    if (content?.kind === 'string') return [partAt('text', content)];
    return itemsOf(content).filter((part) => isNew(part, known));
  });
}

/** Whether a message is not a model's. */
const isOfProgram = (record: JsonNode): boolean =>
  isMarked(record, 'isApiErrorMessage') || textOf(valueOf(record, 'message'), 'model') === claudeSynthetic;

/** The blocks of a message as messages: a tool that the server runs answers within it, so that what follows is one of its own. */
function messagesOf(all: readonly JsonNode[], record: JsonNode): JsonNode[] {
  const roleAt = valueOf(valueOf(record, 'message'), 'role') ?? record;
  const messages: JsonNode[] = [];
  let parts: JsonNode[] = [];
  let place: JsonNode | undefined = record;
  const finish = () => {
    const first = parts[0] ?? record;
    messages.push(messageAt(place ?? first, roleAt, modelRole, { content: listAt(first, parts) }));
    [parts, place] = [[], undefined];
  };
  for (const part of all) {
    const type = textOf(part, 'type') ?? '';
    if (type === claudeServed)
      parts.push(
        callPart(part, { id: valueOf(part, 'id'), name: valueOf(part, 'name'), input: valueOf(part, 'input') }),
      );
    else if (claudeServedResult.test(type)) {
      if (parts.length > 0) finish();
      messages.push(replyAt(place ?? part, roleAt, valueOf(part, 'tool_use_id'), asText(valueOf(part, 'content'))));
      place = undefined;
    } else parts.push(part);
  }
  if (parts.length > 0 || place) finish();
  return messages;
}

const usages = new WeakMap<JsonNode, Usage | undefined>();

/** The usage that a record states of an answer, found once; old versions write the cost beside the message. */
function usageOf(record: JsonNode): Usage | undefined {
  if (!usages.has(record)) {
    const usage = usageIn(valueOf(valueOf(record, 'message'), 'usage'));
    usages.set(record, usage && { ...usage, ...usageIn(record) });
  }
  return usages.get(record);
}

/** Notes the usage of an answer: each of its records states it, the first ones while it was still being written. */
function noteUsage(record: JsonNode, records: readonly JsonNode[], agent: string, session: SessionBuilder): void {
  const id = textOf(valueOf(record, 'message'), 'id') ?? '';
  // An answer that two branches share was paid once.
  const key = `${agent} ${id === '' ? record.start : id}`;
  const isKnown = session.usage.repeat(key, undefined) !== undefined;
  for (const one of records) session.usage.repeat(key, usageOf(one));
  const usage = session.usage.repeat(key, undefined);
  if (!isKnown) session.usage.add(record.start, usage);
  else session.usage.correct(record.start, usage);
}

/** Whether a block is not among those known by their ids or texts, to which it is added. */
function isNew(part: JsonNode, known: Set<string>): boolean {
  const key = textOf(part, 'id') ?? textOf(part, 'text') ?? textOf(part, 'thinking');
  if (key === undefined || key === '') return true;
  const before = known.size;
  known.add(`${textOf(part, 'type')} ${key}`);
  return known.size > before;
}

/** Whether a block says only that the model thought something. */
const hidesReasoning = (record: JsonNode): boolean =>
  itemsOf(valueOf(valueOf(record, 'message'), 'content')).some(
    (part) => textOf(part, 'type') === 'redacted_thinking' || textOf(part, 'thinking') === '',
  );
