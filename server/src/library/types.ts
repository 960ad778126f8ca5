/** The values that the library accepts and returns, independent of the implementation. */

/** A position in a text, as in LSP: a line, and a UTF-16 unit on this line, both counted from 0. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A range of a text; `end` is exclusive. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/** A range of a text, as UTF-16 offsets; `end` is exclusive. */
export interface Offsets {
  readonly start: number;
  readonly end: number;
}

/**
 * A replacement of text, by offsets or by positions. In a list, each change refers to the text that results from the
 * previous changes, as in LSP.
 */
export type Change =
  | { readonly start: number; readonly end: number; readonly text: string }
  | { readonly range: Range; readonly text: string }
  /** Replaces the whole text. */
  | { readonly text: string };

export type Severity = 'error' | 'warning' | 'information' | 'hint';

/** A problem in a document. `start` and `end` are UTF-16 offsets. */
export interface Problem extends Offsets {
  /** The code of the rule, such as `E-PARSE-HEADER`; `rules()` describes it. */
  readonly code: string;
  readonly severity: Severity;
  /** A text that states the problem, its reason, and the remedy. */
  readonly message: string;
  readonly range: Range;
  /** Other locations mentioned in the message. */
  readonly related: readonly { readonly message: string; readonly range: Range }[];
}

/** A fix for a problem. Each fix is tried out on the document before it is offered. */
export interface Fix {
  readonly title: string;
  /** Whether this is the preferred fix, which an editor may apply without asking the user to choose. */
  readonly preferred: boolean;
  /** Whether the fix is certain to preserve the intended meaning. `fixed()` applies all such fixes. */
  readonly safe: boolean;
  /** The edits in order, without overlaps, at UTF-16 offsets in the current text. */
  readonly edits: readonly (Offsets & { readonly text: string })[];
}

/** A message in the terms of OpenChatML 2.2, regardless of its source format. `start` and `end` are UTF-16 offsets. */
export interface Message extends Offsets {
  readonly range: Range;
  /** The role of the author; undefined if it cannot be determined. */
  readonly role: string | undefined;
  readonly channel: string | undefined;
  /** Whether the message is a tool call, a tool's reply, or an ordinary message. */
  readonly kind: 'call' | 'reply' | 'plain';
  /** The tool that is called or that replies. */
  readonly tool: string | undefined;
  readonly callId: string | undefined;
  readonly name: string | undefined;
  /** The content, with escapes resolved; for a call, the arguments as text. */
  readonly content: string;
  /** Whether users may see at least part of the message. In case of doubt, the message is hidden. */
  readonly visible: boolean;
  /** Whether the end of the message is present. */
  readonly complete: boolean;
}

/** A message as end users see it or, with `hidden`, as a developer sees it while debugging. */
export interface ViewMessage {
  readonly role: string | undefined;
  readonly channel: string | undefined;
  readonly name: string | undefined;
  readonly text: string;
  /** The text as HTML that is safe to display: without scripts, styles, images or links that run code. */
  readonly html: string;
  readonly range: Range;
  /** Whether the message is hidden from users. */
  readonly hidden: boolean;
  readonly complete: boolean;
}
