/** The facts about a message in JSON, in the same terms as for messages in text. */
import type { HeaderFault } from '../syntax/message-header.ts';
import type { Span } from '../syntax/span.ts';

/** The names of the parts of a message in its notation, for diagnostics. */
export interface Words {
  readonly to: string;
  readonly callId: string;
  readonly name: string;
  /** The name of the part that declares functions. */
  readonly functions: string;
  /** The name of the part that sends a message to a tool. */
  readonly sending: string;
  /** The advice on the part that sends a message to a tool, if no tool is meant. */
  readonly unsend: string;
}

/** Spans are UTF-16 offsets in the unit. */
export interface MessageOrigin {
  readonly words: Words;
  /** The part that sends the message to a tool, if any. */
  readonly sending: Span | undefined;
  /** Whether the message names the tool to which it is sent. */
  readonly namesTool: boolean;
  /** A role or a channel that does not exist (2.2 §4, §10). */
  readonly unknown?: readonly HeaderFault[];
  readonly api?: ApiPlaces;
  readonly emptiness?: Emptiness;
  readonly waiting?: Waiting;
  /** The functions called outside the content, by name. */
  readonly calls?: readonly string[];
  /** Converts a stretch of the content to its span; `nowhere` if the content is not in the document. */
  body(from: number, to: number): Span;
}

/** The spans of a call in a chat API. */
export interface ApiPlaces {
  /** The name of the tool in the API. */
  readonly name: string;
  /** The span of the arguments, which are for this tool only; undefined if the arguments or their tool are unknown. */
  readonly given: Span | undefined;
  /** The span to report if a string of a JSON object is missing: an empty string, null, or just the name. */
  readonly lacking: Span | undefined;
  /** Trainers use the arguments, not servers. */
  readonly trained: boolean;
  /** The arguments are an object, but a string is required. */
  readonly unquoted: boolean;
  /** The arguments are an object from a table, with null for arguments that only other calls have. */
  readonly filled?: boolean;
  /** An id is required. */
  readonly needsId: boolean;
  /** The name of the tool, if it should be in a `function` object that is missing. */
  readonly bareName: Span | undefined;
}

/**
 * The kind of empty content: null in a message without calls; rejected by an API; learned by a model in training; or
 * only a thought.
 */
export type Emptiness = 'null without calls' | 'rejected' | 'trained' | 'only a thought';

/** Why a call waits: its reply comes after the next turn, it has no reply before that turn, or the list ends after the call. */
export type Waiting = 'replied too late' | 'over the next turn' | 'at the end';

/** A span at which problems are not reported. */
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
