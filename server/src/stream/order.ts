/**
 * Puts events in the order of their numbers. The Responses API numbers the events of a response, and sends them in this order
 * over one connection. A missing number therefore means a lost event, unless the event arrives within a certain window.
 */

import { isObject } from '../syntax/is-object.ts';
import { minimum } from '../syntax/lists.ts';

/** An event, and its position relative to others. */
export interface OrderedEvent {
  readonly data: unknown;
  /** Whether events before this one are missing. */
  readonly gap: boolean;
  /** Whether later events have already been reported, so that it is too late to insert this one. */
  readonly late: boolean;
}

/** The maximum number of events that wait for an earlier event, and the maximum length of their text. */
const MAX_WAITING_EVENTS = 1000;
const MAX_WAITING_LENGTH = 1 << 23;
/** The number of consecutive numbers after which no earlier event of the stream is expected, even if its first number is unknown. */
const runOfStart = 256;
/** The number of past events, and of past gaps, that are stored to recognize repetitions and late events. */
const MAX_KNOWN_SEQUENCES = 1000;
const MAX_MARK_LENGTH = 2000;
const text = /^response\.(?:output_text|refusal)\.delta$/;
/** The event that begins a response. */
export const firstOfResponse = 'response.created';
const first = new Set([firstOfResponse, 'response.queued', 'response.in_progress']);

export class EventOrder {
  private readonly waiting = new Map<number, { readonly data: unknown; readonly size: number }>();
  private size = 0;
  private next: number | undefined;
  /**
   * The last number that arrived before the first event of the stream was known. `run`: the number of consecutive numbers that
   * end with it.
   */
  private last = -1;
  private run = 0;
  private readonly known = new Map<number, string>();
  private readonly missing: { readonly from: number; readonly to: number }[] = [];
  /**
   * Whether two different events had the same number. This means that the server does not count its events, so they are
   * reported as they arrive.
   */
  uncounted = false;

  /** `upset` is called if the events reported so far may be in the wrong order. */
  constructor(
    private readonly tell: (event: OrderedEvent) => void,
    private readonly upset: () => void,
  ) {}

  /** Takes an event; returns false if its number is invalid. */
  take(data: unknown): boolean {
    const number = isObject(data) ? data.sequence_number : undefined;
    if (number === undefined || number === null || this.uncounted) {
      // Among numbered events, the position of text without a number is unknown.
      const isLost = this.isCounting() && isObject(data) && typeof data.type === 'string' && text.test(data.type);
      this.tell({ data, gap: isLost, late: isLost });
      return true;
    }
    if (!Number.isSafeInteger(number) || (number as number) < 0) return false;
    this.place(data, number as number);
    return true;
  }

  /** Reports the waiting events, since no earlier one can arrive any more. */
  end(): void {
    for (const number of [...this.waiting.keys()].sort((a, b) => a - b)) this.release(number);
  }

  private isCounting(): boolean {
    return !this.uncounted && (this.next !== undefined || this.waiting.size > 0);
  }

  private place(data: unknown, number: number): void {
    if (this.next === undefined) this.begin(data, number);
    if (this.next !== undefined && number < this.next) {
      this.again(data, number);
      return;
    }
    if (number === this.next) {
      this.pass(data, number, false);
      this.goOn();
      return;
    }
    if (this.waiting.has(number)) {
      if (markOf(this.waiting.get(number)?.data) !== markOf(data)) this.giveUp(data);
      return;
    }
    const size = JSON.stringify(data).length;
    this.waiting.set(number, { data, size });
    this.size += size;
    if (this.next === undefined && this.run >= runOfStart) this.release(minimum(this.waiting.keys()));
    while (this.waiting.size > MAX_WAITING_EVENTS || this.size > MAX_WAITING_LENGTH)
      this.release(minimum(this.waiting.keys()));
  }

  /** Begins a stream, if the event has the number 0 or is the first event of a response. */
  private begin(data: unknown, number: number): void {
    const type = isObject(data) ? data.type : undefined;
    if (number === 0 || (typeof type === 'string' && first.has(type))) {
      this.next = number;
      return;
    }
    this.run = number === this.last + 1 ? this.run + 1 : 1;
    this.last = number;
  }

  /** Takes an event whose number has already been passed. The event is repeated or late, or the server does not count its events. */
  private again(data: unknown, number: number): void {
    if (this.known.get(number) === markOf(data)) return;
    if (this.missing.some(({ from, to }) => from <= number && number < to)) {
      this.known.set(number, markOf(data));
      this.tell({ data, gap: false, late: true });
    } else this.giveUp(data);
  }

  private giveUp(data: unknown): void {
    this.uncounted = true;
    this.upset();
    this.end();
    this.tell({ data, gap: true, late: false });
  }

  private release(number: number): void {
    const one = this.waiting.get(number);
    if (one === undefined) return;
    this.waiting.delete(number);
    this.size -= one.size;
    const from = this.next ?? 0;
    if (number > from) {
      this.missing.push({ from, to: number });
      if (this.missing.length > MAX_KNOWN_SEQUENCES) this.missing.shift();
    }
    this.pass(one.data, number, number > from);
    this.goOn();
  }

  private goOn(): void {
    for (;;) {
      const number = this.next as number;
      const one = this.waiting.get(number);
      if (one === undefined) return;
      this.waiting.delete(number);
      this.size -= one.size;
      this.pass(one.data, number, false);
    }
  }

  private pass(data: unknown, number: number, gap: boolean): void {
    this.next = number + 1;
    this.known.set(number, markOf(data));
    if (this.known.size > MAX_KNOWN_SEQUENCES) this.known.delete(this.known.keys().next().value as number);
    this.tell({ data, gap, late: false });
  }
}

/** Returns a string that distinguishes an event from other events with the same number. */
function markOf(data: unknown): string {
  const text = JSON.stringify(data) ?? '';
  return text.length <= MAX_MARK_LENGTH
    ? text
    : `${text.length} ${text.slice(0, MAX_MARK_LENGTH / 2)}${text.slice(-MAX_MARK_LENGTH / 2)}`;
}
