/** Collects a session while it is read: its messages in the format of chat APIs, and all other facts about it. */
import type { SessionFormat } from '../../../grammar/agent-sessions.ts';
import { systemRole } from '../../../grammar/index.ts';
import type { RecordMeaning } from '../../../grammar/session-records.ts';
import { type JsonNode, textOf } from '../../../syntax/json/nodes.ts';
import type { Span } from '../../../syntax/span.ts';
import type { Conversations } from '../shapes/conversation.ts';
import { GrowingMessages } from './growing-messages.ts';
import { objectAt } from './message-nodes.ts';
import type { SaidBefore } from './said-before.ts';
import { type SessionUsage, UsageBuilder } from './usage.ts';

/** The reason why a message is not part of the conversation at the end of the session. */
export type Aside = 'branch' | 'rolled-back' | 'sub-agent';

/** The parts of a session that its log may not contain. */
export type Missing = 'system prompt' | 'tools' | 'reasoning' | 'prompt' | 'summary of a compaction';

/** Records of the same kind that are not messages. */
export interface OtherRecords {
  readonly kind: string;
  /**
   * The meaning of the records. `unknown`: their type is not in any table. `broken`: they are not JSON. `torn`: the record is the
   * last line, which may be incomplete. `unread`: they were not read, since the log is too long.
   */
  readonly meaning: RecordMeaning | 'unknown' | 'broken' | 'torn' | 'unread';
  readonly count: number;
  /** The span of the first of these records. */
  readonly at: Span;
}

export type FaultKind =
  | 'broken'
  | 'circle'
  | 'parent-missing'
  | 'copied'
  | 'mixed'
  | 'order'
  | 'version'
  | 'id'
  | 'unknown'
  | 'agent-only'
  | 'other-step'
  | 'too-many';

export interface SessionFault extends Span {
  readonly kind: FaultKind;
}

/** A summary that replaced earlier messages in the model's context. */
export interface Compaction extends Span {
  readonly replaced: number;
}

interface Origin {
  /** The program that ran the session, as named in the log, or else the format of the log. */
  readonly harness: string;
  readonly id?: string | undefined;
}

/** Messages that are not in the conversation, but form another conversation that can be selected. */
export interface SessionBranch extends Span {
  readonly kind: Aside;
  /** The number of messages on the branch that are not in the conversation. */
  readonly count: number;
  /** The messages that are only on the branch, not in the conversation. */
  readonly messages: readonly JsonNode[];
  /** Returns the records of the session as if it ended with this branch; undefined if their order is unknown. */
  readonly records: (() => readonly JsonNode[]) | undefined;
}

export interface SessionFacts {
  readonly format: SessionFormat;
  readonly origin: Origin;
  readonly others: readonly OtherRecords[];
  readonly missing: readonly Missing[];
  readonly faults: readonly SessionFault[];
  readonly compactions: readonly Compaction[];
  /** The messages that the model no longer saw at the end, because summaries replaced them. */
  readonly superseded: ReadonlySet<JsonNode>;
  /** The branches in log order. The span of each extends from its first to its last message. */
  readonly branches: readonly SessionBranch[];
  readonly usage: SessionUsage;
  /** The messages that are not in the conversation, each with the reason. */
  readonly asides: ReadonlyMap<JsonNode, Aside>;
  /** The start offsets of replies that the log marks as failed. */
  readonly failed: ReadonlySet<number>;
  /** The times at which records were written (in milliseconds), in log order. */
  readonly times: readonly { readonly start: number; readonly time: number }[];
}

/** Reads appended records. Returns false if the whole log must be read again. */
export type ReadFurther = (newRecords: readonly JsonNode[]) => boolean;

/** The maximum length of a version. A longer string is cut off (UTF-16 units). */
const MAX_VERSION_LENGTH = 40;

