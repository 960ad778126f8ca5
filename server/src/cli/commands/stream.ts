/** `ocml stream`: the events of a transcript that is still being written (2.2 §9). */
import { isJsonDialect } from '../../documents/document.ts';
import { openRegular } from '../../files/regular.ts';
import { ApiStream } from '../../stream/api.ts';
import { type StreamEvent, type StreamOptions, TranscriptStream } from '../../stream/stream.ts';
import { dialects } from '../dialects.ts';
import { atEnd } from '../files/endings.ts';
import { print, printAside } from '../output.ts';
import { packingOf } from '../packed/names.ts';
import { openBytes } from '../packed/open.ts';
import { type Data, EventSource, kindOf } from '../stream/events.ts';
import { table } from '../table/index.ts';
import { command } from './command.ts';
import { named, oneFile } from './one-file.ts';

const banner: { readonly event: string; readonly reason: string } = {
  event: 'debug',
  reason: 'With --debug, this stream holds what end users must not see: show them nothing of it.',
};

export const stream = command(table.stream, async ({ dialect: flag, debug, ...values }, operands) => {
  const { file } = oneFile(operands);
  const options = { debug, preambles: values['stream-preambles'], thoughtless: values['no-thoughts'] };
  const say = (message: string) => printAside([`ocml stream: ${message}`]);
  const chosen = dialects(flag, (message) => void say(message))(file);
  const dialect = isJsonDialect(chosen) ? undefined : chosen;
  const input = new Input({ ...options, ...(dialect && { choice: { dialect } }) }, dialect !== undefined);
  const finish = atEnd({
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
    for await (const chunk of named(file, bytesOf(file))) {
      input.write(chunk);
      // Nobody reads on.
      if (!(await pass(input.take()))) return 0;
    }
    const truncated = input.end();
    await pass(input.take());
    for (const fault of input.faults.slice(0, 20)) await say(fault);
    if (events === 0 && !truncated && input.faults.length === 0)
      await say(`${file}: there is no event, because no message in it is one that users see`);
    if (truncated) await say(`${file}: error E-STREAM-TRUNCATED: ${truncated}`);
    return truncated || input.faults.length > 0 ? 1 : 0;
  } finally {
    finish();
  }
});

async function* bytesOf(file: string): AsyncGenerator<Buffer> {
  if (file === '-') yield* process.stdin;
  // A packed file is complete, so it is not watched.
  else yield* packingOf(file) ? await openBytes(file) : (await openRegular(file)).createReadStream();
}

const show = (events: readonly StreamEvent[]): Promise<boolean> =>
  print({ json: events.map((event) => `${JSON.stringify(event)}\n`).join('') });

const cutOff = {
  message: 'the input ends inside a message. Get the rest of it: what is here is incomplete.',
  run: 'the input ends before the model has answered: its last message is not an answer, and neither <|return|> nor <|call|> follows.',
  api: 'the events end before the server says why it stopped, or say that it stopped early. What is here is incomplete.',
  nothing: undefined,
};

/** The input as it arrives: a transcript, or events of a chat API, depending on its beginning. */
class Input {
  faults: string[] = [];
  private events: StreamEvent[] = [];
  private head = '';
  private readonly decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  private text: TranscriptStream | undefined;
  private source: EventSource | undefined;
  private readonly api: ApiStream;
  private broken = 0;
  private unknown = 0;
  private read = 0;
  private over = false;

  /** `isText`: the dialect is chosen, so it is not looked for events. */
  constructor(
    private readonly options: StreamOptions,
    private readonly isText: boolean,
  ) {
    this.api = new ApiStream((event) => this.events.push(event), options);
  }

  write(bytes: Uint8Array): void {
    this.push(this.decoder.decode(bytes, { stream: true }));
  }

  /** The events since the last call. */
  take(): readonly StreamEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }

  cancel(reason: string): void {
    this.text?.cancel(reason);
    this.api.cancel(reason);
  }

  /** Why the input is incomplete, if it is. */
  end(): string | undefined {
    this.push(this.decoder.decode());
    if (this.source === undefined && this.text === undefined) this.begin('text');
    if (this.text) return cutOff[this.text.end().truncated || 'nothing'];
    this.source?.end();
    const truncated = this.api.end();
    const { unknown } = this;
    if (this.read === 0 && this.broken > 1)
      // Saying it of each line would say nothing of the whole.
      this.faults = [
        'its lines are not JSON, so this is not the stream of a server. A document is for `ocml check`, a whole answer of a chat API for `ocml convert`',
      ];
    else if (unknown > 0)
      this.faults.push(
        `${unknown} ${unknown === 1 ? 'event is' : 'events are'} of another API, and skipped: completions, chat completions and responses are read`,
      );
    return this.faults.length === 0 && (truncated || this.read === 0) ? cutOff.api : undefined;
  }

  private push(text: string): void {
    if (this.text) this.text.write(text);
    else if (this.source) this.source.push(text);
    else {
      this.head += text;
      // A beginning that stays undecided for too long is text.
      const kind = this.isText ? 'text' : kindOf(this.head);
      if (kind !== undefined || this.head.length > 4096) this.begin(kind ?? 'text');
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
    this.push(head);
  }

  private receive(data: Data): void {
    if ('fault' in data) {
      if (this.faults.length < 1000) {
        this.faults.push(data.fault);
        this.broken++;
      }
      return;
    }
    // What comes after the end belongs to no answer.
    if (this.over) return;
    const received = this.api.receive(data.data);
    if (received === 'unknown') this.unknown++;
    else if (typeof received === 'object') this.faults.push(`the server says: ${received.error}`);
    else this.read++;
    if (received === 'over') this.over = true;
  }
}
