/** The sessions stored by agents on this machine: `ocml/sessions`. */

export interface SessionsParams {
  /** The maximum number of sessions to return; the newest come first. The default is 200. */
  readonly limit?: number;
}

/** The log of a session, with facts that were read from its beginning. */
export interface KeptSession {
  /** The display name of the agent. */
  readonly agent: string;
  /** The id that the agent has given the session. */
  readonly id: string;
  readonly uri: string;
  /** The size of the log, in bytes. */
  readonly size: number;
  /** The time of the last change, in milliseconds since 1970. */
  readonly changed: number;
  /** The folder in which the agent worked. */
  readonly folder?: string;
  /** The first words of the user. Missing if the log has no user message. */
  readonly words?: string;
}

export interface KeptSessions {
  /** The sessions, newest first. */
  readonly sessions: readonly KeptSession[];
  /** The number of older logs, which were not read. */
  readonly older: number;
  /** The folders in which logs were searched for. */
  readonly folders: readonly string[];
  /** The folders that exist but could not be read. */
  readonly unreadable: readonly string[];
}
