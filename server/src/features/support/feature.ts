/** The type of features: one request of the language server protocol, answered from a transcript alone. */
import type { Command, WorkspaceEdit } from 'vscode-languageserver-types';
import type { Checker } from '../../checker/checker.ts';
import type { ConfigValue } from '../../syntax/config-edit/set-value.ts';
import type { Transcript } from '../../syntax/transcript.ts';

/** Returns the checker that holds the problems of a transcript, and updates it first. */
export type CheckerOf = () => Checker;

/**
 * An edit that turns a rule off in the configuration of a document's project, or adds a mapping of row names there, for this document or
 * for all.
 */
export interface DisableEdit {
  readonly where: 'document' | 'project';
  readonly edit: WorkspaceEdit;
}

/** Requests the edits that turn rules off for a document, by code; codes without an edit are omitted. */
export type DisableEditsFor = (
  uri: string,
  codes: readonly string[],
  /** A mapping of row names, as in a configuration; its edits are under the key `rows`. */
  rows?: Readonly<Record<string, ConfigValue>>,
) => Promise<ReadonlyMap<string, readonly DisableEdit[]>>;

/** Settings that enable a feature, by their names among the server's settings. */
export type Switch = 'channelHints' | 'codeLens';
/** The abilities of a session's client that affect an answer. */
export interface ClientAbilities {
  /** Completions may have tab stops. */
  readonly snippets: boolean;
  /** Parameters of a signature may be given as offsets in it. */
  readonly labelOffsets: boolean;
  /** A definition may include the span of the name that links to it. */
  readonly definitionLinks?: boolean;
  /** A command that shows locations, if there is one: it takes a URI, a position and locations. */
  readonly showReferences?: string | undefined;
  /** Tells the user why an answer is incomplete. */
  tell?(message: string): void;
  /** The client's command that opens the list of completions, since the protocol has none. */
  readonly suggest?: Command | undefined;
}

/** The reason why a request is refused, which is shown to the user. */
export class Refusal extends Error {}

/** `Context`: further parameters of `run`, such as `[CheckerOf]` if the answer is about problems. */
export interface Feature<Params, Result, Context extends readonly unknown[] = []> {
  /** The request's name in the protocol. Its params name a `textDocument`. */
  readonly method: string;
  /** The part of the protocol's `ServerCapabilities` that announces the feature. */
  readonly capability: Readonly<Record<string, unknown>>;
  /** The answer for a document in an unsupported language; null by default. */
  readonly nothing?: Result;
  /** The setting that enables the feature; if the setting is off, the answer is an empty list. */
  readonly switch?: Switch;
  /** Whether the answer is not urgent: for a large document, it may be delayed until the whole document is indexed. */
  readonly patient?: true;
  /**
   * The name of the client capability, for features that only apply to text, not to JSON. If the client supports it, the
   * feature is registered after the start.
   */
  readonly textOnly?: 'formatting' | 'rangeFormatting' | 'onTypeFormatting';
  /** A glob of JSON files to which a feature with `textOnly` applies nevertheless. */
  readonly alsoFor?: string;
  /** The answer. Pure: no state and no I/O. It may throw on malformed params; the caller guards it. */
  run(transcript: Transcript, params: Params, ...context: Context): Result;
}

/** A feature with its own types of params and result. */
export type AnyFeature = Feature<any, unknown, [CheckerOf, DisableEditsFor?, ClientAbilities?]>;
