/** `ocml stream`: prints the events of a transcript that is still being written (2.2 §9). */

import { openDocument } from '../../documents/document.ts';
import { isJsonDialect } from '../../documents/sniff.ts';
import { areRecords } from '../../model/json/sessions/recognise.ts';
import { packingOf } from '../../packed/names.ts';
import { ApiStream, type Received } from '../../stream/api.ts';
import { type CancelReason, type StreamEvent, type StreamOptions, TranscriptStream } from '../../stream/stream.ts';
import { bodyStart } from '../../syntax/event-stream.ts';
import { readJson } from '../../syntax/json/read.ts';
import { append } from '../../syntax/lists.ts';
import { dialects } from '../dialects.ts';
import { onExit } from '../files/exit-handlers.ts';
import { mustBeText } from '../files/not-text.ts';
import { openBytes } from '../files/open-bytes.ts';
import { openNamed } from '../files/pipes.ts';
import { print, printAside } from '../output.ts';
import { whyNoMessages } from '../stream/answer-events.ts';
import { type Data, EventSource, kindOf } from '../stream/events.ts';
import { table } from '../table/index.ts';
import { command } from './command.ts';
import { oneFile, withFileName } from './one-file.ts';

const banner: { readonly event: string; readonly reason: string } = {
  event: 'debug',
  reason: 'With --debug, this stream contains text that end users must not see. Do not show it to them.',
};

export const stream = command(table.stream, async ({ dialect: flag, debug, ...values }, operands) => {
  const { path, file } = oneFile(operands, values);
  const options = { debug, preambles: values['stream-preambles'], thoughtless: values['no-thoughts'] };
  const say = (message: string) => printAside([`ocml stream: ${message}`]);
  const chosen = dialects(flag, (message) => void say(message))(file);
  const dialect = isJsonDialect(chosen) ? undefined : chosen;
  const input = new Input({ ...options, ...(dialect && { choice: { dialect } }) }, dialect !== undefined, file);
  const finish = onExit({
    stop: async () => {
      input.cancel('interrupted');
      await show(input.take());
    },
    remove() {},
  });
  let events = 0;
  const pass = (some: readonly StreamEvent[]) => {
    events += some.length;
    return show(some);
  };
  try {
    if (debug) await print({ json: `${JSON.stringify(banner)}\n` });
    let isFirst = true;
    for await (const chunk of withFileName(file, bytesOf(path))) {
      if (isFirst) mustBeTextIn(file, chunk);
      isFirst = false;
      input.write(chunk);
      // The program that reads the output has ended.
      if (!(await pass(input.take()))) return 0;
    }
    const truncated = input.end();
    await pass(input.take());
    for (const fault of input.faults.slice(0, 20)) await say(fault);
    if (events === 0 && !truncated && input.faults.length === 0)
      await say(`${file}: there are no events, because the input contains no message that users see`);
    if (truncated) await say(`${file}: error E-STREAM-TRUNCATED: ${truncated}`);
    return truncated || input.faults.length > 0 ? 1 : 0;
  } finally {
    finish();
  }
});

