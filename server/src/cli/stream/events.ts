/** Server-sent events, or a line of JSON each, of a chat API: their data as they arrive. */
import { createParser } from 'eventsource-parser';
import { eventJson } from '../../stream/event-json.ts';
import { isStreamSoFar } from '../../syntax/arriving-stream.ts';
import { bodyStart } from '../../syntax/event-stream.ts';

/** The data of an event, and its number, from 1; `fault`: it is not JSON. */
export type Data = { readonly data: unknown; readonly number: number } | { readonly fault: string };

/** An event may be this long. */
const MAX_EVENT_LENGTH = 1 << 24;
/** The data that ends the streams of completions. */
const done = '[DONE]';

export class EventSource {
  /** The unfinished line so far, in pieces: joining them each time would copy all of it. */
  private line: string[] = [];
  private lineLength = 0;
  private broken = false;
  private number = 0;
  private readonly parser = createParser({
    onEvent: ({ data }) => this.take(data),
    onError: ({ type }) => {
      // It takes nothing more after that.
      if (type !== 'max-buffer-size-exceeded') return;
      this.broken = true;
      this.tell({ fault: `event ${this.number + 1} is too long: neither it nor any later event is read` });
    },
    maxBufferSize: MAX_EVENT_LENGTH,
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
    let at = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', at)) {
      this.goOn(text.slice(at, end));
      this.endLine();
      at = end + 1;
    }
    this.goOn(text.slice(at));
  }

  /** Adds to a line; of one that is too long, nothing more is kept. */
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
    // The end of an event is a blank line, which the last one may lack.
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

/** Returns the kind of an input by its beginning; undefined while that cannot be told. */
export function kindOf(head: string): 'text' | 'events' | 'lines' | undefined {
  const text = head.slice(bodyStart(head)).replace(/^\uFEFF?\s*/, '');
  if (text === '') return undefined;
  if (text.startsWith('{')) return 'lines';
  const isStream = isStreamSoFar(head);
  return isStream === undefined ? undefined : isStream ? 'events' : 'text';
}
