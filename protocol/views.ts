/** The requests of the preview: `ocml/userView`, `ocml/modelView`, `ocml/findInView` and `ocml/export`. */
import type { AboutDocument, Position, Range } from './places.ts';

/** The properties by which messages are filtered. */
export const filterDimensions = ['roles', 'channels', 'tools'] as const;
export type FilterDimension = (typeof filterDimensions)[number];

/** Selects the messages that have one of these values in each dimension of the filter. A missing dimension selects all messages. */
export type Filter = { readonly [Name in FilterDimension]?: readonly string[] };

/** A value to filter by, and the number of messages with it. */
export interface Facet {
  readonly name: string;
  readonly count: number;
}
export type Facets = { readonly [Name in FilterDimension]: readonly Facet[] };

/** Options that determine which messages of a document are shown, and with which parts. */
export interface ShownLayers {
  /** Whether content that end users do not see is included. Clients must set this only if the user has asked for it. */
  readonly debug?: boolean;
  /** Whether preambles are shown to users; true by default (2.2 §16.3 leaves this to the renderer). */
  readonly preambles?: boolean;
  /** Selects only messages with these roles, channels and tools. */
  readonly only?: Filter | undefined;
  /**
   * Selects a conversation in the log of an agent's session: the `id` of one of `session.branches`, or `all` for everything in the log. If
   * it is missing or unknown, the conversation with which the session ends is selected.
   */
  readonly branch?: string | undefined;
}

export interface UserViewParams extends AboutDocument, ShownLayers {
  /** The position around which messages are returned. The default is the beginning. */
  readonly around?: Position;
  /** The rank, among all shown messages, of the message around which messages are returned. It is used instead of `around`. */
  readonly rank?: number;
  /** In a data set, the number of the conversation that is returned, counted from 1. It is used instead of `around`. */
  readonly number?: number;
  /** The maximum number of messages to return. */
  readonly limit?: number;
  /** Whether the source of the message at `around`, or of its row, is also returned. Only with `debug`. */
  readonly source?: 'message' | 'row' | undefined;
}

export const callStates = ['answered', 'open', 'error', 'timeout', 'cancelled'] as const;
export type CallState = (typeof callStates)[number];

/** The relation of a call to its reply, or of a reply to its call. The state `open` means that the other half is missing. */
export interface Pair {
  readonly kind: 'call' | 'reply';
  readonly state: CallState;
  /** The start of the other half: for a call, its last reply; for a reply, its call. */
  readonly other?: Position;
  /** The time from the call to its reply, in milliseconds. Missing if the log has no times. */
  readonly duration?: number;
  /** The number of the call, counted from 1, among the calls of the conversation with which a session ends. */
  readonly number?: number;
}

/** Token counts and costs (US dollars) from the log of a session. Values that the log does not have are missing. */
export interface SessionUsage {
  readonly input?: number;
  /** The input tokens that were read from a cache. They are not included in `input`. */
  readonly cached?: number;
  readonly output?: number;
  readonly cost?: number;
}

/** The reasons why a message is not part of the conversation with which a session ends. */
export const branchKinds = ['branch', 'rolled-back', 'sub-agent'] as const;
export type BranchKind = (typeof branchKinds)[number];

/** A conversation in the log of a session, other than the one with which the session ends. */
export interface SessionBranch {
  readonly id: string;
  readonly kind: BranchKind;
  /** The start of the branch, and the number of its messages that it does not share with the main conversation. */
  readonly position: Position;
  readonly count: number;
  /** The first words of the branch. Only with `debug`. */
  readonly words?: string;
}

/** A position after which the model saw a summary instead of the earlier messages. */
export interface SessionCompaction {
  readonly position: Position;
  /** The number of messages replaced by the summary. */
  readonly replaced: number;
  /** Set in the model's view, which omits the replaced messages. `replaced` then counts the messages replaced by all summaries. */
  readonly dropped?: boolean;
}

/** The facts about a session that are not part of its messages. */
export interface SessionDetails {
  /** The display name of the format. */
  readonly format: string;
  /** The branch that is shown. Missing if the conversation with which the session ends is shown. */
  readonly branch?: string;
  /** The first branches (`branches`), and the number of all branches (`branchCount`). */
  readonly branches: readonly SessionBranch[];
  readonly branchCount: number;
  /** The compactions in the conversation that is shown. */
  readonly compactions: readonly SessionCompaction[];
  /** The token usage of all answers in the log, including those on branches and of sub-agents. */
  readonly usage?: SessionUsage;
}

/** The two answers in a preference row. */
export const rowAnswers = ['chosen', 'rejected'] as const;
export type RowAnswer = (typeof rowAnswers)[number];