/** Throws an error that names the file if the bytes are not text. */
function mustBeTextIn(file: string, bytes: Buffer): void {
  try {
    mustBeText(bytes);
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  if (path === '-') yield* process.stdin;
  // A packed file is already complete, so it is not followed as it grows.
  else yield* packingOf(path) ? await openBytes(path) : (await openNamed(path)).createReadStream();
}

const show = (events: readonly StreamEvent[]): Promise<boolean> =>
  print({ json: events.map((event) => `${JSON.stringify(event)}\n`).join('') });

/** The message for a text that is not a transcript. */
const neither =
  'this is neither a transcript nor a stream of chat API events: it contains no control token, and does not begin with JSON from a chat API';

/** The maximum number of unknown values that are kept, to determine whether the input is an agent's log. */
const MAX_STRANGE_VALUES = 20;
const MAX_FAULTS = 1000;
/**
 * The maximum length of the text examined at the beginning of the input (UTF-16 units). HTTP headers and pings may precede the text that
 * identifies the input.
 */
const MAX_SNIFFED_LENGTH = 1 << 16;

const cutOff = {
  message: 'the input ends inside a message, so the output is incomplete. Get the rest of the input.',
  run: 'the input ends before the model has stopped: its last message ends with neither <|return|> nor <|call|>. Get the rest of the input, or end a complete answer with <|return|>.',
  api: 'the stream ends before the server reports why the model stopped, or the model stopped early, so the output is incomplete.',
  nothing: undefined,
};

/** The input as it arrives: a transcript, or events from a chat API. The first characters decide between the two. */
class Input {
  faults: string[] = [];
  private events: StreamEvent[] = [];
  private head = '';
  /** The beginning of the text, which shows whether the text is a transcript at all. */
  private beginning = '';
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private text: TranscriptStream | undefined;
  private source: EventSource | undefined;
  private readonly api: ApiStream;
  private broken = 0;
  private unknown = 0;
  /** The first values that are not events of a supported API. They may indicate the kind of input. */
  private readonly strange: unknown[] = [];
  private value: unknown;
  private read = 0;
  private over = false;
  /** The number of the current event. */
  private number = 0;
  private lost = { gaps: 0, late: 0, odd: new Map<string, number>() };

  /** `isText`: whether a dialect was chosen, in which case the input is text. */
  constructor(
    private readonly options: StreamOptions,
    private readonly isText: boolean,
    private readonly file: string,
  ) {
    this.api = new ApiStream(
      (event) => this.events.push(event),
      options,
      (received) => this.hear(received),
    );
  }

  write(bytes: Uint8Array): void {
    this.push(this.decoder.decode(bytes, { stream: true }));
  }

  /** Returns the events since the last call. */
  take(): readonly StreamEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }

  cancel(reason: CancelReason): void {
    this.text?.cancel(reason);
    this.api.cancel(reason);
  }

  /** Ends the input. Returns the reason why it is incomplete; undefined if it is complete. */
  end(): string | undefined {
    this.push(this.decoder.decode());
    if (this.source === undefined && this.text === undefined) this.begin('text');
    if (this.text) {
      const { truncated, empty } = this.text.end();
      const document = openDocument(this.file, 'ocml', 0, this.beginning, undefined);
      if (empty && !this.isText && whyNoMessages(document) !== undefined) this.faults.push(neither);
      return cutOff[truncated || 'nothing'];
    }
    this.source?.end();
    const truncated = this.api.end();
    const { unknown } = this;
    append(this.faults, this.losses());
    if (this.read === 0 && this.broken > 1)
      // A single message replaces the messages about individual lines, which would not tell the user that the input is of the wrong kind.
      this.faults = [
        'the lines of the input are not JSON, so this is not a stream from a server. Use `ocml check` for a document, and `ocml convert` for a complete answer from a chat API',
      ];
    else if (unknown > 0 && this.isSession)
      this.faults = [
        "this is the log of an agent's session, not a stream from a server. Read it with `ocml inspect --calls` or `ocml render --as text`, or use Follow File in VS Code to watch it grow",
      ];
    else if (unknown > 0)
      this.faults.push(
        `skipped ${unknown} ${unknown === 1 ? 'event' : 'events'} from an unsupported API. Supported: completions, chat completions, Responses, Anthropic Messages`,
      );
    return this.faults.length === 0 && (truncated || this.read === 0) ? cutOff.api : undefined;
  }

  private push(text: string): void {
    if (this.text) {
      this.text.write(text);
      if (this.beginning.length < MAX_SNIFFED_LENGTH) this.beginning += text;
    } else if (this.source) this.source.push(text);
    else {
      this.head += text;
      // If more than 4096 units are undecided, they are examined again only when a line break arrives.
      const { length } = this.head;
      if (!this.isText && length > 4096 && length <= MAX_SNIFFED_LENGTH && !text.includes('\n')) return;
      const kind = this.isText ? 'text' : kindOf(this.head);
      // If the beginning is still undecided at this length, the input is text.
      if (kind !== undefined || length > MAX_SNIFFED_LENGTH) this.begin(kind ?? 'text');
    }
  }

  private begin(kind: 'text' | 'events' | 'lines'): void {
    if (kind === 'text') this.text = new TranscriptStream((event) => this.events.push(event), this.options);
    else
      this.source = new EventSource(
        kind === 'lines',
        (data) => this.receive(data),
        () => {
          this.over = true;
        },
      );
    const { head } = this;
    this.head = '';
    this.push(kind === 'text' ? head : head.slice(bodyStart(head)));
  }

  private receive(data: Data): void {
    if ('fault' in data) {
      if (this.faults.length < MAX_FAULTS) {
        this.faults.push(data.fault);
        this.broken++;
      }
      return;
    }
    this.number = data.number;
    this.value = data.data;
    // Data after the end of the stream does not belong to an answer.
    if (!this.over) this.api.receive(data.data);
  }

  private hear(received: Received): void {
    const { lost } = this;
    if (received === 'unknown') this.noteUnknown();
    else if (received === 'gap') lost.gaps++;
    else if (received === 'late') lost.late++;
    else if (received === 'cancelled') this.addFault(`event ${this.number} reports that the response was cancelled`);
    else if (typeof received === 'string') this.read++;
    else if ('odd' in received) lost.odd.set(received.odd, (lost.odd.get(received.odd) ?? 0) + 1);
    else this.addFault(this.errorFault(received.error));
  }

  private noteUnknown(): void {
    this.unknown++;
    if (this.strange.length < MAX_STRANGE_VALUES) this.strange.push(this.value);
  }

  /** Whether the input is an agent's log, which contains whole messages. */
  private get isSession(): boolean {
    return this.read === 0 && areRecords(this.strange.flatMap((value) => readJson(JSON.stringify(value)).root ?? []));
  }

  private addFault(fault: string): void {
    if (this.faults.length < MAX_FAULTS) this.faults.push(fault);
  }

  /**
   * Returns the message for an error that the server reports. Without `--debug`, the server's own text is omitted, since it may quote text
   * that users must not see.
   */
  private errorFault(error: string): string {
    return this.options.debug
      ? `the server reports an error in event ${this.number}: ${error}`
      : `the server reports an error in event ${this.number} (--debug shows the message)`;
  }

  /** Returns messages about events that could not be read or are missing. */
  private losses(): string[] {
    const { gaps, late, odd } = this.lost;
    const times = (count: number) => (count === 1 ? 'one place' : `${count} places`);
    return [
      ...(gaps > 0
        ? [
            `the sequence numbers show that events are missing in ${times(gaps)}. The output is incomplete, and the rest of an answer with a gap is shown only at its end`,
          ]
        : []),
      ...(late > 0
        ? [
            `the text of ${late === 1 ? '1 event is omitted, because it' : `${late} events is omitted, because they`} came too late to be put in order`,
          ]
        : []),
      ...[...odd].map(
        ([member, count]) =>
          `${count} ${count === 1 ? 'event has' : 'events have'} \`${member}\` of a type that the API does not document, so its text is omitted`,
      ),
      ...(this.api.tooMany
        ? ['there are more than 10,000 concurrent answers: the text of further answers is omitted']
        : []),
    ];
  }
}
