/**
 * The sessions that agents of this machine keep. Reads only, opens no link, and of each file no more than its beginning: logs
 * have hundreds of megabytes, and there are thousands of them.
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
  /** By which its agent knows it. */
  readonly id: string;
  readonly path: string;
  /** In bytes. */
  readonly size: number;
  /** When it was last written (milliseconds). */
  readonly changed: number;
}

export type StoredSession = Log & SessionHead;

/** A folder of logs. */
export interface LogFolder {
  readonly agent: StoringAgent;
  readonly path: string;
}

export interface ListedSessions {
  /** The newest first. */
  readonly sessions: readonly StoredSession[];
  /** How many logs were not looked at, as there are more than were requested. */
  readonly older: number;
  /** How many files could not be read, or are not logs of sessions. */
  readonly others: number;
  /** Logs of sub-agents, which are next to those of their sessions and not listed. */
  readonly subAgents: number;
  /** Folders that are there and could not be read. */
  readonly unreadable: readonly string[];
  /** There are so many entries of folders that some were not looked at. */
  readonly cut: boolean;
}

interface Choice {
  /** At most so many sessions. */
  readonly limit: number;
  readonly isCancelled?: () => boolean;
}

/** The folders of all agents, or of one, that this machine has or may have. */
export const knownFolders = (agent?: StoringAgent): LogFolder[] =>
  sessionFolders
    .filter((one) => agent === undefined || one.agent === agent)
    .flatMap((one) => logFoldersOf(one).map((path) => ({ agent: one.agent, path })));

/** Lists the sessions whose logs are in some folders and below. */
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
    ...{ sessions, older: logs.length - looked, others: looked - sessions.length },
    ...{ subAgents: subAgents.length, unreadable, cut },
  };
}

/** The logs whose ids begin with some characters, those of sub-agents among them; the newest first. Opens none. */
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
    const left = () => {
      cut = true;
    };
    const miss = (path: string) => unreadable.push(path);
    for await (const { path, size, changed } of filesIn([uriOfFile(folder)], isLog, MAX_ENTRIES, left, miss)) {
      if (isCancelled?.() === true) break;
      const log = { agent, id: idOf(path), path, size, changed };
      (subAgentLog.test(path.slice(folder.length)) ? subAgents : logs).push(log);
    }
  }
  return { logs: logs.sort((a, b) => b.changed - a.changed), subAgents, unreadable, cut };
}

/** How many entries of the folders of an agent are looked at. */
const MAX_ENTRIES = 200_000;

/** How much of a log is read, in bytes: more if the user says nothing in the first piece. */
const pieces = [1 << 16, 1 << 19];

/** Undefined if a file cannot be read, or is not a session's. */
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

/** The id in the name of a log: it ends in a UUID, or is one. */
function idOf(path: string): string {
  const name = path.replace(/^.*[\\/]/s, '').slice(0, -sessionEnding.length);
  return /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(name)?.[0] ?? name;
}

/** Lets other requests be answered between two files. */
const givingWay = () => new Promise((resolve) => setImmediate(resolve));
