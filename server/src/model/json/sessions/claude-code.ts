/** Reads Claude Code's logs, and the messages that its SDK prints. Both contain Anthropic's messages in an envelope. */
import { developerRole, userRole } from '../../../grammar/index.ts';
import {
  claudeContext,
  claudeHidingFlags,
  claudeHumanOrigins,
  claudeQueued,
  claudeRecords,
} from '../../../grammar/session-records.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { keysOf } from '../../../syntax/json/members.ts';
import { type JsonNode, textOf } from '../../../syntax/json/nodes.ts';
import { closest } from '../../../syntax/tokens/closest.ts';
import { valueOf } from '../shapes/conversation.ts';
import { type Answer, ClaudeAnswers } from './claude-answers.ts';
import {
  boundarySubtype,
  type ConversationTree,
  conversationTree,
  isMarked,
  isOfSubAgent,
  messageKey,
} from './claude-tree.ts';
import { asContent, asText, beginsWith, itemsOf, messageAt } from './message-nodes.ts';
import type { Aside, ReadFurther, SessionBuilder } from './session.ts';
import { sayUserBlocks } from './user-blocks.ts';

/** Reads a log. The returned function reads records that are appended later; it returns false if the whole log must be read again. */
export function readClaudeCode(root: JsonNode, session: SessionBuilder): ReadFurther {
  const records = withoutCopies(
    itemsOf(root).filter(({ kind }) => kind === 'object'),
    session,
  );
  const tree = conversationTree(records, session);
  const blocks = new AnswerBlocks(records, tree);
  const answers = new ClaudeAnswers(session);
  const compaction = new CompactionMarks(session);
  session.lack('system prompt', 'tools');
  const parts = () => ({ records, tree, blocks, answers, compaction, asides: new Asides(records, tree) });
  readRecords(0, parts(), session);
  let ids: Set<string> | undefined;
  return (newRecords) => {
    ids ??= new Set(records.map((record) => textOf(record, 'uuid') ?? ''));
    // The log must be read again if a summary may follow the compaction that was marked without one, or if a record repeats an
    // earlier one.
    if (compaction.isMarkedAtEnd || !newRecords.every((record) => isNewIn(record, ids as Set<string>))) return false;
    const from = records.length;
    if (!tree.extend(newRecords)) return false;
    for (const record of newRecords) records.push(record);
    for (let i = from; i < records.length; i++) blocks.add(i);
    return readRecords(from, parts(), session);
  };
}

function isNewIn(record: JsonNode, ids: Set<string>): boolean {
  const id = textOf(record, 'uuid');
  if (id === undefined) return true;
  if (ids.has(id)) return false;
  ids.add(id);
  return true;
}

interface LogParts {
  readonly records: readonly JsonNode[];
  readonly tree: ConversationTree;
  readonly blocks: AnswerBlocks;
  readonly answers: ClaudeAnswers;
  readonly compaction: CompactionMarks;
  readonly asides: Asides;
}

/** Reads the records from an index on. Returns false if a message that was already split into several messages has further blocks. */
function readRecords(from: number, parts: LogParts, session: SessionBuilder): boolean {
  const { records, tree, blocks, answers, compaction, asides } = parts;
  for (let i = from; i < records.length; i++) {
    const record = records[i] as JsonNode;
    session.timeOf(record, textOf(record, 'timestamp'));
    session.identify(textOf(record, 'sessionId') ?? textOf(record, 'session_id'));
    const aside: Aside | undefined = isOfSubAgent(record) ? 'sub-agent' : tree.path.has(i) ? undefined : 'branch';
    const say = (message: JsonNode) => {
      if (aside !== undefined) return session.sayAside(message, aside, ...asides.groupOf(record, i, aside));
      compaction.finish();
      return session.say(message);
    };
    const type = textOf(record, 'type');
    if (aside === undefined) compaction.see(record);
    if (type === 'user') sayUser(record, say, session);
    else if (type === 'assistant') {
      if (!answers.say(record, blocks.of(i, from), agentOf(record), say)) return false;
    } else if (type === 'result') answers.sayResult(record, (message) => session.say(message));
    else countOther(record, type, say, session);
  }
  compaction.end();
  return true;
}

