/** `ocml sessions`: lists the sessions that agents have stored on this machine. */
import { knownFolders, type LogFolder, listSessions, logsNamed } from '../../sessions/list.ts';
import { toStandardOutput } from '../files/destination.ts';
import { InputFault } from '../input-fault.ts';
import { harmless, print, printAside, writeDocument } from '../output.ts';
import type { SessionsOutput } from '../printed-json.ts';
import { idLengthFor, lineOf } from '../sessions/list.ts';
import { table } from '../table/index.ts';
import { command } from './command.ts';

export const sessions = command(table.sessions, async ({ agent, limit, debug, path, format }, [name]) => {
  const folders = knownFolders(agent);
  if (name !== undefined) {
    const logPath = await pathOf(name, folders);
    if (!path) return await show(logPath, debug);
    // The path is printed without escapes, since escapes would turn it into a different path.
    await writeDocument(`${logPath}\n`);
    return 0;
  }
  if (path) throw new Error('--path needs a SESSION');
  if (debug) throw new Error('--debug needs a SESSION to print');
  const { sessions: sessionList, older, others, subAgents, unreadable, cut } = await listSessions(folders, { limit });
  if (format === 'json') {
    const dated = sessionList.map(({ changed, started, ...rest }) => ({
      ...rest,
      changed: new Date(changed).toISOString(),
      ...(started !== undefined && { started: new Date(started).toISOString() }),
    }));
    const all: SessionsOutput = { sessions: dated, older, others, subAgents, unreadable, cut };
    await print({ json: `${JSON.stringify(all, null, 2)}\n` });
    return 0;
  }
  const idLength = idLengthFor(sessionList.map(({ id }) => id));
  await print(
    sessionList.map((one, i) => lineOf(one, i + 1, { idLength, numberLength: `${sessionList.length}`.length })),
  );
  const notes = [
    ...(sessionList.length === 0 ? [`No session was found in ${folders.map(({ path }) => path).join(', ')}.`] : []),
    ...(older > 0
      ? [`${older} older ${older === 1 ? 'log was' : 'logs were'} not read: increase --limit N to list more.`]
      : []),
    ...(others > 0
      ? [
          `${others} ${others === 1 ? 'file is' : 'files are'} empty, unreadable or not ${others === 1 ? 'a session log' : 'session logs'}.`,
        ]
      : []),
    ...unreadable.slice(0, MAX_FOLDERS).map((folder) => `The folder ${harmless(folder)} could not be read.`),
    ...(unreadable.length > MAX_FOLDERS ? [`${unreadable.length - MAX_FOLDERS} more folders could not be read.`] : []),
    ...(cut ? ['The folders have so many entries that some were skipped.'] : []),
  ];
  if (notes.length > 0) await print(notes);
  return 0;
});

/** The maximum number of unreadable folders that are listed. */
const MAX_FOLDERS = 5;

/** Returns the path of a session's log. `name`: its number in the list, or the beginning of its id. */
async function pathOf(name: string, folders: readonly LogFolder[]): Promise<string> {
  if (/^\d{1,4}$/.test(name) && Number(name) > 0) {
    const { sessions: sessionList } = await listSessions(folders, { limit: Number(name) });
    const one = sessionList[Number(name) - 1];
    if (one) return one.path;
  }
  const logs = await logsNamed(folders, name);
  const [log, another] = logs;
  if (log === undefined) throw new InputFault(`there is no session ${name}: run ocml sessions for a list`);
  if (another)
    throw new InputFault(`${logs.length} sessions have ids that begin with ${name}: give more characters of the id`);
  return log.path;
}

/** Prints a session as `ocml render --as text` does. */
async function show(path: string, debug: boolean): Promise<number> {
  await printAside([harmless(path)]);
  const { renderView } = await import('../render/view.ts');
  const destination = toStandardOutput(async () => {});
  const source = { path, file: path, base: '', searched: false };
  const options = { as: 'text', channel: undefined, debug } as const;
  return renderView(
    source,
    () => undefined,
    options,
    () => destination.open(source, 'text'),
  );
}
