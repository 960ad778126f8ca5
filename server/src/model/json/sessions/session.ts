/** A session as it is read: its messages in the terms of chat APIs, and everything about it that is not one. */
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

/** Why a message is not part of the conversation that the session ends with. */
export type Aside = 'branch' | 'rolled-back' | 'sub-agent';

/** Parts of a session that its log does not have. */
export type Missing = 'system prompt' | 'tools' | 'reasoning' | 'prompt' | 'summary of a compaction';

/** Records of a kind that are not messages. */
export interface OtherRecords {
  readonly kind: string;
  /**
   * `unknown`: no table has it. `broken`: it is not JSON; `torn`: it is the last line, which may still be written. `unread`: the log is too
   * long.
   */
  readonly meaning: RecordMeaning | 'unknown' | 'broken' | 'torn' | 'unread';
  readonly count: number;
  /** The first of them. */
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

/** Something that is wrong with a log, at its place. */
export interface SessionFault extends Span {
  readonly kind: FaultKind;
}

/** Messages that a summary took the place of, as the model saw it from there on. */
export interface Compaction extends Span {
  readonly replaced: number;
}

/** The session's own names. */
interface Origin {
  /** The program that ran it, in the words of the log, or the format of the log. */
  readonly harness: string;
  readonly id?: string | undefined;
}

/** Messages that are not part of the conversation and belong together: a conversation of its own, if it is chosen. */
export interface SessionBranch extends Span {
  readonly kind: Aside;
  /** How many messages it has that the conversation does not have. */
  readonly count: number;
  /** Those messages. */
  readonly messages: readonly JsonNode[];
  /** The records of the session as it would be if it ended with this; undefined where their order is not known. */
  readonly records: (() => readonly JsonNode[]) | undefined;
}

export interface SessionFacts {
  readonly format: SessionFormat;
  readonly origin: Origin;
  readonly others: readonly OtherRecords[];
  readonly missing: readonly Missing[];
  readonly faults: readonly SessionFault[];
  readonly compactions: readonly Compaction[];
  /** In the order of the log, each from its first message to its last one. */
  readonly branches: readonly SessionBranch[];
  /** Tokens and costs, as far as the log says. */
  readonly usage: SessionUsage;
  /** Why messages are not in the conversation. */
  readonly asides: ReadonlyMap<JsonNode, Aside>;
  /** Replies that the log marks as failed, by where they begin. */
  readonly failed: ReadonlySet<number>;
  /** When records were written (milliseconds), in their order. */
  readonly times: readonly { readonly start: number; readonly time: number }[];
}

/** Reads records that were added to a log; false if that cannot be done, and all of it has to be read again. */
export type ReadFurther = (added: readonly JsonNode[]) => boolean;

/** Longer texts are not a version (UTF-16 units). */
const MAX_VERSION_LENGTH = 40;

/** Collects what a session is while its records are read. */
export class SessionBuilder {
  private readonly said = new GrowingMessages();
  /** All messages, those that are not part of the conversation among them. */
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
  /** How many messages of the conversation the last compaction has replaced. */
  private compacted = 0;
  private readonly endings = new Map<string, () => readonly JsonNode[]>();
  /** The tokens and costs in the log. */
  readonly usage = new UsageBuilder();

  private tools: JsonNode | undefined;
  private harness: string | undefined;
  private id: string | undefined;

  /** `before`: what was said by a log that this one continues. */
  constructor(
    private readonly format: SessionFormat,
    private readonly before?: SaidBefore,
  ) {}

  /** Takes declarations of tools: a list, or one as a string of JSON. */
  declare(tools: JsonNode): void {
    this.tools = tools;
  }

  /** Takes the id of the session, and the name of the program that ran it; the first of each counts. */
  identify(id: string | undefined, harness?: string): void {
    this.id ??= id;
    this.harness ??= harness;
  }

  /** How many messages the conversation has so far. */
  get length(): number {
    return this.said.length;
  }

  /** Adds a message of the conversation; gives the one that stands for it. */
  say(message: JsonNode): JsonNode {
    const said = this.before?.known(message) ?? message;
    this.said.add(said);
    this.all.add(said);
    return said;
  }

