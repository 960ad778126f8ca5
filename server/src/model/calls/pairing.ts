/**
 * Which reply answers which call: the one place that decides it, for rules, call graph, views, streams, fixes and conversions. Calls
 * and replies are taken one by one, in the order of the document, each in constant time.
 */
import type { Family } from '../../syntax/families/family.ts';
import type { Half } from '../graph/facts.ts';
import { bareName } from './tool-names.ts';

/** The part of a call or a reply that identifies its partners. */
export interface CallPart {
  /** A plain part takes no part in the pairing. */
  readonly kind: 'call' | 'reply' | 'plain';
  readonly tool: string | undefined;
}

/** The same with its id, if it has one. */
export interface IdentifiedPart extends CallPart {
  readonly callId?: string | undefined;
}

/**
 * How calls and replies without ids find one another: by the name of the tool, where headers name it, or in the order in which they are
 * written, in plain frames and in lists.
 */
export type WithoutIds = 'name' | 'order';

export const withoutIdsIn = ({ has }: Pick<Family, 'has'>): WithoutIds => (has.channels ? 'name' : 'order');

/** Calls and replies that are matched with one another, and with no others: those with an id, those of a tool, or all without an id. */
export interface Thread {
  readonly by: 'id' | WithoutIds;
  /** Distinguishes it from others in the document. */
  readonly key: string;
}

/** The thread that a call or a reply belongs to; undefined if neither an id nor a name says where its partners are. */
export function threadOf({ callId, tool }: Omit<IdentifiedPart, 'kind'>, withoutIds: WithoutIds): Thread | undefined {
  if (callId !== undefined) return { by: 'id', key: `id ${callId}` };
  if (withoutIds === 'order') return { by: 'order', key: orderKey };
  return tool === undefined ? undefined : { by: 'name', key: `tool ${bareName(tool)}` };
}

const orderKey = 'order';

/** The call that a reply answers. */
interface AnsweredCall<One> {
  readonly call: One;
  /** The call has had a reply before: only an id can say so. */
  readonly again: boolean;
}

/** The calls of a thread that wait, and which of them a reply answers: first come, first served. */
export class CallThread<One extends CallPart> {
  private readonly waiting = new Queue<One>();
  /** In an order, by name as well. */
  private readonly byName = new Map<string | undefined, Queue<One>>();
  private last: One | undefined;
  /** In an order: a reply was not that of the call whose turn it was. */
  private isUpset = false;

  constructor(
    private readonly by: Thread['by'],
    /** Calls that wait, of all threads; one that is taken out of it waits no more. */
    readonly open = new Set<One>(),
  ) {}

  /**
   * Takes a call, or a reply, for which it returns the call that is answered. With an id, a reply after every call has one answers the
   * last of them once more. In an order, a reply that names a tool answers the first call of that tool, or one that names none.
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

  /** The call whose turn it is: the first that waits. */
  get next(): One | undefined {
    return this.waiting.first(this.open);
  }

  /** The call whose turn it is, if it is of another tool than a reply names. */
  passedOver({ tool, kind }: One): One | undefined {
    const { next } = this;
    if (kind !== 'reply' || tool === undefined || next?.tool === undefined) return undefined;
    return bareName(tool) === bareName(next.tool) ? undefined : next;
  }

  /**
   * Whether what is taken next has nothing to do with what was before: no call waits, or it is a call after replies out of order. That
   * is reported, and one wrong or missing reply must not affect everything after it.
   */
  beginsAnew(kind: CallPart['kind'] | undefined): boolean {
    return this.next === undefined || (this.isUpset && kind === 'call');
  }

  /** Leaves the calls that wait without a reply, and begins again. */
  forget(): void {
    this.waiting.clear();
    this.byName.clear();
    this.isUpset = false;
  }

  private firstOf(name: string | undefined): One | undefined {
    return this.byName.get(name)?.first(this.open);
  }

  private queueOf(name: string | undefined): Queue<One> {
    const known = this.byName.get(name) ?? new Queue<One>();
    this.byName.set(name, known);
    return known;
  }
}

/** The calls and replies of a document or a conversation, whatever shows which belong together. */
export class CallPairing<One extends IdentifiedPart> {
  /** The calls that nothing has answered, in their order. */
  readonly open = new Set<One>();
  private readonly threads = new Map<string, CallThread<One>>();

  /** `maxOpen`: so many calls are kept at a time, and none that is answered, for a document that never ends. */
  constructor(
    private readonly withoutIds: WithoutIds,
    private readonly maxOpen = Number.POSITIVE_INFINITY,
  ) {}

  /** Takes a call, or a reply, for which it returns the call that is answered. */
  take(one: One): AnsweredCall<One> | undefined {
    const place = threadOf(one, this.withoutIds);
    if (place === undefined) {
      if (one.kind === 'call') this.open.add(one);
      return undefined;
    }
    const thread = this.threads.get(place.key) ?? new CallThread<One>(place.by, this.open);
    this.threads.set(place.key, thread);
    const answered = thread.take(one);
    if (this.maxOpen < Number.POSITIVE_INFINITY) this.release(place.key);
    return answered;
  }

  /** Ends an order: what follows answers nothing before it. */
  beginAnew(): void {
    this.threads.get(orderKey)?.forget();
  }

  private release(key: string): void {
    if (this.threads.get(key)?.next === undefined) this.threads.delete(key);
    const [first] = this.open.size > this.maxOpen ? this.open : [];
    if (first === undefined) return;
    this.open.delete(first);
    const place = threadOf(first, this.withoutIds);
    if (place) this.release(place.key);
  }
}

/** A call or a reply, and what it is in: a block, or a unit of JSON. */
export interface Located<Holder, One extends CallPart = Half> {
  readonly holder: Holder;
  readonly half: One;
}

export interface Pairing<Holder, One extends CallPart = Half> {
  readonly callOf: ReadonlyMap<One, Located<Holder, One>>;
  readonly repliesTo: ReadonlyMap<One, readonly Located<Holder, One>[]>;
}

/** Pairs what is in one thread, given in the order of the document. */
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

  /** The first that is in a set: those before it never are again. */
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
