/** Reads the data of events from a chat API as they arrive, either as server-sent events or as lines of JSON. */
import { createParser } from 'eventsource-parser';
import { eventJson } from '../../stream/event-json.ts';
import { isStreamSoFar } from '../../syntax/arriving-stream.ts';
import { bodyStart } from '../../syntax/event-stream.ts';

/** The data of an event, with the number of the event, counted from 1. If the data cannot be read, a message instead. */
export type Data = { readonly data: unknown; readonly number: number } | { readonly fault: string };

/** The maximum length of an event (UTF-16 units). */
const MAX_EVENT_LENGTH = 1 << 24;
/** The data that ends a stream of completions. */
const done = '[DONE]';

export class EventSource {
  /**
   * The pieces of the unfinished line. They are joined only at the end of the line, since joining each piece would copy the line again and
   * again.
   */
  private line: string[] = [];
  private lineLength = 0;
  private broken = false;
  private number = 0;
  private readonly parser = createParser({
    onEvent: ({ data }) => this.take(data),
    onError: ({ type }) => {
      // After this error, the parser accepts no more data.
      if (type !== 'max-buffer-size-exceeded') return;
      this.broken = true;
      this.tell({ fault: `event ${this.number + 1} is too long: neither it nor any later event is read` });
    },
    maxBufferSize: MAX_EVENT_LENGTH,
  });

  /** `lines`: whether events are lines of JSON without `data:`. `isOver`: called at `[DONE]`. */
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
    let at = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
      this.goOn(text.slice(at, end));
      this.endLine();
      at = end + 1;
    }
    this.goOn(text.slice(at));
  }

  /** Adds text to the unfinished line. A line that is too long is discarded. */
  private goOn(piece: string): void {
    this.lineLength += piece.length;
    if (this.lineLength <= MAX_EVENT_LENGTH) this.line.push(piece);
    else this.line = [];
  }

  private endLine(): void {
    const [line, length] = [this.line.join(''), this.lineLength];
    [this.line, this.lineLength] = [[], 0];
    if (length > MAX_EVENT_LENGTH) {
      this.number++;
      this.tell({
        fault: `event ${this.number} has more than ${MAX_EVENT_LENGTH >> 20} million characters, and is not read`,
      });
    } else if (line.trim() !== '') this.take(line);
  }

  end(): void {
    if (this.lines) this.endLine();
    // A blank line ends an event, but may be missing after the last event.
    if (!this.lines && !this.broken) this.parser.feed('\n\n');
  }

  private take(text: string): void {
    this.number++;
    if (text.trim() === done) {
      this.isOver();
      return;
    }
    const json = eventJson(text);
    this.tell(json ? { data: json.value, number: this.number } : { fault: `event ${this.number} is not JSON` });
  }
}

/** Returns the kind of an input, judging by its beginning; undefined while the beginning does not suffice. */
export function kindOf(head: string): 'text' | 'events' | 'lines' | undefined {
  const text = head.slice(bodyStart(head)).replace(/^\uFEFF?\s*/, '');
  if (text === '') return undefined;
  if (text.startsWith('{')) return 'lines';
  const isStream = isStreamSoFar(head);
  return isStream === undefined ? undefined : isStream ? 'events' : 'text';
}
