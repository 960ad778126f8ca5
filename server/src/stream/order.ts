/**
 * Events in the order of their numbers. The Responses API counts those of a response, and sends them in this order over one
 * connection, so a number that is missing is an event that is lost, unless it comes within a window.
 */

import { isObject } from '../syntax/is-object.ts';
import { minimum } from '../syntax/lists.ts';

/** The facts about the place of an event. */
export interface OrderedEvent {
  readonly data: unknown;
  /** Events before it are missing. */
  readonly gap: boolean;
  /** It was missing, and others that come after it have been told: it has no place any more. */
  readonly late: boolean;
}

/** So many events may wait for one before them, and so much text. */
const MAX_WAITING_EVENTS = 1000;
const MAX_WAITING_LENGTH = 1 << 23;
/** So many events in a row show that a stream begins with its first one, whatever its number. */
const runOfStart = 256;
/** How far back an event is known that comes again, and what has been missing. */
const MAX_KNOWN_SEQUENCES = 1000;
const MAX_MARK_LENGTH = 2000;
const text = /^response\.(?:output_text|refusal)\.delta$/;
/** Events at the beginning of a response. */
export const firstOfResponse = 'response.created';
const first = new Set([firstOfResponse, 'response.queued', 'response.in_progress']);

export class EventOrder {
  private readonly waiting = new Map<number, { readonly data: unknown; readonly size: number }>();
  private size = 0;
  private next: number | undefined;
  /** The numbers of events that arrived before it was known which is the first. */
  private last = -1;
  private run = 0;
  private readonly known = new Map<number, string>();
  private readonly missing: { readonly from: number; readonly to: number }[] = [];
  /** Two events have had one number: the server does not count, and what arrives is told as it comes. */
  uncounted = false;

  /** `upset`: the order of what was told so far may be another. */
  constructor(
    private readonly tell: (event: OrderedEvent) => void,
    private readonly upset: () => void,
  ) {}

  /** Takes an event. False: its number is none. */
  take(data: unknown): boolean {
    const number = isObject(data) ? data.sequence_number : undefined;
    if (number === undefined || number === null || this.uncounted) {
      // Among events that are counted, the place of a text without a number is not known.
      const isLost = this.isCounting() && isObject(data) && typeof data.type === 'string' && text.test(data.type);
      this.tell({ data, gap: isLost, late: isLost });
      return true;
    }
    if (!Number.isSafeInteger(number) || (number as number) < 0) return false;
    this.place(data, number as number);
    return true;
  }

  /** Tells what waits: nothing before it comes any more. */
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

  /** Where a stream begins: at 0, or at the first event of a response. */
  private begin(data: unknown, number: number): void {
    const type = isObject(data) ? data.type : undefined;
    if (number === 0 || (typeof type === 'string' && first.has(type))) {
      this.next = number;
      return;
    }
    this.run = number === this.last + 1 ? this.run + 1 : 1;
    this.last = number;
  }

  /** A number that has been passed: an event that comes again, or too late, or from a server that does not count. */
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

/** The mark that tells an event from others with its number. */
function markOf(data: unknown): string {
  const text = JSON.stringify(data) ?? '';
  return text.length <= MAX_MARK_LENGTH
    ? text
    : `${text.length} ${text.slice(0, MAX_MARK_LENGTH / 2)}${text.slice(-MAX_MARK_LENGTH / 2)}`;
}
