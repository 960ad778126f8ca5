/** Conversion to other formats: `ocml/convert`, `ocml/targets`, `ocml/newTranscript` and `ocml/beginnings`. */
import type { AboutDocument, Range } from './places.ts';

/** A format to convert to, or a dialect for a new transcript. */
export interface Beginning {
  /** The value for `to`. */
  readonly name: string;
  /** The name used in sentences. */
  readonly title: string;
  readonly doc: string;
}

export interface ConversionTarget extends Beginning {
  /** Aliases for `to`. */
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
  /** A name from `ocml/targets`. */
  readonly to: string;
  /** Whether to convert only what end users see. */
  readonly public?: boolean;
  /** Drops messages that the format cannot express, instead of refusing the conversion; not in JSON Lines. */
  readonly anyway?: boolean;
}

interface ConversionNote {
  readonly code: string;
  /** The address of the code's page. */
  readonly href: string;
  readonly severity: 'information' | 'warning' | 'error';
  readonly message: string;
  readonly range: Range;
}

export interface Conversion {
  readonly version: number;
  /** The converted text; undefined if the format cannot express something, which a note then reports. */
  readonly text?: string;
  /** The language of the text: `ocml`, `json` or `jsonl`. */
  readonly languageId: string;
  readonly notes: readonly ConversionNote[];
  /** The number of further notes. */
  readonly more: number;
  /** In JSON Lines: the number of lines that could not be converted, and are empty in the text. */
  readonly failed: number;
}
