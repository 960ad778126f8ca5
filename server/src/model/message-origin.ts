/** The facts of a message written in JSON, in the terms that rules use for messages in text. */
import type { HeaderFault } from '../syntax/message-header.ts';
import type { Span } from '../syntax/span.ts';

/** The names of the parts of a message in its notation, as diagnostics use them. */
export interface Words {
  readonly to: string;
  readonly callId: string;
  readonly name: string;
  /** The name of the place that declares functions. */
  readonly functions: string;
  /** The name of the part that sends a message to a tool. */
  readonly sending: string;
  /** The advice for that part if no tool is meant. */
  readonly unsend: string;
}

/** Places are UTF-16 offsets in the unit. */
export interface MessageOrigin {
  readonly words: Words;
  /** The part that sends the message to a tool, if any. */
  readonly sending: Span | undefined;
  /** It says which tool it is sent to. */
  readonly namesTool: boolean;
  /** A role and a channel that do not exist (2.2 §4, §10). */
  readonly unknown?: readonly HeaderFault[];
  readonly api?: ApiPlaces;
  readonly emptiness?: Emptiness;
  readonly waiting?: Waiting;
  /** The functions that are called beside the content, by name. */
  readonly calls?: readonly string[];
  /** A stretch of the content; `nowhere` if the document has no such place. */
  body(from: number, to: number): Span;
}

/** The places of a call of a chat API. */
export interface ApiPlaces {
  /** The name of the tool there. */
  readonly name: string;
  /** Its arguments, which belong only to that tool; undefined where it is not known what they are, or whose. */
  readonly given: Span | undefined;
  /** Where there are none, though readers take a string of a JSON object: an empty string, null, or just the name. */
  readonly lacking: Span | undefined;
  /** Programs that train on them read them, not servers. */
  readonly trained: boolean;
  /** They are an object where readers take a string. */
  readonly unquoted: boolean;
  /** They are an object of a table, which has null where a call lacks an argument of another. */
  readonly filled?: boolean;
  /** Readers ask for an id. */
  readonly needsId: boolean;
  /** Where it names its tool, if readers look for that in a `function` that it does not have. */
  readonly bareName: Span | undefined;
}

/**
 * How content says nothing: it is null where nothing is called; an API rejects it; a model that is trained on it learns that; or
 * there is only a thought in it.
 */
export type Emptiness = 'null without calls' | 'rejected' | 'trained' | 'only a thought';

/** How long a call waits: its reply comes after the next turn, no reply comes before that, or the list ends after the call. */
export type Waiting = 'replied too late' | 'over the next turn' | 'at the end';

/** A problem at this place is not reported. */
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
