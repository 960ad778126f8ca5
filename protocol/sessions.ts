/** The sessions stored by agents on this machine: `ocml/sessions`. */

export interface SessionsParams {
  /** The maximum number of sessions, newest first; 200 by default. */
  readonly limit?: number;
}

/** The log of a session, with facts from its beginning. */
export interface KeptSession {
  /** The display name of the agent. */
  readonly agent: string;
  /** The agent's id for the session. */
  readonly id: string;
  readonly uri: string;
  /** The size of the log, in bytes. */
  readonly size: number;
  /** The time of the last change, in milliseconds since 1970. */
  readonly changed: number;
  /** The folder in which the agent worked. */
  readonly folder?: string;
  /** The user's first words; missing if there is no user message yet. */
  readonly words?: string;
}

export interface KeptSessions {
  /** The sessions, newest first. */
  readonly sessions: readonly KeptSession[];
  /** The number of older logs that were not examined. */
  readonly older: number;
  /** The folders searched for logs. */
  readonly folders: readonly string[];
  /** Existing folders that could not be read. */
  readonly unreadable: readonly string[];
}
