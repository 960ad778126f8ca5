/** `openchatml/parse`: the part of the library that only reads transcripts and their messages. It is small enough for a web page. */
import { dialects } from '../grammar/index.ts';
import { Transcript } from '../syntax/transcript.ts';
import { applyChanges } from './edit.ts';
import { giveYaml } from './given-yaml.ts';
import { textOf } from './text.ts';
import { messagesOfTranscript } from './transcript-messages.ts';
import type { Change, Message } from './types.ts';

export type { Change, Message, Offsets, Position, Range } from './types.ts';

export interface ParseOptions {
  /** The dialect, which must be a text dialect; by default, it is detected from the text. */
  readonly dialect?: string | undefined;
  /**
   * The `yaml` package, for web pages: the library uses it to read the keys of a document header. If it is missing, and
   * the page imports no other part of the library, a header that enables the Harmony profile is not recognized. With
   * Node, the package is always available.
   */
  readonly yaml?: unknown;
}

/** A transcript. After an edit, only the edited parts are read again. */
export interface ParsedTranscript {
  readonly text: string;
  /** The number of edits so far. */
  readonly version: number;
  readonly dialect: string;
  /** Returns the messages of the transcript. `visible` states whether users may see a message. */
  messages(): Message[];
  /** Applies changes in the same way as `OpenDocument.edit`. */
  edit(changes: readonly Change[], version?: number): void;
}

/** Reads a text as a transcript. Throws an `Error` if there is no text dialect with this name, but never because of the text. */
export function parse(text: string, { dialect, yaml }: ParseOptions = {}): ParsedTranscript {
  giveYaml(yaml);
  const id = dialects.find((one) => one === dialect);
  if (dialect !== undefined && id === undefined)
    throw new Error(`There is no text dialect ${dialect}. The known text dialects are ${dialects.join(', ')}`);
  const transcript = new Transcript('', 'ocml', 0, textOf('parse', text), id === undefined ? {} : { dialect: id });
  return {
    get text() {
      return transcript.getText();
    },
    get version() {
      return transcript.version;
    },
    get dialect() {
      return transcript.dialect;
    },
    messages: () => messagesOfTranscript(transcript),
    edit: (changes, version = transcript.version) => applyChanges(transcript, changes, version),
  };
}
