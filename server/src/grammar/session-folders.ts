/** Where agents keep the logs of their sessions on a machine. */

/** An agent whose sessions are listed, by the name that `--agent` takes: the format of its logs. */
export type StoringAgent = 'claude-code' | 'codex' | 'pi';

interface SessionFolder {
  readonly agent: StoringAgent;
  /** The environment variable that names its folder. */
  readonly variable: string;
  /** Its folder otherwise, from the home of the user on. */
  readonly usual: string;
  /** The folders of logs in it. */
  readonly logs: readonly string[];
}

export const sessionFolders: readonly SessionFolder[] = [
  { agent: 'claude-code', variable: 'CLAUDE_CONFIG_DIR', usual: '.claude', logs: ['projects'] },
  { agent: 'codex', variable: 'CODEX_HOME', usual: '.codex', logs: ['sessions', 'archived_sessions'] },
  { agent: 'pi', variable: 'PI_CODING_AGENT_DIR', usual: '.pi/agent', logs: ['sessions'] },
];

export const storingAgents: readonly StoringAgent[] = sessionFolders.map(({ agent }) => agent);

/** How the name of a log ends. */
export const sessionEnding = '.jsonl';

/** The log of a sub-agent, next to that of the session that started it, by its path below the folder of logs. */
export const subAgentLog = /(?:^|[\\/])(?:agent-[^\\/]*|subagents[\\/].*)\.jsonl$/;

/** The names that users know. */
export const agentTitles: Readonly<Record<StoringAgent, string>> = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  pi: 'Pi',
};
