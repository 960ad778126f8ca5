/** Claude Code's logs, and the messages that its SDK prints: Anthropic's messages in an envelope. */
import { developerRole, modelRole, userRole } from '../../../grammar/index.ts';
import {
  claudeContext,
  claudeHidingFlags,
  claudeQueued,
  claudeRecords,
  claudeSynthetic,
} from '../../../grammar/session-records.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonNode, textOf } from '../../../syntax/json/nodes.ts';
import { closest } from '../../../syntax/tokens/closest.ts';
import { valueOf } from '../shapes/conversation.ts';
import { type ConversationTree, conversationTree, isMarked, isOfSubAgent, messageId } from './claude-tree.ts';
import { asContent, beginsWith, itemsOf, listAt, messageAt, partAt } from './message-nodes.ts';
import type { Aside, ReadFurther, SessionBuilder } from './session.ts';
import { type Usage, usageIn } from './usage.ts';
import { sayUserBlocks } from './user-blocks.ts';

/** Gives what reads on in a log that grows: false if all of it has to be read anew. */
export function readClaudeCode(root: JsonNode, session: SessionBuilder): ReadFurther {
  const records = itemsOf(root).filter(({ kind }) => kind === 'object');
  const tree = conversationTree(records, session);
  const answers = new Answers(records, tree);
  session.lack('system prompt', 'tools');
  readRecords(0, { records, tree, answers, asides: new Asides(records, tree) }, session);
  return (added) => {
    const from = records.length;
    if (!tree.extend(added)) return false;
    for (const record of added) records.push(record);
    const parts = { records, tree, answers, asides: new Asides(records, tree) };
    for (let i = from; i < records.length; i++) answers.add(i);
    readRecords(from, parts, session);
    return true;
  };
}

interface LogParts {
  readonly records: readonly JsonNode[];
  readonly tree: ConversationTree;
  readonly answers: Answers;
  readonly asides: Asides;
}

/** Reads the records from one on. */
function readRecords(from: number, { records, tree, answers, asides }: LogParts, session: SessionBuilder): void {
  for (let i = from; i < records.length; i++) {
    const record = records[i] as JsonNode;
    session.timeOf(record, textOf(record, 'timestamp'));
    session.identify(textOf(record, 'sessionId') ?? textOf(record, 'session_id'));
    const aside: Aside | undefined = isOfSubAgent(record) ? 'sub-agent' : tree.path.has(i) ? undefined : 'branch';
    const say = (message: JsonNode) => {
      if (aside === undefined) return session.say(message);
      return session.sayAside(message, aside, ...asides.groupOf(record, i, aside));
    };
    const type = textOf(record, 'type');
    if (aside === undefined && isMarked(record, 'isCompactSummary')) session.compact(record, session.length);
    if (type === 'user') sayUser(record, say, session);
    else if (type === 'assistant') sayAnswer(record, answers.of(i, from), say, session);
    else countOther(record, type, say, session);
  }
}

/** Which records beside the conversation belong together. */
class Asides {
  constructor(
    private readonly records: readonly JsonNode[],
    private readonly tree: ConversationTree,
  ) {}

  /** The name of the group of a record, and the records of the session if it ended with that. */
  groupOf(record: JsonNode, i: number, aside: Aside): [group: string, records?: () => readonly JsonNode[]] {
    const { records, tree } = this;
    if (aside === 'sub-agent') {
      const agent = agentOf(record);
      return [`${aside} ${agent}`, () => records.filter((one) => isOfSubAgent(one) && agentOf(one) === agent)];
    }
    const end = tree.ends.get(i);
    if (end === undefined) return [aside];
    const recordsTo = () => {
      const path = tree.pathTo(end);
      return records.filter((_, at) => path.has(at));
    };
    return [`${aside} ${end}`, recordsTo];
  }
}

/** Whose records are one conversation: those of a sub-agent, if the log tells several apart. */
const agentOf = (record: JsonNode): string => textOf(record, 'agentId') ?? textOf(record, 'parent_tool_use_id') ?? '';

/** A message of the API, whose blocks are in several records. */
interface Answer {
  readonly records: JsonNode[];
  /** The index of the first of them. */
  readonly first: number;
  /** What was said of it so far. */
  message?: JsonNode;
}

class Answers {
  private readonly byId = new Map<string, Answer>();
  private readonly all: (Answer | undefined)[] = [];

  constructor(
    private readonly records: readonly JsonNode[],
    private readonly tree: ConversationTree,
  ) {
    for (let i = 0; i < records.length; i++) this.add(i);
  }

  add(i: number): void {
    const record = this.records[i] as JsonNode;
    if (textOf(record, 'type') !== 'assistant') return;
    const id = messageId(record);
    const key = id === undefined ? undefined : `${this.tree.path.has(i)} ${agentOf(record)} ${id}`;
    const known = key === undefined ? undefined : this.byId.get(key);
    const answer = known ?? { records: [], first: i };
    answer.records.push(record);
    this.all[i] = answer;
    if (key !== undefined) this.byId.set(key, answer);
  }

