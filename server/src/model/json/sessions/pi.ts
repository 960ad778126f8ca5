/** Reads sessions of Pi and OpenClaw. Their entries form a tree, and the last entry is the end of the conversation. */
import { knownVersions, openClawFolder } from '../../../grammar/agent-sessions.ts';
import { developerRole, modelRole, userRole } from '../../../grammar/index.ts';
import { piRecords } from '../../../grammar/session-records.ts';
import { getOwn } from '../../../syntax/get-own.ts';
import { type JsonNode, memberOf, textOf } from '../../../syntax/json/nodes.ts';
import { stringAt, valueOf } from '../shapes/conversation.ts';
import { asContent, callPart, itemsOf, listAt, messageAt, objectAt, partAt, replyAt } from './message-nodes.ts';
import type { SessionBuilder } from './session.ts';
import { usageIn } from './usage.ts';

export function readPi(root: JsonNode, session: SessionBuilder): void {
  const records = itemsOf(root).filter(({ kind }) => kind === 'object');
  const tree = new EntryTree(records, session);
  /** The number of messages in the conversation when each entry was reached, by the id of the entry. */
  const lengths = new Map<string, number>();
  session.lack('system prompt', 'tools');
  for (const record of records) {
    session.timeOf(record, textOf(record, 'timestamp'));
    const isAside = !tree.path.has(record);
    const say = (message: JsonNode) => {
      if (isAside) session.sayAside(message, 'branch', ...tree.branchOf(record));
      else session.say(message);
    };
    const type = textOf(record, 'type');
    if (!isAside) lengths.set(textOf(record, 'id') ?? '', session.length);
    if (type === 'session') session.checkVersion(valueOf(record, 'version'), knownVersions.pi);
    if (type === 'session') session.identify(textOf(record, 'id'), textOf(record, 'harness') ?? harnessOf(record));
    if (type === 'message') readMessage(record, say, session);
    else if (type !== undefined && summaries.has(type)) {
      if (type === 'compaction' && !isAside) {
        // After the compaction, the model still sees the messages from this entry on.
        const from = lengths.get(textOf(record, 'firstKeptEntryId') ?? '') ?? session.length;
        session.compact(record, session.length - from);
      }
      sayContext(record, record, valueOf(record, 'summary') ?? valueOf(record, 'content'), say);
    } else session.count(type ?? 'record without a type', getOwn(piRecords, type) ?? 'unknown', record);
  }
}

/** The name of the program that wrote a log. OpenClaw and Pi use the same format, but the working directory differs. */
const harnessOf = (header: JsonNode): string | undefined =>
  textOf(header, 'cwd')?.includes(openClawFolder) ? 'openclaw' : undefined;

/** Types of entries that are given to the model, although they are not messages. */
const summaries = new Set(['compaction', 'branch_summary', 'custom_message']);

/** The tree that the entries form. In old files, entries have no parents, so each one follows the one before it. */
class EntryTree {
  private readonly entries: readonly JsonNode[];
  private readonly byId: ReadonlyMap<string, number>;
  readonly path: ReadonlySet<JsonNode>;
  /** The last entry of the branch that an entry is on. */
  private readonly ends = new Map<JsonNode, JsonNode>();

  constructor(records: readonly JsonNode[], session: SessionBuilder) {
    this.entries = records.filter((record) => textOf(record, 'type') !== 'session');
    this.byId = new Map(this.entries.map((entry, i) => [textOf(entry, 'id') ?? `${i}`, i]));
    this.path = this.pathTo(this.entries.length - 1, session);
    const parents = new Set(this.entries.map((_, at) => this.parentOf(at)));
    for (let leaf = this.entries.length - 1; leaf >= 0; leaf--) {
      if (parents.has(leaf)) continue;
      const end = this.entries[leaf] as JsonNode;
      for (let at: number | undefined = leaf; at !== undefined; at = this.parentOf(at)) {
        const entry = this.entries[at] as JsonNode;
        if (this.path.has(entry) || this.ends.has(entry)) break;
        this.ends.set(entry, end);
      }
    }
  }

  /**
   * Returns the name of the branch that an entry is on. Also returns a function for the records of the session as if it ended with this
   * branch.
   */
  branchOf(entry: JsonNode): [group: string, records?: () => readonly JsonNode[]] {
    const end = this.ends.get(entry);
    if (end === undefined) return ['branch'];
    return [`branch ${end.start}`, () => this.recordsTo(this.entries.indexOf(end))];
  }

