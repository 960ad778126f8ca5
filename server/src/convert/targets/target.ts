/** The description of a target format: a name, the codes of its notes, and a writer. */
import type { Conversation } from '../conversation.ts';
import type { Codes, Notes } from '../notes.ts';

/** Options for writing the output. */
export interface Style {
  /** Writes speaker names if the target's renderer writes them, although its parser rejects them. */
  readonly keepNames: boolean;
  /** The token at the beginning of the sequence, in a dialect with such marks. */
  readonly bos: string | undefined;
  /** In OpenChatML's JSON, writes reasoning as `thinking` in the next message (2.2 §10, A-082). */
  readonly thinking?: boolean | undefined;
  /** Writes Harmony as token ids. */
  readonly tokens?: boolean | undefined;
}

/** The text of a document, or a value of JSON. */
export type Output = { readonly text: string } | { readonly value: unknown };

export interface Target {
  /** The name of the format in messages. */
  readonly name: string;
  readonly codes: Codes;
  /** The type of the output. */
  readonly form: 'text' | 'json';
  /** Whether the format can have reasoning as a field of the next message. */
  readonly thinks?: true;
  /** Whether replies in the format are in the envelope of 2.2. */
  readonly envelopes?: true;
  /** Whether the format requires pairs of answers. */
  readonly pairs?: true;
  /** Whether several conversations are written as JSON Lines, since a list of them would not be read back as conversations. */
  readonly onlyLines?: true;
  /** Whether a document is JSON Lines with one record per line; the value of the output is then the list of records. */
  readonly records?: true;
  /** Writes the conversation in this format. Losses are noted, and parts that cannot be expressed are refused. */
  write(conversation: Conversation, notes: Notes, style: Style): Output;
}
