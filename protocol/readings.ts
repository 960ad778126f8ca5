/** How a document is read: `ocml/takenFor`, `ocml/readings` and `ocml/readAs`. */
import type { AboutDocument } from './places.ts';

export interface TakenFor {
  /** The dialect, as in the setting `ocml.dialect`. */
  readonly dialect: string;
  /** The shape of JSON. */
  readonly shape?: string;
  /** Only present for OpenChatML 2.2 with the Harmony profile. */
  readonly harmony?: true;
  /** Whether the user chose the dialect for this document. */
  readonly chosen: boolean;
  /** The reason: the user, the project, the user's settings, the file's name, its header, the tokenizer in its folder, or its content. */
  readonly why: 'choice' | 'project' | 'setting' | 'name' | 'header' | 'folder' | 'content';
  /** Whether strict mode applies, and whether the project or a setting determines that. */
  readonly strict: boolean;
  readonly modeBy: 'project' | 'setting';
  /** For a dialect learned from a chat template: the name of the template. */
  readonly template?: string;
}

/** The reason if a document cannot be read with a template. */
export interface ReadAsAnswer {
  readonly error: string;
}

/** Dialects of text and of JSON, and the names of dialects and JSON shapes. */
export interface Readings {
  readonly texts: readonly string[];
  readonly json: readonly string[];
  readonly names: Readonly<Record<string, string>>;
  readonly shapes: Readonly<Record<string, string>>;
}

export interface ReadAsParams extends AboutDocument {
  /** A dialect, `json` or `none`; null undoes the choice. */
  readonly reading: string | null;
  /** Instead of a dialect, the chat template of the model that wrote the text: a name, or a path. */
  readonly template?: string;
}
