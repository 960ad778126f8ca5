/** Parses a transcript that arrives in pieces, and reports content for users as soon as it is certain. */
import { isJsonDialect } from '../documents/sniff.ts';
import { ApiStream } from '../stream/api.ts';
import type { StreamEvent } from '../stream/events.ts';
import { TranscriptStream } from '../stream/stream.ts';
import { dialectNamed } from './dialect-named.ts';
import { useYaml } from './yaml.ts';

export interface StreamOptions {
  /** The dialect; by default, it is detected from the beginning of the text. */
  readonly dialect?: string | undefined;
  /** Report preambles, too: as deltas with an intent. */
  readonly preambles?: boolean | undefined;
  /** Whether the model writes no thoughts between tags. If so, text can be reported before its message ends. */
  readonly thoughtless?: boolean | undefined;
  /** Also report text that users must not see, in the event `debug.delta`. Do not show that text to users. */
  readonly hidden?: boolean | undefined;
}

/** An event of OpenChatML 2.2 §9; its name is in `event`. */
export interface TranscriptEvent {
  readonly event: string;
  readonly message_id?: string;
  /** A piece of text that users may see. It is final, unless a `response.cancel` withdraws the message. */
  readonly delta?: string;
  readonly channel?: string;
  readonly intent?: string;
  readonly role?: string;
  readonly to?: string;
  readonly call_id?: string;
  readonly reason?: string;
}

/** A parser that takes text and returns events. */
export interface StreamParser {
  /** Takes the next piece as text or UTF-8 bytes, which may be cut anywhere. Returns the events that are certain by now. */
  push(piece: string | Uint8Array): TranscriptEvent[];
  /** Ends the transcript. `truncated`: whether it ended inside a message, or before the model's stop token. */
  end(): { readonly events: TranscriptEvent[]; readonly truncated: boolean };
  /** Cancels the message that is being written, and any open calls. Nothing more is read. */
  cancel(): TranscriptEvent[];
}

/** Reads a transcript in any text dialect as it arrives. Throws an `Error` if there is no text dialect with this name. */
export function stream({
  dialect,
  preambles = false,
  thoughtless = false,
  hidden = false,
}: StreamOptions = {}): StreamParser {
  useYaml();
  const id = dialectNamed(dialect);
  if (isJsonDialect(id))
    throw new Error(
      `${dialect} is a JSON dialect, but \`stream\` reads text dialects. To read the events from a chat API, use \`streamApi\``,
    );
  let events: StreamEvent[] = [];
  const parser = new TranscriptStream((event) => events.push(event), {
    debug: hidden,
    preambles,
    thoughtless,
    ...(id !== undefined && { choice: { dialect: id } }),
  });
  const take = () => {
    const batch = events;
    events = [];
    return batch;
  };
  return {
    push(piece) {
      parser.write(piece);
      return take();
    },
    end() {
      const { truncated } = parser.end();
      return { events: take(), truncated: truncated !== undefined };
    },
    cancel() {
      parser.cancel('interrupted');
      return take();
    },
  };
}

/**
 * Returns the parser as a `TransformStream` of the platform. It takes text or bytes, returns events, and ends the
 * transcript when its input ends.
 */
export function transcriptTransform(
  options: StreamOptions = {},
): TransformStream<string | Uint8Array, TranscriptEvent> {
  const parser = stream(options);
  return new TransformStream({
    transform(piece, controller) {
      for (const event of parser.push(piece)) controller.enqueue(event);
    },
    flush(controller) {
      for (const event of parser.end().events) controller.enqueue(event);
    },
  });
}

/**
 * Returns a parser for the events from a chat API, passed as parsed JSON: completions, chat completions, responses, or
 * Anthropic's messages.
 */
export function streamApi(options: Omit<StreamOptions, 'dialect'> = {}): {
  push(event: unknown): TranscriptEvent[];
  end(): { readonly events: TranscriptEvent[]; readonly truncated: boolean };
} {
  const { preambles = false, thoughtless = false, hidden = false } = options;
  let events: StreamEvent[] = [];
  const api = new ApiStream(
    (event) => events.push(event),
    { debug: hidden, preambles, thoughtless },
    () => {},
  );
  const take = () => {
    const batch = events;
    events = [];
    return batch;
  };
  return {
    push(event) {
      api.receive(event);
      return take();
    },
    end() {
      const truncated = api.end();
      return { events: take(), truncated };
    },
  };
}
