/** The values that the library takes and returns, in its own terms: nothing here depends on the implementation. */

/** A place in a text as LSP counts: lines and UTF-16 units, from 0. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A stretch of a text; `end` is exclusive. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A stretch of a text by UTF-16 offsets; `end` is exclusive. */
export interface Offsets {
  readonly start: number;
  readonly end: number;
}

/** A replacement of text, by offsets or by positions. In a list, each counts from the text that those before it leave, as in LSP. */
export type Change =
  | { readonly start: number; readonly end: number; readonly text: string }
  | { readonly range: Range; readonly text: string }
  /** The new text as a whole. */
  | { readonly text: string };

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** Something that is wrong in a document. `start` and `end` are UTF-16 offsets. */
export interface Problem extends Offsets {
  /** The code of the rule, such as `E-PARSE-HEADER`; `rules()` says more of it. */
  readonly code: string;
  readonly severity: Severity;
  /** The problem, its reason, and what to do. */
  readonly message: string;
  readonly range: Range;
  /** Other places that it speaks of. */
  readonly related: readonly { readonly message: string; readonly range: Range }[];
}

/** A way to mend a problem; each was tried on the document before it is offered. */
export interface Fix {
  readonly title: string;
  /** The one that an editor applies without a choice. */
  readonly preferred: boolean;
  /** It changes nothing that was meant: `fixed()` applies such fixes. */
  readonly safe: boolean;
  /** In order, without overlaps; UTF-16 offsets of the text as it is. */
  readonly edits: readonly (Offsets & { readonly text: string })[];
}

/** A message in the terms of OpenChatML 2.2, whatever it was read from. `start` and `end` are UTF-16 offsets. */
export interface Message extends Offsets {
  readonly range: Range;
  /** Undefined where it cannot be told. */
  readonly role: string | undefined;
  readonly channel: string | undefined;
  /** A call of a tool, the reply of one, or something that is said. */
  readonly kind: 'call' | 'reply' | 'plain';
  /** The tool that is called, or that replies. */
  readonly tool: string | undefined;
  readonly callId: string | undefined;
  readonly name: string | undefined;
  /** The content, with escapes resolved. Of a call, its arguments as text. */
  readonly content: string;
  /** Whether an end user sees all of it or some. In doubt, it is hidden. */
  readonly visible: boolean;
  /** It has its end. */
  readonly complete: boolean;
}

/** A message as an end user sees it, or, with `hidden`, as somebody does who debugs. */
export interface ViewMessage {
  readonly role: string | undefined;
  readonly channel: string | undefined;
  readonly name: string | undefined;
  readonly text: string;
  /** The text as HTML that is safe to show: no scripts, styles, images or addresses that run. */
  readonly html: string;
  readonly range: Range;
  /** Users do not see it. */
  readonly hidden: boolean;
  readonly complete: boolean;
}