/** Collects the facts about a session while its records are read. */
export class SessionBuilder {
  private readonly said = new GrowingMessages();
  /** All messages, including those that are not in the conversation. */
  private readonly all = new GrowingMessages();
  private readonly apart = new Map<string, JsonNode[]>();
  private readonly asides = new Map<JsonNode, Aside>();
  private readonly counts = new Map<string, { meaning: OtherRecords['meaning']; count: number; at: Span }>();
  private readonly lacks = new Set<Missing>();
  private readonly failed = new Set<number>();
  private readonly times: { start: number; time: number }[] = [];
  private areTimesSorted = true;
  private readonly faults: SessionFault[] = [];
  private readonly compactions: Compaction[] = [];
  /** The number of messages at the start of the conversation that compactions have replaced. */
  private compacted = 0;
  private readonly superseded = new Set<JsonNode>();
  /** Earlier messages that compactions kept for the model. */
  private survivors: readonly JsonNode[] = [];
  private readonly endings = new Map<string, () => readonly JsonNode[]>();
  readonly usage = new UsageBuilder();

  private tools: JsonNode | undefined;
  private harness: string | undefined;
  private id: string | undefined;

  /** `before`: the messages of the log as they were before it grew. */
  constructor(
    private readonly format: SessionFormat,
    private readonly before?: SaidBefore,
  ) {}

  /** Sets the declarations of tools, as a list or as a string of JSON. */
  declare(tools: JsonNode): void {
    this.tools = tools;
  }

  /** Sets the id of the session, and the name of the program that ran it. Values that are already set are not changed. */
  identify(id: string | undefined, harness?: string): void {
    this.id ??= id;
    this.harness ??= harness;
  }

  get length(): number {
    return this.said.length;
  }

  /**
   * Adds a message to the conversation, and returns the object that was added. If the message is unchanged since the log grew, this is the
   * object used before.
   */
  say(message: JsonNode): JsonNode {
    const node = this.before?.known(message) ?? message;
    this.said.add(node);
    this.all.add(node);
    return node;
  }

  /** Replaces a message by a version with more content. */
  resay(old: JsonNode, message: JsonNode): void {
    this.all.replace(old, message);
    if (this.superseded.delete(old)) this.superseded.add(message);
    this.survivors = this.survivors.map((one) => (one === old ? message : one));
    const aside = this.asides.get(old);
    if (aside === undefined) {
      this.said.replace(old, message);
      return;
    }
    this.asides.delete(old);
    this.asides.set(message, aside);
    for (const messages of this.apart.values()) {
      const at = messages.lastIndexOf(old);
      if (at >= 0) messages[at] = message;
    }
  }

  /**
   * Adds a message that is not in the conversation. `group`: the id of the branch that the message belongs to. `records`: returns
   * the records of the session as if it ended with this branch.
   */
  sayAside(message: JsonNode, aside: Aside, group: string = aside, records?: () => readonly JsonNode[]): JsonNode {
    const node = this.before?.known(message) ?? message;
    this.all.add(node);
    this.setAside(node, aside, group, records);
    return node;
  }

  private setAside(node: JsonNode, aside: Aside, group: string, records?: () => readonly JsonNode[]): void {
    this.asides.set(node, aside);
    if (records) this.endings.set(group, records);
    const messages = this.apart.get(group);
    if (messages) messages.push(node);
    else this.apart.set(group, [node]);
  }

  rollBack(turns: number, isTurn: (message: JsonNode) => boolean, group: string, records: () => JsonNode[]): void {
    for (const message of this.said.takeBack(turns, isTurn)) {
      this.all.touch(message);
      this.setAside(message, 'rolled-back', group, records);
    }
  }

  count(kind: string, meaning: OtherRecords['meaning'], at: Span): void {
    const entry = this.counts.get(kind);
    if (entry) entry.count++;
    else this.counts.set(kind, { meaning, count: 1, at });
  }

  lack(...parts: readonly Missing[]): void {
    for (const part of parts) this.lacks.add(part);
  }

  fail(start: number): void {
    this.failed.add(start);
  }

  fault(kind: FaultKind, { start, end }: Span): void {
    this.faults.push({ kind, start, end });
  }

  /** Adds a fault, unless one of the same kind was already added. */
  faultOnce(kind: FaultKind, at: Span): void {
    if (!this.faults.some((fault) => fault.kind === kind)) this.fault(kind, at);
  }