  private recordsTo(end: number): JsonNode[] {
    const path = this.pathTo(end);
    return this.entries.filter((entry) => path.has(entry));
  }

  private parentOf(at: number, session?: SessionBuilder): number | undefined {
    const parent = valueOf(this.entries[at], 'parentId');
    if (parent?.kind === 'null') return undefined;
    const parentIndex = parent?.kind === 'string' ? this.byId.get(parent.value) : undefined;
    if (parent?.kind === 'string' && parentIndex === undefined && at > 0) session?.fault('parent-missing', parent);
    if (parent?.kind === 'string' && parentIndex !== undefined && parentIndex > at) session?.faultOnce('order', parent);
    return parentIndex ?? (at > 0 ? at - 1 : undefined);
  }

  private pathTo(end: number, session?: SessionBuilder): Set<JsonNode> {
    const path = new Set<JsonNode>();
    for (let at: number | undefined = end < 0 ? undefined : end; at !== undefined; at = this.parentOf(at, session)) {
      const entry = this.entries[at] as JsonNode;
      if (path.has(entry)) {
        session?.fault('circle', memberOf(entry, 'parentId')?.value ?? entry);
        break;
      }
      path.add(entry);
    }
    return path;
  }
}

type Say = (message: JsonNode) => void;

function sayContext(record: JsonNode, roleAt: JsonNode, content: JsonNode | undefined, say: Say): void {
  if (content) say(messageAt(record, roleAt, developerRole, { content: asContent(content) }));
}

function readMessage(record: JsonNode, say: Say, session: SessionBuilder): void {
  const message = valueOf(record, 'message');
  const roleAt = valueOf(message, 'role') ?? record;
  const role = textOf(message, 'role');
  const content = valueOf(message, 'content');
  if (role === userRole) say(messageAt(record, roleAt, role, { content: asContent(content) }));
  else if (role === modelRole) {
    session.usage.add(record.start, usageIn(valueOf(message, 'usage')));
    const parts = itemsOf(content);
    if (parts.some((part) => textOf(part, 'thinking') === '')) session.lack('reasoning');
    // If an answer failed before any output, the error is in another field of the message.
    if (valueOf(message, 'errorMessage') && content?.kind === 'array' && parts.length === 0)
      session.count('failed answer', 'bookkeeping', record);
    else say(messageAt(record, roleAt, role, { content: answerOf(content, record) }));
  } else if (role === 'toolResult') {
    if (isTrue(valueOf(message, 'isError'))) session.fail(record.start);
    say(replyAt(record, roleAt, valueOf(message, 'toolCallId'), content));
  } else if (role === 'bashExecution' && isTrue(valueOf(message, 'excludeFromContext')))
    session.count('command that was not shown to the model', 'bookkeeping', record);
  else if (role === 'bashExecution') sayContext(record, roleAt, shellOf(message, record), say);
  else if (role !== undefined && contexts.has(role))
    sayContext(record, roleAt, valueOf(message, 'summary') ?? content, say);
  else session.count(`message with role ${role ?? '(none)'}`, 'unknown', record);
}

const isTrue = (node: JsonNode | undefined): boolean => node?.kind === 'boolean' && node.value === true;

/** The roles of messages that the program itself adds to the context. */
const contexts = new Set(['custom', 'branchSummary', 'compactionSummary']);

/** The content for a command that was run by the user: the command and its output. */
function shellOf(message: JsonNode | undefined, record: JsonNode): JsonNode {
  const texts = ['command', 'output'].flatMap((key) => valueOf(message, key) ?? []);
  return listAt(
    texts[0] ?? record,
    texts.map((text) => objectAt(text, { type: stringAt(text, 'text'), text })),
  );
}

/** The content of an answer, in which calls are converted to Anthropic's format. */
function answerOf(content: JsonNode | undefined, record: JsonNode): JsonNode {
  if (content?.kind === 'string') return listAt(content, [partAt('text', content)]);
  const nodes = itemsOf(content).filter((part) => textOf(part, 'thinking') !== '');
  const parts = nodes.map((part) =>
    textOf(part, 'type') === 'toolCall'
      ? callPart(part, { id: valueOf(part, 'id'), name: valueOf(part, 'name'), input: valueOf(part, 'arguments') })
      : part,
  );
  return listAt(content ?? record, parts);
}
