/** The sessions that agents of this machine keep: `ocml/sessions`. */

export interface SessionsParams {
  /** At most so many sessions, the newest; 200 without it. */
  readonly limit?: number;
}

/** The log of a session, with what its beginning says. */
export interface KeptSession {
  /** The name of its agent, for users. */
  readonly agent: string;
  /** By which its agent knows it. */
  readonly id: string;
  readonly uri: string;
  /** In bytes. */
  readonly size: number;
  /** When it was last written, in milliseconds since 1970. */
  readonly changed: number;
  /** The folder that the agent worked in. */
  readonly folder?: string;
  /** The user's first words; missing if the user has said nothing so far. */
  readonly words?: string;
}

export interface KeptSessions {
  /** The newest first. */
  readonly sessions: readonly KeptSession[];
  /** How many older logs there are that were not looked at. */
  readonly older: number;
  /** The folders in which logs are looked for. */
  readonly folders: readonly string[];
  /** Folders that are there and could not be read. */
  readonly unreadable: readonly string[];
}
