/** The type of features. A feature answers one request of the language server protocol for a transcript. */
import type { Command, WorkspaceEdit } from 'vscode-languageserver-types';
import type { Checker } from '../../checker/checker.ts';
import type { ConfigValue } from '../../syntax/config-edit/set-value.ts';
import type { Transcript } from '../../syntax/transcript.ts';

/** Updates the checker of a transcript, and returns it. */
export type CheckerOf = () => Checker;

/**
 * An edit to the configuration of a project that turns a rule off, or adds a mapping of row names. It affects only one document, or all
 * documents in the project.
 */
export interface DisableEdit {
  readonly where: 'document' | 'project';
  readonly edit: WorkspaceEdit;
}

/** Returns the edits that turn rules off for a document, by code. Codes without an edit are omitted. */
export type DisableEditsFor = (
  uri: string,
  codes: readonly string[],
  /** A mapping of row names to add to the configuration. The edits that add this mapping are returned under the key `rows`. */
  rows?: Readonly<Record<string, ConfigValue>>,
) => Promise<ReadonlyMap<string, readonly DisableEdit[]>>;

/** The names of the settings that enable features. */
export type Switch = 'channelHints' | 'codeLens';
/** The abilities of the client that affect answers. */
export interface ClientAbilities {
  /** Whether completions may contain tab stops. */
  readonly snippets: boolean;
  /** Whether the parameters of a signature may be given as offsets in its label. */
  readonly labelOffsets: boolean;
  /** Whether a definition may include the span of the name that links to it. */
  readonly definitionLinks?: boolean;
  /** The name of the client's command that shows locations, if any. Its arguments are a URI, a position and locations. */
  readonly showReferences?: string | undefined;
  /** Tells the user why an answer is incomplete. */
  tell?(message: string): void;
  /** The client's command that opens the list of completions, if any. The protocol defines none. */
  readonly suggest?: Command | undefined;
}

/** Thrown if a request is refused. Users see the message. */
export class Refusal extends Error {}

/** A feature. `Context`: further parameters of `run`, such as `[CheckerOf]` for answers about problems. */
export interface Feature<Params, Result, Context extends readonly unknown[] = []> {
  /** The request's name in the protocol. Its params name a `textDocument`. */
  readonly method: string;
  /** The part of the protocol's `ServerCapabilities` that announces the feature. */
  readonly capability: Readonly<Record<string, unknown>>;
  /** The answer for a document in an unsupported language. The default is null. */
  readonly nothing?: Result;
  /** The setting that enables the feature. If it is off, the answer is an empty list. */
  readonly switch?: Switch;
  /** Whether the answer may be delayed until a large document is completely indexed. */
  readonly patient?: true;
  /**
   * For a feature that applies only to text, not to JSON: the name of its client capability. If the client supports dynamic registration
   * for this capability, the feature is registered after the server has started.
   */
  readonly textOnly?: 'formatting' | 'rangeFormatting' | 'onTypeFormatting';
  /** A glob of JSON files to which a feature with `textOnly` nevertheless applies. */
  readonly alsoFor?: string;
  /** Returns the answer, without using state or I/O. It may throw on malformed params, which the caller handles. */
  run(transcript: Transcript, params: Params, ...context: Context): Result;
}

/** A feature with any types of params and result. */
export type AnyFeature = Feature<any, unknown, [CheckerOf, DisableEditsFor?, ClientAbilities?]>;
