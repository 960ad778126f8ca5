/** Conversion to other formats: `ocml/convert`, `ocml/targets`, `ocml/newTranscript` and `ocml/beginnings`. */
import type { AboutDocument, Range } from './places.ts';

/** A format to which transcripts can be converted, or a dialect for a new transcript. */
export interface Beginning {
  /** The value for `to`. */
  readonly name: string;
  /** The display name, as it is used in sentences. */
  readonly title: string;
  readonly doc: string;
}

export interface ConversionTarget extends Beginning {
  /** Other names that `to` accepts. */
  readonly aliases: readonly string[];
}

export interface NewTranscriptParams {
  readonly to: string;
}

export interface NewTranscript {
  readonly text: string;
  readonly languageId: string;
}

export interface ConvertParams extends AboutDocument {
  /** One of the names that `ocml/targets` returns. */
  readonly to: string;
  /** Whether only the part that end users see is converted. */
  readonly public?: boolean;
  /** Whether to drop messages that the format cannot express, instead of refusing the conversion. This has no effect on JSON Lines. */
  readonly anyway?: boolean;
}

interface ConversionNote {
  readonly code: string;
  /** The address of the page about this code. */
  readonly href: string;
  readonly severity: 'information' | 'warning' | 'error';
  readonly message: string;
  readonly range: Range;
}

export interface Conversion {
  readonly version: number;
  /** The converted text. If the format cannot express a part of the document, the text is undefined, and a note says so. */
  readonly text?: string;
  /** The language of the text: `ocml`, `json`, `jsonl` or, for the format of a model, `plaintext`. */
  readonly languageId: string;
  readonly notes: readonly ConversionNote[];
  /** The number of notes that are not in `notes`. */
  readonly more: number;
  /** In JSON Lines, the number of lines that could not be converted. They are empty in the text. */
  readonly failed: number;
}