/** A problem that the checker has found in a message. */
export interface MessageFault {
  readonly code: string;
  readonly severity: 'error' | 'warning';
  readonly message: string;
  readonly position: Position;
}

export interface ViewMessage {
  readonly text: string;
  /** The text as safe HTML. */
  readonly html: string;
  /**
   * The index of the message among all messages of the transcript and the files and tasks between them. If a message is divided into
   * several entries, they have the same index.
   */
  readonly index: number;
  readonly role?: string | undefined;
  /** The channel named in the header. */
  readonly channel?: string | undefined;
  readonly effectiveChannel?: string | undefined;
  /**
   * The intent in the header. If the message is shown as a preamble, the value is `preamble`, even if the header has no intent, as in
   * Harmony.
   */
  readonly intent?: string | undefined;
  readonly name?: string | undefined;
  readonly to?: string | undefined;
  readonly callId?: string | undefined;
  /** The range of the message in the document, without the text between it and the next message. */
  readonly range: Range;
  /** Whether end users do not see the message. Such messages are only included with `debug`. */
  readonly hidden: boolean;
  /** Whether the message is complete. False if the document ends within it. */
  readonly complete: boolean;
  /** For a call or a reply, its other half and its state. Only with `debug`. */
  readonly pair?: Pair;
  /**
   * For an answer in the log of a session, its token usage. If the answer is divided into several entries, only the first one has it. Only
   * with `debug`.
   */
  readonly usage?: SessionUsage;
  /**
   * For a message in the log of a session, the reason why it is not part of the conversation with which the session ends. Only with
   * `debug`.
   */
  readonly aside?: BranchKind;
  /** The time at which the message was written, in ISO 8601, if the log has times. Only with `debug`. */
  readonly time?: string;
  /** In a row whose texts are the values of its fields, such as `instruction` and `input`, the name of the message's field. */
  readonly field?: string;
  /** In a preference row, the answer to which the message belongs. Only with `debug`. */
  readonly answer?: RowAnswer;
  /**
   * The first errors and warnings in the message. Missing if there are none, or if the message has not been checked yet. Only with `debug`.
   */
  readonly faults?: readonly MessageFault[];
}

/** The position of a conversation within its data set. */
export interface ConversationPlace {
  /** The number of the conversation, counted from 1, and the number of all conversations. */
  readonly number: number;
  readonly count: number;
  /** The starts of the previous and the next conversation. */
  readonly previous?: Position;
  readonly next?: Position;
  readonly range: Range;
  /** The fields of the row that are not part of its conversation, such as its origin. Only with `debug`. */
  readonly metadata?: readonly RowFact[];
}

/** A field of a row that is not part of its conversation. */
export interface RowFact {
  readonly name: string;
  readonly value: string;
}

export interface UserView {
  /** The version of the document. */
  readonly version: number;
  readonly dialect: string;
  readonly messages: readonly ViewMessage[];
  /** The number of all messages in the view (`total`), and of those before (`before`) and after (`after`) the returned ones. */
  readonly total: number;
  readonly before: number;
  readonly after: number;
  /** The number of messages that end users do not see. */
  readonly hidden: number;
  /** The position of the conversation in its data set; missing if the document is not a data set. */
  readonly conversation?: ConversationPlace;
  /** The facts about the session; missing if the document is not the log of a session. */
  readonly session?: SessionDetails;
  /** The number of messages that are hidden, completely or in part, because they contain an error or their visibility is in doubt. */
  readonly doubt: number;
  /**
   * The number of messages with an error among those that users certainly do not see. Messages that have not been checked yet do not count.
   */
  readonly faulty: number;
  /**
   * The position of the first error in a message, whether the message is shown or hidden. Messages that have not been checked yet do not
   * count.
   */
  readonly firstError?: Position;
  /** The number of messages that the `only` filter excludes. They are not included in `hidden` or `total`. */
  readonly left: number;
  /** The text that `source` has requested, exactly as in the document. If it is long, only its beginning. */
  readonly source?: string;
  /** The most frequent roles, channels and tools of all messages that would be shown without the `only` filter. */
  readonly facets: Facets;
}

export interface FindParams extends AboutDocument, ShownLayers {
  readonly query: string;
}

export interface FoundMatches {
  /** The version of the document. */
  readonly version: number;
  /** The starts of the messages that contain the words, in the order of the document. */
  readonly places: readonly Position[];
  /** Whether there may be further matches. */
  readonly more: boolean;
}

export interface ExportParams extends AboutDocument, ShownLayers {
  readonly as: 'text' | 'markdown' | 'html';
}

export interface ExportedView {
  readonly text: string;
}
