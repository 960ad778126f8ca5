/** The description of a form to convert to: a name, the codes of its notes, and a writer. */
import type { Conversation } from '../conversation.ts';
import type { Codes, Notes } from '../notes.ts';

/** How the output is written. */
export interface Style {
  /** Names of speakers are written where the target's renderer writes them, though its parser rejects them. */
  readonly keepNames: boolean;
  /** The beginning of the sequence, in a dialect that has such marks. */
  readonly bos: string | undefined;
  /** OpenChatML's JSON has reasoning as the `thinking` of the message after it (2.2 §10, A-082). */
  readonly thinking?: boolean | undefined;
  /** Harmony as the numbers of its tokens. */
  readonly tokens?: boolean | undefined;
}

/** The text of a document, or a value of JSON. */
export type Output = { readonly text: string } | { readonly value: unknown };

export interface Target {
  /** Its name in messages. */
  readonly name: string;
  readonly codes: Codes;
  /** A text may hold anything after an escape; JSON is one value. */
  readonly form: 'text' | 'json';
  /** It can hold reasoning as a member of the message after it. */
  readonly thinks?: true;
  /** Its replies are in the envelope of 2.2. */
  readonly envelopes?: true;
  /** It holds pairs of answers, and nothing else. */
  readonly pairs?: true;
  /** A list of its conversations is not read as one: several are JSON Lines. */
  readonly onlyLines?: true;
  /** A document of it is JSON Lines, a record a line; as a value, it is the list of the records. */
  readonly records?: true;
  /** The conversation in this form; what it lacks there is noted, and what cannot be said is refused. */
  write(conversation: Conversation, notes: Notes, style: Style): Output;
}