  /** Puts a message in the place of one that was said: more has come of it. */
  resay(old: JsonNode, message: JsonNode): void {
    this.all.replace(old, message);
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
   * Adds a message that is not part of it. `group`: whose messages belong together; `records`: those of the session if it
   * ended with them.
   */
  sayAside(message: JsonNode, aside: Aside, group: string = aside, records?: () => readonly JsonNode[]): JsonNode {
    const said = this.before?.known(message) ?? message;
    this.all.add(said);
    this.setAside(said, aside, group, records);
    return said;
  }

  private setAside(said: JsonNode, aside: Aside, group: string, records?: () => readonly JsonNode[]): void {
    this.asides.set(said, aside);
    if (records) this.endings.set(group, records);
    const messages = this.apart.get(group);
    if (messages) messages.push(said);
    else this.apart.set(group, [said]);
  }

  /** Takes back what was said from the last so many messages of the user on. */
  rollBack(turns: number, isTurn: (message: JsonNode) => boolean, group: string, records: () => JsonNode[]): void {
    for (const message of this.said.takeBack(turns, isTurn)) {
      this.all.touch(message);
      this.setAside(message, 'rolled-back', group, records);
    }
  }

  count(kind: string, meaning: OtherRecords['meaning'], at: Span): void {
    const known = this.counts.get(kind);
    if (known) known.count++;
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

  /** The same, where one report is enough for all records. */
  faultOnce(kind: FaultKind, at: Span): void {
    if (!this.faults.some((fault) => fault.kind === kind)) this.fault(kind, at);
  }

  /** Compares the version that a log says it has with the highest one that is known. */
  checkVersion(at: JsonNode | undefined, [major, minor]: readonly [number, number]): void {
    const text = at?.kind === 'string' || at?.kind === 'number' ? `${at.value}`.slice(0, MAX_VERSION_LENGTH) : '';
    const [, first, second = 0] = (/(\d+)(?:\.(\d+))?/.exec(text) ?? []).map(Number);
    if (at && first !== undefined && (first > major || (first === major && second > minor)))
      this.faultOnce('version', at);
  }

  /** A summary takes the place of what was said since the last one, but for the last so many messages, and instructions. */
  compact({ start, end }: Span, kept = 0): void {
    const until = Math.max(this.said.length - kept, 0);
    const replaced = this.said.between(Math.min(this.compacted, until), until);
    this.compacted = until;
    const count = replaced.filter((message) => textOf(message, 'role') !== systemRole).length;
    this.compactions.push({ start, end, replaced: count });
  }

  /** Notes when a record was written, in the words of its log. */
  timeOf({ start }: Span, timestamp: string | number | undefined): void {
    const time = typeof timestamp === 'number' ? timestamp : Date.parse(timestamp ?? '');
    if (!Number.isFinite(time)) return;
    if ((this.times.at(-1)?.start ?? 0) > start) this.areTimesSorted = false;
    this.times.push({ start, time });
  }

  /** The conversations so far. `list`: the node whose elements are the messages; `torn`: the last line, if it is not whole. */
  conversations(list: JsonNode | undefined, torn?: Span): Conversations {
    const { apart, asides, format, failed, times, compactions } = this;
    if (!this.areTimesSorted) times.sort((a, b) => a.start - b.start);
    this.areTimesSorted = true;
    const said = this.said.list();
    const messages = asides.size === 0 && this.said.isSorted ? said : this.all.sorted();
    const conversations = [...(said.length > 0 || apart.size === 0 ? [said] : []), ...apart.values()];
    const unknown = [...this.counts.values()].find(({ meaning }) => meaning === 'unknown');
    if (unknown) this.faultOnce('unknown', unknown.at);
    const others = [
      ...(torn ? [{ kind: 'torn line', meaning: 'torn' as const, count: 1, at: torn }] : []),
      ...[...this.counts].map(([kind, rest]) => ({ kind, ...rest })),
    ];
    // In a circle, one of the records comes before its parent.
    const isCircle = this.faults.some(({ kind }) => kind === 'circle');
    const faults = isCircle ? this.faults.filter(({ kind }) => kind !== 'order') : this.faults;
    const origin = { harness: this.harness ?? format, id: this.id };
    return {
      ...{ list, messages, misshapen: [], conversations, unsaid: [...asides.keys()] },
      ...(this.tools && { request: objectAt(this.tools, { tools: this.tools }) }),
      session: {
        ...{ format, origin, others, missing: [...this.lacks], faults, compactions, asides, failed, times },
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
