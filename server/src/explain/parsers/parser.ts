/** The interface of the emulated server parsers: the stretches that a parser reads in an output, and the place at which it gives up. */
import type { Span } from '../../syntax/span.ts';
import type { ParserName } from './names.ts';

export interface Parser {
  readonly name: ParserName;
  /** A short description of the emulated parser. */
  readonly title: string;
  readonly format: Format;
  /** The parser on which this parser is built, if any. The server then reports the errors of that parser. */
  readonly builtOn?: ParserName;
  read(text: string): Parsed;
}

/** The format of an output. `model`: a format that is not one of our dialects, and that only the parser of its model reads. */
export type Format = 'harmony' | 'chatml' | 'model';

/** Whether a format has headers with speaker and recipient; other formats have tags around calls and thoughts. */
export const hasHeaders: Readonly<Record<Format, boolean>> = { harmony: true, chatml: false, model: false };

export interface Parsed {
  /** Whether the parser reads the text without an error, and reads calls as calls. */
  readonly accepted: boolean;
  /** The place at which the parser gives up, with the reason. Its `text` is undefined if a call silently remains text. */
  readonly stop?: Stop;
  /** The stretches that the parser has read, up to `stop`. */
  readonly made: readonly ParsedStretch[];
  /** Further effects on the answer, such as silently dropped parts. */
  readonly notes: readonly string[];
  /** Further remarks on an output of which nothing is lost. */
  readonly remarks?: readonly string[];
  /** The end of the part that the parser reads, if the model wrote more after that part. */
  readonly end?: number;
  /** The reason for which a server may fail on an output that is accepted here, as a key of `causes`. */
  readonly mayFail?: string;
}

/** The token at which a parser gives up. */
export interface Stop extends Span {
  /** The text of the error, word for word; undefined if the parser reports no error. */
  readonly text: string | undefined;
  /** The kind of the error, which is a key of `causes`. */
  readonly kind: string;
  /** The word that the error quotes, if it quotes one. */
  readonly quoted?: string;
  /** The start of the part on which the parser gives up: a message, or the JSON of a call. */
  readonly from: number;
  /** The JSON that the parser could not read. */
  readonly json?: Span;
  /** The edit with which the parser would get further, if there is only one such edit. */
  readonly mend?: Span & { readonly title: string; readonly text: string };
}

/** A stretch of the text as a parser reads it. */
export interface ParsedStretch extends Span {
  readonly as: 'reasoning' | 'answer' | 'call' | 'message' | 'lost';
  /** The speaker and the recipient, or the tool that is called. */
  readonly who: string;
  readonly text: string;
}

/** The token or the word that begins at an offset. */
export function tokenAt(text: string, at: number): Span {
  const match =
    /^(?:<\|\w{1,40}\|>|<｜[^｜\s]{1,40}｜>|\[\/?[A-Z_]{3,20}\]|<\/?\w[\w=.:-]{0,60}>?|\s{1,20}|[^\s<]{1,60}|<)/.exec(
      text.slice(at, at + 80),
    );
  return { start: at, end: at + (match?.[0].length ?? 0) };
}
