/**
 * Decides which reply answers which call. All features use this: rules, the call graph, views, streams, fixes and conversions.
 * Calls and replies are processed in document order, each in constant time.
 */
import type { Family } from '../../syntax/families/family.ts';
import type { Half } from '../graph/facts.ts';
import { bareName } from './tool-names.ts';

/** The properties by which a call or a reply is paired. */
export interface CallPart {
  /** A `plain` part is neither a call nor a reply, and is not paired. */
  readonly kind: 'call' | 'reply' | 'plain';
  readonly tool: string | undefined;
}

/** A call or a reply that may have the id of a call. */
export interface IdentifiedPart extends CallPart {
  readonly callId?: string | undefined;
}

/**
 * The way in which calls and replies without ids are matched: by the name of the tool, if headers contain it; or by their
 * order, in families without channels and in lists.
 */
export type WithoutIds = 'name' | 'order';

export const withoutIdsIn = ({ has }: Pick<Family, 'has'>): WithoutIds => (has.channels ? 'name' : 'order');

/**
 * Identifies a group of calls and replies that are only matched with one another: all with the same id, all of the same tool, or
 * all without an id.
 */
export interface Thread {
  readonly by: 'id' | WithoutIds;
  /** A key that is unique in the document. */
  readonly key: string;
}

/** Returns the thread of a call or a reply; undefined if it has neither an id nor a name by which it can be paired. */
export function threadOf({ callId, tool }: Omit<IdentifiedPart, 'kind'>, withoutIds: WithoutIds): Thread | undefined {
  if (callId !== undefined) return { by: 'id', key: `id ${callId}` };
  if (withoutIds === 'order') return { by: 'order', key: orderKey };
  return tool === undefined ? undefined : { by: 'name', key: `tool ${bareName(tool)}` };
}

const orderKey = 'order';

interface AnsweredCall<One> {
  readonly call: One;
  /** Whether an earlier reply already answered the call. Only ids can show this. */
  readonly again: boolean;
}

/** Matches the calls and replies of one thread. Each reply answers the first call that is still waiting. */
export class CallThread<One extends CallPart> {
  private readonly waiting = new Queue<One>();
  /** For `order`: the waiting calls by the name of their tool. */
  private readonly byName = new Map<string | undefined, Queue<One>>();
  private last: One | undefined;
  /** For `order`: whether a reply did not answer the call that was next in the order. */
  private isUpset = false;

  constructor(
    private readonly by: Thread['by'],
    /** The waiting calls of all threads. A call that another thread or the caller removes from the set is no longer waiting. */
    readonly open = new Set<One>(),
  ) {}

  /**
   * Adds a call, or adds a reply and returns the call that it answers. With ids, if all calls are already answered, a further reply answers
   * the last call again. For `order`, a reply that names a tool answers the first call to that tool or, if none exists, the first unnamed
   * call.
   */
  take(one: One): AnsweredCall<One> | undefined {
    if (one.kind === 'plain') return undefined;
    const { by } = this;
    const name = by !== 'order' || one.tool === undefined ? undefined : bareName(one.tool);
    if (one.kind === 'call') {
      if (this.isUpset) this.forget();
      this.open.add(one);
      this.waiting.add(one);
      if (by === 'order') this.queueOf(name).add(one);
      return undefined;
    }
    if (by === 'order' && this.passedOver(one)) this.isUpset = true;
    const call = name === undefined ? this.next : (this.firstOf(name) ?? this.firstOf(undefined));
    if (call === undefined) return by === 'id' && this.last ? { call: this.last, again: true } : undefined;
    this.open.delete(call);
    this.last = call;
    return { call, again: false };
  }

  /** The next call in the order: the first one that is still waiting. */
  get next(): One | undefined {
    return this.waiting.first(this.open);
  }

  /** Returns the next call in the order if its tool is not the one that a reply names. */
  passedOver({ tool, kind }: One): One | undefined {
    const { next } = this;
    if (kind !== 'reply' || tool === undefined || next?.tool === undefined) return undefined;
    return bareName(tool) === bareName(next.tool) ? undefined : next;
  }

