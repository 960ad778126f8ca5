/** `openchatml/parse`: transcripts and their messages alone, small enough for a page. */
import { dialects } from '../grammar/index.ts';
import { Transcript } from '../syntax/transcript.ts';
import { applyChanges } from './edit.ts';
import { giveYaml } from './given-yaml.ts';
import { textOf } from './text.ts';
import { messagesOfTranscript } from './transcript-messages.ts';
import type { Change, Message } from './types.ts';

export type { Change, Message, Offsets, Position, Range } from './types.ts';

export interface ParseOptions {
  /** A dialect of text; without it, the text shows it. */
  readonly dialect?: string | undefined;
  /**
   * The package `yaml`, for pages, which reads the keys of a document header. Without it, a page that imports nothing else of the library
   * does not know that a header switches Harmony's profile on. With Node, it is always there.
   */
  readonly yaml?: unknown;
}

/** A transcript that is read again, where it is edited, from edit to edit. */
export interface ParsedTranscript {
  readonly text: string;
  /** Counts edits, from 0. */
  readonly version: number;
  readonly dialect: string;
  /** Its messages, each with what users see of it in `visible`. */
  messages(): Message[];
  /** Applies changes as `OpenDocument.edit` does. */
  edit(changes: readonly Change[], version?: number): void;
}

/** Reads a text as a transcript. Throws an `Error` if there is no dialect of text of that name; no text makes it throw. */
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
