/**
 * Requests about the prompts that chat templates render: `ocml/templates`, `ocml/chooseTemplate`, `ocml/prompt` and `ocml/pythonPrompt`.
 */
import type { AboutDocument, Position } from './places.ts';
import type { ConversationPlace } from './views.ts';

export interface NamedTemplate {
  readonly name: string;
  readonly doc: string;
}

export interface ChooseTemplateParams extends AboutDocument {
  /** The name or the file of the template. Null undoes the choice. */
  readonly template: string | null;
}

export interface PromptParams extends AboutDocument {
  /** The name of a template in the registry or in the project, or the path of a file, as for `ocml render --template`. */
  readonly template: string;
  /** Whether the hidden messages of a transcript are included. */
  readonly debug?: boolean;
  /** The line in view. In JSON Lines, it selects the row to render. */
  readonly line?: number;
  /** In JSON Lines, the number of the row to render, counted from 1. It is used instead of `line`. */
  readonly number?: number;
  /** Whether the whole prompt is returned. By default, a long prompt is cut off, and a note says so. */
  readonly whole?: boolean;
  /** Texts to use instead of the current text of the document (`text`) and of the template's file (`templateText`). */
  readonly text?: string;
  readonly templateText?: string;
  /** Identifies the view that sends the request. The next request from the same view cancels this one. */
  readonly side?: string;
}

/**
 * The kinds of text in a prompt: control tokens, text from messages, text from messages that the template has rewritten, and all other
 * text.
 */
export const stretchKinds = ['token', 'message', 'rewritten', 'template'] as const;

interface PromptStretch {
  readonly text: string;
  readonly kind: (typeof stretchKinds)[number];
  /** The start (`position`) and the end (`end`) of the source of this text in the document. */
  readonly position?: Position;
  readonly end?: Position;
  /** The role of the message from which the text comes. */
  readonly role?: string;
}

interface DroppedPart {
  /** A description of the missing part and its message. */
  readonly what: string;
  readonly position: Position;
}

export interface Prompt {
  readonly version: number;
  readonly template: string;
  readonly stretches: readonly PromptStretch[];
  /** The parts of messages that are missing from the prompt. */
  readonly dropped: readonly DroppedPart[];
  readonly notes: readonly string[];
  /** Whether the end of the prompt is missing, because it is long. */
  readonly isCut?: boolean;
  readonly error?: string;
  /**
   * The position of the message that the template rejects (`errorAt`), and the position in the template at which it does so (`templateAt`).
   */
  readonly errorAt?: Position;
  readonly templateAt?: Position;
  /** In JSON Lines, the line of the row from which the prompt was rendered. */
  readonly row?: number;
  /** In JSON Lines, the position of this row among all rows. */
  readonly conversation?: ConversationPlace;
}

/** Makes Python render the prompt. A template is a program, so this requires a trusted workspace. */
export interface PythonPromptParams extends PromptParams {
  readonly trusted?: boolean;
  /** The path or the name of the Python interpreter. The default is `python3`. */
  readonly python?: string | undefined;
}

export interface PythonPrompt {
  readonly text?: string;
  /** The reason why there is no prompt. */
  readonly error?: string;
}