/** The records without repetitions. Repeated records have the same `uuid`; they occur in a continued log. */
function withoutCopies(records: readonly JsonNode[], session: SessionBuilder): JsonNode[] {
  const byId = new Map<string, { readonly record: JsonNode; text?: string | undefined }>();
  return records.filter((record) => {
    const id = textOf(record, 'uuid');
    const earlier = id === undefined ? undefined : byId.get(id);
    if (earlier === undefined) {
      if (id !== undefined) byId.set(id, { record });
      return true;
    }
    earlier.text ??= asText(earlier.record)?.value;
    if (earlier.text === asText(record)?.value) {
      session.count('record that occurs twice in the log', 'repeated', record);
      return false;
    }
    session.fault('id', valueOf(record, 'uuid') ?? record);
    return true;
  });
}

/** Marks where the conversation was compacted: at the summary that follows a boundary, or at the boundary if there is no summary. */
class CompactionMarks {
  /** Whether the compaction at the end of the log was marked without a summary. */
  isMarkedAtEnd = false;
  private boundary: JsonNode | undefined;
  private isFollowed = false;

  constructor(private readonly session: SessionBuilder) {}

  see(record: JsonNode): void {
    if (isMarked(record, 'isCompactSummary')) {
      this.boundary = undefined;
      this.session.compact(record);
    } else if (textOf(record, 'subtype') === boundarySubtype) {
      this.finish();
      [this.boundary, this.isFollowed] = [record, false];
    } else this.isFollowed = true;
  }

  /** Marks the compaction at a boundary that turned out to have no summary. */
  finish(): void {
    if (this.boundary) this.session.compact(this.boundary);
    this.boundary = undefined;
  }

  /** Handles the end of the log so far. A boundary with no records after it is not part of the conversation yet. */
  end(): void {
    this.isMarkedAtEnd = this.boundary !== undefined && this.isFollowed;
    if (this.isMarkedAtEnd) this.finish();
  }
}

/** Groups the records that are not in the conversation. */
class Asides {
  constructor(
    private readonly records: readonly JsonNode[],
    private readonly tree: ConversationTree,
  ) {}

  /**
   * Returns the group of a record, and a function that returns the records of the group's conversation as if the session ended with this
   * group.
   */
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

/** The agent of a record: the id of a sub-agent, which has its own conversation, or otherwise an empty string. */
const agentOf = (record: JsonNode): string => textOf(record, 'agentId') ?? textOf(record, 'parent_tool_use_id') ?? '';

/** The records that belong to each API message. */
class AnswerBlocks {
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
    const id = messageKey(record);
    const key = id === undefined ? undefined : `${this.tree.path.has(i)} ${agentOf(record)} ${id}`;
    const earlierAnswer = key === undefined ? undefined : this.byId.get(key);
    const answer = earlierAnswer ?? { records: [], first: i, said: [] };
    answer.records.push(record);
    this.all[i] = answer;
    if (key !== undefined) this.byId.set(key, answer);
  }

  /**
   * Returns the API message to add at a record: one that begins at the record, or one that began before `from`, the first record
   * to read.
   */
  of(i: number, from: number): Answer | undefined {
    const answer = this.all[i];
    return answer && (answer.first === i || answer.first < from) ? answer : undefined;
  }
}

type Say = (message: JsonNode) => JsonNode;

/** Adds a user message, tool replies, or text that the program wrote in the role of the user. */
function sayUser(record: JsonNode, say: Say, session: SessionBuilder): void {
  const message = valueOf(record, 'message');
  const roleAt = valueOf(message, 'role') ?? record;
  const content = valueOf(message, 'content');
  const isMeta = isContext(record);
  sayUserBlocks({ record, roleAt, content, isContext: isMeta, context: claudeContext }, say, session);
}

/**
 * Whether the log marks a message in the role of the user as written by the program. If a flag has a similar name, this is in
 * doubt, and the message is hidden.
 */
const isContext = (record: JsonNode): boolean =>
  record.kind === 'object' && (isOfProgram(record) || keysOf(record, true).some(isHidingFlag));

/** Whether the log states that the message does not come from a person. */
function isOfProgram(record: JsonNode): boolean {
  const origin = valueOf(record, 'origin');
  return origin?.kind === 'object' && !claudeHumanOrigins.includes(textOf(origin, 'kind') ?? '');
}

const isHidingFlag = (key: string): boolean =>
  claudeHidingFlags.includes(key) || closest(key.slice(0, MAX_FLAG_LENGTH), claudeHidingFlags) !== undefined;

/** The maximum length of a name that may be a misspelled flag (UTF-16 units). */
const MAX_FLAG_LENGTH = 40;

/**
 * Handles any other record by counting it. The only exception is an attachment with a prompt that the user sent while the model
 * was working, which becomes a message.
 */
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
  session.count(kind === undefined ? name : `${name} ${kind}`, getOwn(claudeRecords, type) ?? 'unknown', record);
}
