/** Other forms: `ocml/convert`, `ocml/targets`, `ocml/newTranscript` and `ocml/beginnings`. */
import type { AboutDocument, Range } from './places.ts';

/** A form to convert to, or a dialect that a new transcript can begin in. */
export interface Beginning {
  /** The value for `to`. */
  readonly name: string;
  /** The name used in sentences. */
  readonly title: string;
  readonly doc: string;
}

export interface ConversionTarget extends Beginning {
  /** Other values for `to` that mean the same. */
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
  /** A name of `ocml/targets`. */
  readonly to: string;
  /** Only what end users see. */
  readonly public?: boolean;
  /** Leaves out messages that the form cannot express, instead of refusing all; not in JSON Lines. */
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
  /** Undefined if something cannot be expressed; the notes say what. */
  readonly text?: string;
  /** The language of the text: `ocml`, `json` or `jsonl`. */
  readonly languageId: string;
  readonly notes: readonly ConversionNote[];
  /** How many further notes there are. */
  readonly more: number;
  /** In JSON Lines: how many lines could not be converted, and are empty in the text. */
  readonly failed: number;
}
