/**
 * Lists the sessions that agents have stored on this machine. Nothing is written, and links are not opened. Only the beginning
 * of each file is read, since there can be thousands of logs, some with hundreds of megabytes.
 */
import { uriOfFile } from '../files/addresses.ts';
import { logFoldersOf } from '../files/agent-folders.ts';
import { filesIn } from '../files/folders.ts';
import { readBeginning } from '../files/regular.ts';
import { type StoringAgent, sessionEnding, sessionFolders, subAgentLog } from '../grammar/session-folders.ts';
import { headOf, type SessionHead } from './head.ts';

/** A file in a folder of logs. */
export interface Log {
  readonly agent: StoringAgent;
  /** The id that the agent uses for the session. */
  readonly id: string;
  readonly path: string;
  /** The size in bytes. */
  readonly size: number;
  /** The time of the last change (milliseconds). */
  readonly changed: number;
}

export type StoredSession = Log & SessionHead;

export interface LogFolder {
  readonly agent: StoringAgent;
  readonly path: string;
}

export interface ListedSessions {
  /** The sessions, newest first. */
  readonly sessions: readonly StoredSession[];
  /** The number of logs that were not examined, because enough sessions had been found. */
  readonly older: number;
  /** The number of files that could not be read or are not session logs. */
  readonly others: number;
  /** The number of sub-agent logs, which are stored next to the logs of their sessions, and are not listed. */
  readonly subAgents: number;
  /** The folders that exist but could not be read. */
  readonly unreadable: readonly string[];
  /** Whether there were so many folder entries that some were not examined. */
  readonly cut: boolean;
}

interface Choice {
  /** The maximum number of sessions to list. */
  readonly limit: number;
  readonly isCancelled?: () => boolean;
}

/** The log folders of all agents, or of the given agent, whether or not they exist on this machine. */
export const knownFolders = (agent?: StoringAgent): LogFolder[] =>
  sessionFolders
    .filter((one) => agent === undefined || one.agent === agent)
    .flatMap((one) => logFoldersOf(one).map((path) => ({ agent: one.agent, path })));

/** Lists the sessions with logs in the given folders and their subfolders. */
export async function listSessions(folders: readonly LogFolder[], choice: Choice): Promise<ListedSessions> {
  const { logs, subAgents, unreadable, cut } = await logsIn(folders, choice.isCancelled);
  const sessions: StoredSession[] = [];
  let looked = 0;
  for (const log of logs) {
    if (sessions.length >= choice.limit || choice.isCancelled?.() === true) break;
    looked++;
    const head = log.size > 0 ? beginningOf(log.path, log.size) : undefined;
    if (head) sessions.push({ ...log, ...head });
    await givingWay();
  }
  return {
    sessions,
    older: logs.length - looked,
    others: looked - sessions.length,
    subAgents: subAgents.length,
    unreadable,
    cut,
  };
}

/**
 * Returns the logs with an id or, if there are none, those whose ids begin with it: first the logs of sessions, newest first,
 * then those of sub-agents. No log is opened.
 */
export async function logsNamed(folders: readonly LogFolder[], id: string): Promise<readonly Log[]> {
  const { logs, subAgents } = await logsIn(folders);
  const all = [...logs, ...subAgents];
  const exact = all.filter((log) => log.id === id);
  return exact.length > 0 ? exact : all.filter((log) => log.id.startsWith(id));
}

async function logsIn(folders: readonly LogFolder[], isCancelled?: () => boolean) {
  const logs: Log[] = [];
  const subAgents: Log[] = [];
  const unreadable: string[] = [];
  let cut = false;
  for (const { agent, path: folder } of folders) {
    const isLog = (name: string) => name.endsWith(sessionEnding);
    const markCut = () => {
      cut = true;
    };
    const miss = (path: string) => unreadable.push(path);
    for await (const { path, size, changed } of filesIn([uriOfFile(folder)], isLog, MAX_ENTRIES, markCut, miss)) {
      if (isCancelled?.() === true) break;
      const log = { agent, id: idOf(path), path, size, changed };
      (subAgentLog.test(path.slice(folder.length)) ? subAgents : logs).push(log);
    }
  }
  return { logs: logs.sort((a, b) => b.changed - a.changed), subAgents, unreadable, cut };
}

/** The maximum number of entries that are examined in each log folder. */
const MAX_ENTRIES = 200_000;

/** The numbers of bytes to read from the beginning of a log. The second number applies if the first part contains no text from the user. */
const pieces = [1 << 16, 1 << 19];

/** Returns the facts from the beginning of a log; undefined if the file cannot be read or is not a session log. */
function beginningOf(path: string, size: number): SessionHead | undefined {
  let head: SessionHead | undefined;
  for (const length of pieces) {
    try {
      head = headOf(readBeginning(path, Math.min(length, size)).toString('utf8'));
    } catch {
      return undefined;
    }
    if (head?.words !== undefined || size <= length) break;
  }
  return head;
}

/** Returns the id in the name of a log: the UUID at the end of the name, or else the whole name. */
function idOf(path: string): string {
  const name = path.replace(/^.*[\\/]/s, '').slice(0, -sessionEnding.length);
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(name)?.[0] ?? name;
}

/** Lets the server answer other requests between two files. */
const givingWay = () => new Promise((resolve) => setImmediate(resolve));
