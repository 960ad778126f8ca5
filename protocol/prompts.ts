/** The prompts of chat templates: `ocml/templates`, `ocml/chooseTemplate`, `ocml/prompt` and `ocml/pythonPrompt`. */
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
  /** A name of the registry or of the project, or a file: as `ocml render --template` takes it. */
  readonly template: string;
  /** With the hidden messages of a transcript. */
  readonly debug?: boolean;
  /** The line that is looked at: of JSON Lines, its row is shown. */
  readonly line?: number;
  /** Texts in place of that of the document, and of the template's file: as they were before. */
  readonly text?: string;
  readonly templateText?: string;
  /** Names the asker: its next request ends this one. */
  readonly side?: string;
}

/** Control tokens, the text of messages, text that the template made of it, and everything else. */
export const stretchKinds = ['token', 'message', 'rewritten', 'template'] as const;

interface PromptStretch {
  readonly text: string;
  readonly kind: (typeof stretchKinds)[number];
  /** Where it is written, from and to. */
  readonly position?: Position;
  readonly end?: Position;
}

interface DroppedPart {
  /** Which part of which message. */
  readonly what: string;
  readonly position: Position;
}

export interface Prompt {
  readonly version: number;
  readonly template: string;
  readonly stretches: readonly PromptStretch[];
  /** The parts of the messages that are not in it. */
  readonly dropped: readonly DroppedPart[];
  readonly notes: readonly string[];
  readonly error?: string;
  /** The message at which the template refuses, and its line there. */
  readonly errorAt?: Position;
  readonly templateAt?: Position;
  /** In JSON Lines: the line that the prompt belongs to. */
  readonly row?: number;
}

/** Lets Python render it: a template is a program, which runs only if the user trusts the workspace. */
export interface PythonPromptParams extends PromptParams {
  readonly trusted?: boolean;
  /** The Python to run, by its path or its name; otherwise python3. */
  readonly python?: string | undefined;
}

export interface PythonPrompt {
  readonly text?: string;
  /** Why there is no prompt. */
  readonly error?: string;
}
