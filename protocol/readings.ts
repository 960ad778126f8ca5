/** The ways to read a document: `ocml/takenFor`, `ocml/readings` and `ocml/readAs`. */
import type { AboutDocument } from './places.ts';

export interface TakenFor {
  /** The dialect, as in the `ocml.dialect` setting. */
  readonly dialect: string;
  /** The shape of the JSON; undefined for text. */
  readonly shape?: string;
  /** Set if the document is read as OpenChatML 2.2 with the Harmony profile. */
  readonly harmony?: true;
  /** Whether the user has chosen the dialect for this document. */
  readonly chosen: boolean;
  /**
   * The source that determines the dialect: the user's choice, the project, a setting, the file's name, its header, the tokenizer in its
   * folder, or its content.
   */
  readonly why: 'choice' | 'project' | 'setting' | 'name' | 'header' | 'folder' | 'content';
  /** Whether the document is read in strict mode (`strict`), and whether the project or a setting determines that (`modeBy`). */
  readonly strict: boolean;
  readonly modeBy: 'project' | 'setting';
  /** The name of the chat template from which the dialect was learned, if it was. */
  readonly template?: string;
}

/** The reason why the document cannot be read with a template. */
export interface ReadAsAnswer {
  readonly error: string;
}

/** The dialects of text and of JSON, and the display names of dialects and of JSON shapes. */
export interface Readings {
  readonly texts: readonly string[];
  readonly json: readonly string[];
  readonly names: Readonly<Record<string, string>>;
  readonly shapes: Readonly<Record<string, string>>;
}

export interface ReadAsParams extends AboutDocument {
  /** The name of a dialect, `json` or `none`. Null undoes the choice. */
  readonly reading: string | null;
  /** The chat template of the model that wrote the text, by name or path. If it is set, it is used instead of `reading`. */
  readonly template?: string;
}
