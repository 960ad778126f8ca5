/** Server-sent events, or a line of JSON each, of a chat API: their data in the order in which they were sent. */
import { createParser } from 'eventsource-parser';

/** The data of an event; `fault`: it is not JSON. */
export type Data = { readonly data: unknown } | { readonly fault: string };

/** An event may be this long, and so many may wait for one before them. */
const longestEvent = 1 << 24;
const mostWaiting = 1000;
/** What ends the streams of completions. */
const done = '[DONE]';

export class EventSource {
  private readonly waiting = new Map<number, unknown>();
  private next: number | undefined;
  private line = '';
  private broken = false;
  private number = 0;
  private readonly parser = createParser({
    onEvent: ({ data }) => this.take(data),
    onError: ({ type }) => {
      // It takes nothing more after that.
      if (type !== 'max-buffer-size-exceeded') return;
      this.broken = true;
      this.tell({ fault: `event ${this.number + 1} is too long: it and all after it are not read` });
    },
    maxBufferSize: longestEvent,
  });

  /** `lines`: events are lines of JSON without `data:`. `isOver` is called at `[DONE]`. */
  constructor(
    private readonly lines: boolean,
    private readonly tell: (data: Data) => void,
    private readonly isOver: () => void,
  ) {}

  push(text: string): void {
    if (!this.lines) {
      if (!this.broken) this.parser.feed(text);
      return;
    }
    const all = (this.line + text).split('\n');
    this.line = all.pop() ?? '';
    for (const line of all) if (line.trim() !== '') this.take(line);
    if (this.line.length <= longestEvent) return;
    this.line = '';
    this.tell({ fault: 'a line is too long' });
  }

  end(): void {
    if (this.lines && this.line.trim() !== '') this.take(this.line);
    // The end of an event is a blank line, which the last one may lack.
    if (!this.lines && !this.broken) this.parser.feed('\n\n');
    for (const data of [...this.waiting].sort(([a], [b]) => a - b).map(([, one]) => one)) this.tell({ data });
    this.waiting.clear();
  }

  private take(text: string): void {
    this.number++;
    if (text.trim() === done) {
      this.isOver();
      return;
    }
    let data: unknown;
    try {
      data = JSON.parse(text);
    } catch {
      this.tell({ fault: `event ${this.number} is not JSON` });
      return;
    }
    this.inOrder(data);
  }

  /** Events of the Responses API are numbered: one that comes too early waits for those before it. */
  private inOrder(data: unknown): void {
    const number = (data as { sequence_number?: unknown } | null)?.sequence_number;
    if (typeof number !== 'number') {
      this.tell({ data });
      return;
    }
    this.next ??= number;
    if (number > this.next && this.waiting.size < mostWaiting) {
      this.waiting.set(number, data);
      return;
    }
    this.tell({ data });
    this.next = Math.max(this.next, number + 1);
    for (let one = this.waiting.get(this.next); one !== undefined; one = this.waiting.get(this.next)) {
      this.waiting.delete(this.next++);
      this.tell({ data: one });
    }
  }
}

/** What an input is by its beginning; undefined while that cannot be told. */
export function kindOf(head: string): 'text' | 'events' | 'lines' | undefined {
  const text = head.replace(/^\uFEFF?\s*/, '');
  if (text === '') return undefined;
  if (text.startsWith('{')) return 'lines';
  const field = ['data:', 'event:', 'id:', 'retry:', ':'].find((one) => text.startsWith(one) || one.startsWith(text));
  if (field === undefined) return 'text';
  return text.startsWith(field) ? 'events' : undefined;
}