  /** Adds a fault if the version of a log is higher than the highest known version. */
  checkVersion(at: JsonNode | undefined, [major, minor]: readonly [number, number]): void {
    const text = at?.kind === 'string' || at?.kind === 'number' ? `${at.value}`.slice(0, MAX_VERSION_LENGTH) : '';
    const [, first, second = 0] = (/(\d+)(?:\.(\d+))?/.exec(text) ?? []).map(Number);
    if (at && first !== undefined && (first > major || (first === major && second > minor)))
      this.faultOnce('version', at);
  }

  /**
   * Marks a summary. It replaces the messages so far, except instructions, the last `keepCount` messages, and those for which `keeps`
   * returns true.
   */
  compact({ start, end }: Span, keepCount = 0, keeps: (message: JsonNode) => boolean = () => false): void {
    const until = Math.max(this.said.length - keepCount, 0);
    const before = [...this.survivors, ...this.said.between(Math.min(this.compacted, until), until)];
    this.compacted = until;
    const replaced = before.filter((message) => textOf(message, 'role') !== systemRole && !keeps(message));
    for (const message of replaced) this.superseded.add(message);
    this.survivors = before.filter(
      (message) => !this.superseded.has(message) && textOf(message, 'role') !== systemRole,
    );
    this.compactions.push({ start, end, replaced: replaced.length });
  }

  /**
   * Records the time at which a record was written. `timestamp`: milliseconds since 1970, or a date and time as a string; undefined if the
   * log has none.
   */
  timeOf({ start }: Span, timestamp: string | number | undefined): void {
    const time = typeof timestamp === 'number' ? timestamp : Date.parse(timestamp ?? '');
    if (!Number.isFinite(time)) return;
    if ((this.times.at(-1)?.start ?? 0) > start) this.areTimesSorted = false;
    this.times.push({ start, time });
  }

  /** Returns the conversations so far. `list`: the node whose elements are the messages. `torn`: the last line, if it may be incomplete. */
  conversations(list: JsonNode | undefined, torn?: Span): Conversations {
    const { apart, asides, format, failed, times, compactions, superseded } = this;
    if (!this.areTimesSorted) times.sort((a, b) => a.start - b.start);
    this.areTimesSorted = true;
    const nodes = this.said.list();
    const messages = asides.size === 0 && this.said.isSorted ? nodes : this.all.sorted();
    const conversations = [...(nodes.length > 0 || apart.size === 0 ? [nodes] : []), ...apart.values()];
    const unknown = [...this.counts.values()].find(({ meaning }) => meaning === 'unknown');
    if (unknown) this.faultOnce('unknown', unknown.at);
    const others = [
      ...(torn ? [{ kind: 'incomplete line', meaning: 'torn' as const, count: 1, at: torn }] : []),
      ...[...this.counts].map(([kind, rest]) => ({ kind, ...rest })),
    ];
    // If parents form a cycle, some record necessarily precedes its parent, so the fault about the order is omitted.
    const isCircle = this.faults.some(({ kind }) => kind === 'circle');
    const faults = isCircle ? this.faults.filter(({ kind }) => kind !== 'order') : this.faults;
    const origin = { harness: this.harness ?? format, id: this.id };
    return {
      list,
      messages,
      misshapen: [],
      conversations,
      unsaid: [...asides.keys()],
      ...(this.tools && { request: objectAt(this.tools, { tools: this.tools }) }),
      session: {
        format,
        origin,
        others,
        missing: [...this.lacks],
        faults,
        compactions,
        superseded,
        asides,
        failed,
        times,
        branches: this.branches(),
        usage: this.usage.sums(),
      },
    };
  }

  private branches(): SessionBranch[] {
    const branches = [...this.apart].flatMap(([group, messages]): SessionBranch[] => {
      const [first, last] = [messages[0], messages.at(-1)];
      const records = this.endings.get(group);
      if (first === undefined || last === undefined) return [];
      const kind = this.asides.get(first) as Aside;
      return [{ kind, start: first.start, end: last.end, count: messages.length, messages, records }];
    });
    return branches.sort((a, b) => a.start - b.start);
  }
}
