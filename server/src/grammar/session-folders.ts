/** The folders in which agents store the logs of their sessions. */

/** An agent whose sessions can be listed, by the name for `--agent`: the format of its logs. */
export type StoringAgent = 'claude-code' | 'codex' | 'pi';

interface SessionFolder {
  readonly agent: StoringAgent;
  /** The environment variable with the agent's folder. */
  readonly variable: string;
  /** The agent's default folder, relative to the user's home. */
  readonly usual: string;
  /** The folders with logs, in the agent's folder. */
  readonly logs: readonly string[];
}

export const sessionFolders: readonly SessionFolder[] = [
  { agent: 'claude-code', variable: 'CLAUDE_CONFIG_DIR', usual: '.claude', logs: ['projects'] },
  { agent: 'codex', variable: 'CODEX_HOME', usual: '.codex', logs: ['sessions', 'archived_sessions'] },
  { agent: 'pi', variable: 'PI_CODING_AGENT_DIR', usual: '.pi/agent', logs: ['sessions'] },
];

export const storingAgents: readonly StoringAgent[] = sessionFolders.map(({ agent }) => agent);

/** The ending of a log's file name. */
export const sessionEnding = '.jsonl';

/** The log of a sub-agent, by its path in the folder of logs; it is stored next to the log of the session that started the sub-agent. */
export const subAgentLog = /(?:^|[\\/])(?:agent-[^\\/]*|subagents[\\/].*)\.jsonl$/;

/** The names that users know. */
export const agentTitles: Readonly<Record<StoringAgent, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  pi: 'Pi',
};
