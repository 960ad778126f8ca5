/** Prompts from chat templates: `ocml/templates`, `ocml/chooseTemplate`, `ocml/prompt` and `ocml/pythonPrompt`. */
import type { AboutDocument, Position } from './places.ts';

export interface NamedTemplate {
  readonly name: string;
  readonly doc: string;
}

export interface ChooseTemplateParams extends AboutDocument {
  /** Null undoes the choice. */
  readonly template: string | null;
}

export interface PromptParams extends AboutDocument {
  /** A name in the registry or in the project, or a file, as for `ocml render --template`. */
  readonly template: string;
  /** Whether to include the hidden messages of a transcript. */
  readonly debug?: boolean;
  /** The line in view: in JSON Lines, its row is shown. */
  readonly line?: number;
  /** Earlier versions, used instead of the current text of the document and of the template's file. */
  readonly text?: string;
  readonly templateText?: string;
  /** Identifies the view that sends the request: the next request from the same view cancels this one. */
  readonly side?: string;
}

/** Control tokens, text from messages, text that the template rewrote, and everything else. */
export const stretchKinds = ['token', 'message', 'rewritten', 'template'] as const;

interface PromptStretch {
  readonly text: string;
  readonly kind: (typeof stretchKinds)[number];
  /** The start and end of the source of this text in the document. */
  readonly position?: Position;
  readonly end?: Position;
  /** The role of the message from which the text comes. */
  readonly role?: string;
}

interface DroppedPart {
  /** The part and its message, in words. */
  readonly what: string;
  readonly position: Position;
}

export interface Prompt {
  readonly version: number;
  readonly template: string;
  readonly stretches: readonly PromptStretch[];
  /** The parts of messages missing from the prompt. */
  readonly dropped: readonly DroppedPart[];
  readonly notes: readonly string[];
  readonly error?: string;
  /** The message that the template rejects, and the line in the template. */
  readonly errorAt?: Position;
  readonly templateAt?: Position;
  /** In JSON Lines: the line that the prompt belongs to. */
  readonly row?: number;
}

/** Has Python render the prompt: a template is a program, which runs only if the user trusts the workspace. */
export interface PythonPromptParams extends PromptParams {
  readonly trusted?: boolean;
  /** The path or name of the Python interpreter; by default, python3. */
  readonly python?: string | undefined;
}

export interface PythonPrompt {
  readonly text?: string;
  /** The reason if there is no prompt. */
  readonly error?: string;
}
