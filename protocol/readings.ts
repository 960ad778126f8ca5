/** How a document is read: `ocml/takenFor`, `ocml/readings` and `ocml/readAs`. */
import type { AboutDocument } from './places.ts';

export interface TakenFor {
  /** As the setting `ocml.dialect` has it. */
  readonly dialect: string;
  /** Of JSON. */
  readonly shape?: string;
  /** Of OpenChatML 2.2 with the Harmony profile. */
  readonly harmony?: true;
  /** The user chose it for this document. */
  readonly chosen: boolean;
  /** The reason: the user, the project, the user's settings, the file's name, its header, the tokenizer in its folder, or its content. */
  readonly why: 'choice' | 'project' | 'setting' | 'name' | 'header' | 'folder' | 'content';
  /** Strict mode holds for it, and whether the project or a setting says which mode does. */
  readonly strict: boolean;
  readonly modeBy: 'project' | 'setting';
  /** Of a dialect that was learned from a chat template: the name of the template. */
  readonly template?: string;
}

/** Why a template cannot be read with, if so. */
export interface ReadAsAnswer {
  readonly error: string;
}

/** Dialects of text and of JSON, and what they and the shapes of JSON are called. */
export interface Readings {
  readonly texts: readonly string[];
  readonly json: readonly string[];
  readonly names: Readonly<Record<string, string>>;
  readonly shapes: Readonly<Record<string, string>>;
}

export interface ReadAsParams extends AboutDocument {
  /** A dialect, `json` or `none`; null undoes the choice. */
  readonly reading: string | null;
  /** In place of a dialect, the chat template of the model whose text it is: a name, or a path. */
  readonly template?: string;
}