  /**
   * Whether the next part does not depend on the earlier parts: no call is waiting, or the part is a call after replies that were
   * out of order. Such replies are reported, but one wrong or missing reply must not affect everything after it.
   */
  beginsAnew(kind: CallPart['kind'] | undefined): boolean {
    return this.next === undefined || (this.isUpset && kind === 'call');
  }

  /** Removes the waiting calls. They never get a reply. */
  forget(): void {
    this.waiting.clear();
    this.byName.clear();
    this.isUpset = false;
  }

  private firstOf(name: string | undefined): One | undefined {
    return this.byName.get(name)?.first(this.open);
  }

  private queueOf(name: string | undefined): Queue<One> {
    const queue = this.byName.get(name) ?? new Queue<One>();
    this.byName.set(name, queue);
    return queue;
  }
}

/** Matches the calls and replies of a document or a conversation, by ids, names or order. */
export class CallPairing<One extends IdentifiedPart> {
  /** The unanswered calls, in order. */
  readonly open = new Set<One>();
  private readonly threads = new Map<string, CallThread<One>>();

  /**
   * `maxOpen`: the maximum number of unanswered calls that are kept, for a document of unlimited length. If it is set, threads
   * without waiting calls are discarded.
   */
  constructor(
    private readonly withoutIds: WithoutIds,
    private readonly maxOpen = Number.POSITIVE_INFINITY,
  ) {}

  /** Adds a call, or adds a reply and returns the call that it answers. */
  take(one: One): AnsweredCall<One> | undefined {
    const thread = threadOf(one, this.withoutIds);
    if (thread === undefined) {
      if (one.kind === 'call') this.open.add(one);
      return undefined;
    }
    const callThread = this.threads.get(thread.key) ?? new CallThread<One>(thread.by, this.open);
    this.threads.set(thread.key, callThread);
    const answered = callThread.take(one);
    if (this.maxOpen < Number.POSITIVE_INFINITY) this.release(thread.key);
    return answered;
  }

  /** Ends a sequence of calls and replies without ids: later replies do not answer earlier calls. */
  beginAnew(): void {
    this.threads.get(orderKey)?.forget();
  }

  private release(key: string): void {
    if (this.threads.get(key)?.next === undefined) this.threads.delete(key);
    const [first] = this.open.size > this.maxOpen ? this.open : [];
    if (first === undefined) return;
    this.open.delete(first);
    const thread = threadOf(first, this.withoutIds);
    if (thread) this.release(thread.key);
  }
}

/** A call or a reply, and the block or the unit of JSON that contains it. */
export interface Located<Holder, One extends CallPart = Half> {
  readonly holder: Holder;
  readonly half: One;
}

export interface Pairing<Holder, One extends CallPart = Half> {
  readonly callOf: ReadonlyMap<One, Located<Holder, One>>;
  readonly repliesTo: ReadonlyMap<One, readonly Located<Holder, One>[]>;
}

/** Pairs the calls and replies of one thread, which must be in document order. */
export function pairUp<Holder, One extends CallPart>(
  halves: Iterable<Located<Holder, One>>,
  by: Thread['by'],
): Pairing<Holder, One> {
  const thread = new CallThread<One>(by);
  const calls = new Map<One, Located<Holder, One>>();
  const callOf = new Map<One, Located<Holder, One>>();
  const repliesTo = new Map<One, Located<Holder, One>[]>();
  for (const one of halves) {
    if (one.half.kind === 'call') calls.set(one.half, one);
    const answered = thread.take(one.half);
    if (answered === undefined) continue;
    callOf.set(one.half, calls.get(answered.call) as Located<Holder, One>);
    const replies = repliesTo.get(answered.call);
    if (replies) replies.push(one);
    else repliesTo.set(answered.call, [one]);
  }
  return { callOf, repliesTo };
}

class Queue<One> {
  private items: One[] = [];
  private at = 0;

  add(item: One): void {
    this.items.push(item);
  }

  /** Returns the first item that is in a set. Items before it are discarded, since an item never returns to the set. */
  first(among: ReadonlySet<One>): One | undefined {
    while (this.at < this.items.length) {
      const item = this.items[this.at] as One;
      if (among.has(item)) return item;
      this.at++;
    }
    this.clear();
    return undefined;
  }

  clear(): void {
    this.items = [];
    this.at = 0;
  }
}
