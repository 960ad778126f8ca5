/** The type of features: one request of the language server protocol, answered only from a transcript. */
import type { Command, WorkspaceEdit } from 'vscode-languageserver-types';
import type { Checker } from '../../checker/checker.ts';
import type { ConfigValue } from '../../syntax/config-edit/set-value.ts';
import type { Transcript } from '../../syntax/transcript.ts';

/** Gives the checker that keeps a transcript's problems, up to date. */
export type CheckerOf = () => Checker;

/**
 * An edit that turns a rule off in the configuration of a document's project, or maps the names of its rows there, for that
 * document or for all.
 */
export interface DisableEdit {
  readonly where: 'document' | 'project';
  readonly edit: WorkspaceEdit;
}

/** Asks for what can turn rules off for a document, by code; the codes that nothing can be offered for are left out. */
export type DisableEditsFor = (
  uri: string,
  codes: readonly string[],
  /** A mapping of the names of rows, as a configuration has it; what writes it is under the word `rows`. */
  rows?: Readonly<Record<string, ConfigValue>>,
) => Promise<ReadonlyMap<string, readonly DisableEdit[]>>;

/** Settings that switch a feature, by their names among the server's settings. */
export type Switch = 'channelHints' | 'codeLens';
/** The abilities of a session's client to use an answer. */
export interface ClientAbilities {
  /** Completions may have tab stops. */
  readonly snippets: boolean;
  /** Parameters of a signature may be given as places in it. */
  readonly labelOffsets: boolean;
  /** A definition may include the span of the name that leads there. */
  readonly definitionLinks?: boolean;
  /** A command that shows places, if there is one: it takes an address, a position and locations. */
  readonly showReferences?: string | undefined;
  /** Tells the user why an answer is incomplete. */
  tell?(message: string): void;
  /** Its command that opens the list of completions: the protocol has none, so a client has to name it. */
  readonly suggest?: Command | undefined;
}

/** Why something is not done, to be told to the user. */
export class Refusal extends Error {}

/** `Context`: further parameters of `run`, such as `[CheckerOf]` if the answer is about problems. */
export interface Feature<Params, Result, Context extends readonly unknown[] = []> {
  /** The request's name in the protocol. Its params name a `textDocument`. */
  readonly method: string;
  /** The part of the protocol's `ServerCapabilities` that announces it. */
  readonly capability: Readonly<Record<string, unknown>>;
  /** The answer if the document is not one of ours; null by default. */
  readonly nothing?: Result;
  /** The setting that switches it; where that is off, the answer is an empty list. */
  readonly switch?: Switch;
  /** Nobody waits for the answer: of a large document, it may come when all of that is taken in. */
  readonly patient?: true;
  /**
   * The name of the client capability, for features that only apply to text, not to JSON. If the client supports it, the
   * feature is registered after the start.
   */
  readonly textOnly?: 'formatting' | 'rangeFormatting' | 'onTypeFormatting';
  /** Of these, files that it applies to nevertheless, as a glob. */
  readonly alsoFor?: string;
  /** The answer. Pure: no state and no I/O. It may throw on malformed params; the caller guards it. */
  run(transcript: Transcript, params: Params, ...context: Context): Result;
}

/** A feature with its own types of params and result. */
export type AnyFeature = Feature<any, unknown, [CheckerOf, DisableEditsFor?, ClientAbilities?]>;