  /** The message of the API that is to be said at a record: at its first one, or the first that is read now. */
  of(i: number, from: number): Answer | undefined {
    const answer = this.all[i];
    return answer && (answer.first === i || answer.first < from) ? answer : undefined;
  }
}

type Say = (message: JsonNode) => JsonNode;

/** A message of the user, replies of tools, or what the program says in the place of the user. */
function sayUser(record: JsonNode, say: Say, session: SessionBuilder): void {
  const message = valueOf(record, 'message');
  const roleAt = valueOf(message, 'role') ?? record;
  const content = valueOf(message, 'content');
  const isMeta = isContext(record);
  sayUserBlocks({ record, roleAt, content, isContext: isMeta, context: claudeContext }, say, session);
}

/**
 * Whether the log marks a message of the user as the program's. A flag whose name is nearly one of those is in doubt, and what is in
 * doubt is hidden.
 */
const isContext = (record: JsonNode): boolean =>
  record.kind === 'object' &&
  record.members.some(({ key, value }) => value?.kind === 'boolean' && value.value === true && isHidingFlag(key.value));

const isHidingFlag = (key: string): boolean =>
  claudeHidingFlags.includes(key) || closest(key.slice(0, MAX_FLAG_LENGTH), claudeHidingFlags) !== undefined;

/** Longer names are not a misspelled flag (UTF-16 units). */
const MAX_FLAG_LENGTH = 40;

/** What the model answered: all blocks of one message of the API, once. A log that grows may have said some of them. */
function sayAnswer(record: JsonNode, answer: Answer | undefined, say: Say, session: SessionBuilder): void {
  const isSynthetic = isOfProgram(record);
  if (isSynthetic) session.count('message that the program wrote instead of a model', 'bookkeeping', record);
  if (answer === undefined) return;
  const { records, message: old } = answer;
  const first = records[0] as JsonNode;
  if (isOfProgram(first)) return;
  noteUsage(first, records, session);
  if (records.some(hidesReasoning)) session.lack('reasoning');
  // A log that was continued can have a block twice.
  const known = new Set<string>();
  const parts = records.flatMap((one) => {
    const content = valueOf(valueOf(one, 'message'), 'content');
    if (content?.kind === 'string') return [partAt('text', content)];
    return itemsOf(content).filter((part) => isNew(part, known));
  });
  const roleAt = valueOf(valueOf(first, 'message'), 'role') ?? first;
  answer.message = messageAt(first, roleAt, modelRole, { content: listAt(parts[0] ?? first, parts) });
  if (old) session.resay(old, answer.message);
  else answer.message = say(answer.message);
}

/** Whether a message is not a model's. */
const isOfProgram = (record: JsonNode): boolean =>
  isMarked(record, 'isApiErrorMessage') || textOf(valueOf(record, 'message'), 'model') === claudeSynthetic;

const usages = new WeakMap<JsonNode, Usage | undefined>();

/** What a record says of an answer, found once; old versions write the cost beside the message. */
function usageOf(record: JsonNode): Usage | undefined {
  if (!usages.has(record)) {
    const usage = usageIn(valueOf(valueOf(record, 'message'), 'usage'));
    usages.set(record, usage && { ...usage, ...usageIn(record) });
  }
  return usages.get(record);
}

/** What an answer used: each of its records says it, the first ones while it was still being written. */
function noteUsage(record: JsonNode, records: readonly JsonNode[], session: SessionBuilder): void {
  const id = textOf(valueOf(record, 'message'), 'id') ?? '';
  // An answer that two branches share was paid once.
  const key = `${agentOf(record)} ${id === '' ? record.start : id}`;
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

/** Any other record, which is counted; a message that the user wrote while the model worked is kept as an attachment. */
function countOther(record: JsonNode, type: string | undefined, say: Say, session: SessionBuilder): void {
  const attachment = valueOf(record, 'attachment');
  const kind = textOf(attachment, 'type') ?? textOf(record, 'subtype');
  const prompt = valueOf(attachment, 'prompt');
  if (type === 'attachment' && kind === claudeQueued && prompt !== undefined) {
    const role =
      textOf(attachment, 'commandMode') === 'task-notification' || isContext(record) ? developerRole : userRole;
    const isProgram = beginsWith(prompt.kind === 'string' ? prompt.value : undefined, claudeContext);
    say(messageAt(record, attachment ?? record, isProgram ? developerRole : role, { content: asContent(prompt) }));
    return;
  }
  const name = type ?? 'record without a type';
  if (type === 'result') session.usage.tell(usageIn(record));
  session.count(kind === undefined ? name : `${name} ${kind}`, getOwn(claudeRecords, type) ?? 'unknown', record);
}
