/** The folders in which agents store the logs of their sessions. */

/** The agents whose sessions can be listed, by their names in `--agent`, which are also the names of their log formats. */
export type StoringAgent = 'claude-code' | 'codex' | 'pi';

interface SessionFolder {
  readonly agent: StoringAgent;
  /** The environment variable that sets the agent's folder. */
  readonly variable: string;
  /** The agent's default folder, relative to the user's home folder. */
  readonly usual: string;
  /** The folders with logs, relative to the agent's folder. */
  readonly logs: readonly string[];
}

export const sessionFolders: readonly SessionFolder[] = [
  { agent: 'claude-code', variable: 'CLAUDE_CONFIG_DIR', usual: '.claude', logs: ['projects'] },
  { agent: 'codex', variable: 'CODEX_HOME', usual: '.codex', logs: ['sessions', 'archived_sessions'] },
  { agent: 'pi', variable: 'PI_CODING_AGENT_DIR', usual: '.pi/agent', logs: ['sessions'] },
];

export const storingAgents: readonly StoringAgent[] = sessionFolders.map(({ agent }) => agent);

/** The file name extension of logs. */
export const sessionEnding = '.jsonl';

/**
 * Matches the path of a sub-agent's log, relative to the folder of logs. Such a log is stored next to the log of the session that started
 * the sub-agent.
 */
export const subAgentLog = /(?:^|[\\/])(?:agent-[^\\/]*|subagents[\\/].*)\.jsonl$/;

/** The names that users know the agents by. */
export const agentTitles: Readonly<Record<StoringAgent, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  pi: 'Pi',
};
