/** The interface of a target format: a name, the codes of its notes, and a writer. */
import type { Conversation } from '../conversation.ts';
import type { Codes, Notes } from '../notes.ts';

/** Options for writing the output. */
export interface Style {
  /** Whether to write speaker names if the target's renderer writes them, although its parser rejects them. */
  readonly keepNames: boolean;
  /** The token at the beginning of the sequence, for dialects with such tokens. */
  readonly bos: string | undefined;
  /** Whether to write reasoning as `thinking` in the next message, in OpenChatML's JSON (2.2 §10, A-082). */
  readonly thinking?: boolean | undefined;
  /** Whether to write Harmony as token ids. */
  readonly tokens?: boolean | undefined;
}

export type Output = { readonly text: string } | { readonly value: unknown };

export interface Target {
  /** The name of the format, for use in messages. */
  readonly name: string;
  readonly codes: Codes;
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
