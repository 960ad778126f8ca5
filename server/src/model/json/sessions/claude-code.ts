/** Claude Code's logs, and the messages that its SDK prints: Anthropic's messages in an envelope. */
import { developerRole, userRole } from '../../../grammar/index.ts';
import {
  claudeContext,
  claudeHidingFlags,
  claudeHumanOrigins,
  claudeQueued,
  claudeRecords,
} from '../../../grammar/session-records.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonNode, textOf } from '../../../syntax/json/nodes.ts';
import { closest } from '../../../syntax/tokens/closest.ts';
import { valueOf } from '../shapes/conversation.ts';
import { ClaudeAnswers } from './claude-answers.ts';
import {
  boundarySubtype,
  type ConversationTree,
  conversationTree,
  isMarked,
  isOfSubAgent,
  messageKey,
} from './claude-tree.ts';
import { asContent, asText, beginsWith, itemsOf, messageAt } from './message-nodes.ts';
import type { Aside, SessionBuilder } from './session.ts';
import { sayUserBlocks } from './user-blocks.ts';

export function readClaudeCode(root: JsonNode, session: SessionBuilder): void {
  const records = withoutCopies(
    itemsOf(root).filter(({ kind }) => kind === 'object'),
    session,
  );
  const tree = conversationTree(records, session);
  const { path } = tree;
  const asides = new Asides(records, tree);
  const answers = blocksByMessage(records, path);
  const compaction = new CompactionMarks(session);
  const answer = new ClaudeAnswers(session);
  session.lack('system prompt', 'tools');
  for (const [i, record] of records.entries()) {
    session.timeOf(record, textOf(record, 'timestamp'));
    session.identify(textOf(record, 'sessionId') ?? textOf(record, 'session_id'));
    const aside: Aside | undefined = isOfSubAgent(record) ? 'sub-agent' : path.has(i) ? undefined : 'branch';
    const say = (message: JsonNode) => {
      if (aside === undefined) compaction.finish();
      if (aside === undefined) session.say(message);
      else session.sayAside(message, aside, ...asides.groupOf(record, i, aside));
    };
    const type = textOf(record, 'type');
    if (aside === undefined) compaction.see(record);
    if (type === 'user') sayUser(record, say, session);
    else if (type === 'assistant') answer.say(record, answers.get(i), agentOf(record), say);
    else if (type === 'result') answer.sayResult(record, (message) => session.say(message));
    else countOther(record, type, say, session);
  }
  compaction.finish();
}

/** Records without those that repeat another one, with its `uuid`: a log that was continued can have them twice. */
function withoutCopies(records: readonly JsonNode[], session: SessionBuilder): JsonNode[] {
  const byId = new Map<string, { readonly record: JsonNode; text?: string | undefined }>();
  return records.filter((record) => {
    const id = textOf(record, 'uuid');
    const known = id === undefined ? undefined : byId.get(id);
    if (known === undefined) {
      if (id !== undefined) byId.set(id, { record });
      return true;
    }
    known.text ??= asText(known.record)?.value;
    if (known.text === asText(record)?.value) {
      session.count('record that the log has twice', 'repeated', record);
      return false;
    }
    session.fault('id', valueOf(record, 'uuid') ?? record);
    return true;
  });
}

/** Marks compactions: at the summary that follows a boundary, or at the boundary where the log has no summary. */
class CompactionMarks {
  private boundary: JsonNode | undefined;

  constructor(private readonly session: SessionBuilder) {}

  see(record: JsonNode): void {
    if (isMarked(record, 'isCompactSummary')) {
      this.boundary = undefined;
      this.session.compact(record);
    } else if (textOf(record, 'subtype') === boundarySubtype) {
      this.finish();
      this.boundary = record;
    }
  }

  /** Somebody says something, or the log ends: no summary is to come. */
  finish(): void {
    if (this.boundary) this.session.compact(this.boundary);
    this.boundary = undefined;
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

/** The records of each message of the API, at the index of the first; undefined at those of the others. */
function blocksByMessage(records: readonly JsonNode[], path: ReadonlySet<number>): Map<number, JsonNode[]> {
  const byId = new Map<string, JsonNode[]>();
  const atFirst = new Map<number, JsonNode[]>();
  for (const [i, record] of records.entries()) {
    if (textOf(record, 'type') !== 'assistant') continue;
    const id = messageKey(record);
    const key = id === undefined ? undefined : `${path.has(i)} ${agentOf(record)} ${id}`;
    const known = key === undefined ? undefined : byId.get(key);
    if (known) known.push(record);
    else {
      const first = [record];
      atFirst.set(i, first);
      if (key !== undefined) byId.set(key, first);
    }
  }
  return atFirst;
}

type Say = (message: JsonNode) => void;

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
  (isOfProgram(record) ||
    record.members.some(
      ({ key, value }) => value?.kind === 'boolean' && value.value === true && isHidingFlag(key.value),
    ));

/** Whether the log says that a message has another origin than somebody who writes to the agent. */
function isOfProgram(record: JsonNode): boolean {
  const origin = valueOf(record, 'origin');
  return origin?.kind === 'object' && !claudeHumanOrigins.includes(textOf(origin, 'kind') ?? '');
}

const isHidingFlag = (key: string): boolean =>
  claudeHidingFlags.includes(key) || closest(key.slice(0, MAX_FLAG_LENGTH), claudeHidingFlags) !== undefined;

/** Longer names are not a misspelled flag (UTF-16 units). */
const MAX_FLAG_LENGTH = 40;

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
  session.count(kind === undefined ? name : `${name} ${kind}`, getOwn(claudeRecords, type) ?? 'unknown', record);
}
