/** A model of a server's parser: it says how the parser reads an output, and where it gives up. */
import type { Span } from '../../syntax/span.ts';
import type { ParserName } from './names.ts';

export interface Parser {
  readonly name: ParserName;
  /** The parser that it is a model of, in a few words. */
  readonly title: string;
  /** The formats that it reads. */
  readonly format: Format;
  /** The parser that it is built on, whose errors its server reports. */
  readonly builtOn?: ParserName;
  read(text: string): Parsed;
}

/** `model`: the text of a model that is not a dialect here, which only its parser reads. */
export type Format = 'harmony' | 'chatml' | 'model';

/** Whether a format has headers, which say who speaks to whom; others have tags around calls and thoughts. */
export const hasHeaders: Readonly<Record<Format, boolean>> = { harmony: true, chatml: false, model: false };

export interface Parsed {
  /** Whether the parser takes the text for what it is: with calls as calls, and without an error. */
  readonly accepted: boolean;
  /** Where and why it gives up; a call that stays text without any error has one without `text`. */
  readonly stop?: Stop;
  /** How it read the text up to there. */
  readonly made: readonly ParsedStretch[];
  /** Further effects on the answer, such as parts that are lost silently. */
  readonly notes: readonly string[];
  /** Further remarks, if nothing is lost. */
  readonly remarks?: readonly string[];
  /** Where what it reads ends, if a model went on after that. */
  readonly end?: number;
  /** Why a server fails on what is accepted here, if it does: a key of `causes`. */
  readonly mayFail?: string;
}

/** A place where a parser gives up: the token at which it does. */
export interface Stop extends Span {
  /** The error text word for word, if there is one. */
  readonly text: string | undefined;
  /** The kind of the error: a key of `causes`. */
  readonly kind: string;
  /** The word that the error quotes. */
  readonly quoted?: string;
  /** Where what it gives up on begins: a message, or the JSON of a call. */
  readonly from: number;
  /** The JSON that it could not read. */
  readonly json?: Span;
  /** An edit with which the parser would get further, if there is only one. */
  readonly mend?: Span & { readonly title: string; readonly text: string };
}

/** Something that a parser made of a stretch of the text. */
export interface ParsedStretch extends Span {
  readonly as: 'reasoning' | 'answer' | 'call' | 'message' | 'lost';
  /** The speaker and the recipient, or the tool that is called. */
  readonly who: string;
  readonly text: string;
}

/** The token or the word that begins at an offset. */
export function tokenAt(text: string, at: number): Span {
  const found =
    /^(?:<\|\w{1,40}\|>|<｜[^｜\s]{1,40}｜>|\[\/?[A-Z_]{3,20}\]|<\/?\w[\w=.:-]{0,60}>?|\s{1,20}|[^\s<]{1,60}|<)/.exec(
      text.slice(at, at + 80),
    );
  return { start: at, end: at + (found?.[0].length ?? 0) };
}
