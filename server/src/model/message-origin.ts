/** Facts about a message in JSON that let the rules for messages in text apply to it. */
import type { HeaderFault } from '../syntax/message-header.ts';
import type { Span } from '../syntax/span.ts';

/** The terms for the parts of a message, as used in diagnostics. They depend on the notation of the message. */
export interface Words {
  readonly to: string;
  readonly callId: string;
  readonly name: string;
  /** The term for the part in which functions are declared. */
  readonly functions: string;
  /** The term for the part that sends a message to a tool. */
  readonly sending: string;
  /** Advice for a message that is sent to a tool by mistake. */
  readonly unsend: string;
}

/** The parts of a message in JSON. Spans are UTF-16 offsets in the unit. */
export interface MessageOrigin {
  readonly words: Words;
  /** The span of the part that sends the message to a tool, if there is one. */
  readonly sending: Span | undefined;
  /** Whether the message names the tool to which it is sent. */
  readonly namesTool: boolean;
  /** A role or a channel that does not exist (2.2 §4, §10). */
  readonly unknown?: readonly HeaderFault[];
  readonly api?: ApiPlaces;
  readonly emptiness?: Emptiness;
  readonly waiting?: Waiting;
  /** The names of the functions that are called outside the content. */
  readonly calls?: readonly string[];
  /** Converts a range of the content to its span; `nowhere` if the content is not in the document. */
  body(from: number, to: number): Span;
}

/** Facts about a call in a chat API, with spans. */
export interface ApiPlaces {
  /** The name of the tool, as in the API. */
  readonly name: string;
  /** The span of the arguments; undefined if the arguments or the tool are unknown, so that they cannot be checked. */
  readonly given: Span | undefined;
  /** The span to report if the arguments are missing: that of an empty string or of null, or otherwise that of the name. */
  readonly lacking: Span | undefined;
  /** Whether the call is in content on which trainers train the model, and is not passed to a server. */
  readonly trained: boolean;
  /** Whether the arguments are an object, although a string is required. */
  readonly unquoted: boolean;
  /**
   * Whether the arguments are an object. In an object from a table, the argument names of other calls are also present, with the value
   * null. An optional argument that is null therefore counts as omitted.
   */
  readonly filled?: boolean;
  readonly needsId: boolean;
  /** The span of the tool's name, if it should be in a `function` object, but there is none. */
  readonly bareName: Span | undefined;
}

/**
 * The kind of empty content: null in a message without calls; content that an API rejects; content that a model learns in
 * training; or only a thought.
 */
export type Emptiness = 'null without calls' | 'rejected' | 'trained' | 'only a thought';

/**
 * The reason why a call is reported as unanswered: its reply comes after the next turn, it has no reply before that turn, or the
 * list ends after the call.
 */
export type Waiting = 'replied too late' | 'over the next turn' | 'at the end';

/** A span that is not in the document. Problems there are not reported. */
export const nowhere: Span = { start: -1, end: -1 };

const inText: Words = {
  to: '`to=`',
  callId: '`call_id=`',
  name: '`name=`',
  functions: '`namespace functions`',
  sending: '`<|call|>`',
  unsend: 'close the message with `<|end|>`',
};

export function wordsOf({ placed }: { readonly placed?: MessageOrigin | undefined }): Words {
  return placed?.words ?? inText;
}
