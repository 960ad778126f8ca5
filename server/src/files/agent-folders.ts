/** The folders in which agents store their logs, according to the environment and the user's home folder. */
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

interface AgentFolders {
  readonly variable: string;
  readonly usual: string;
  readonly logs: readonly string[];
}

/** Returns the paths of an agent's log folders, whether these folders exist or not. */
export function logFoldersOf({ variable, usual, logs }: AgentFolders, env: NodeJS.ProcessEnv = process.env): string[] {
  const variableValue = new Map(Object.entries(env)).get(variable);
  const folder = variableValue ? resolve(variableValue) : join(homedir(), usual);
  return logs.map((name) => join(folder, name));
}
