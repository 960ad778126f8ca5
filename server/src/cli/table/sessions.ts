/** The command for the sessions of agents on this machine. */
import { storingAgents } from '../../grammar/session-folders.ts';
import { textOrJson } from './options.ts';
import { row } from './row.ts';

export const sessions = row({
  name: 'sessions',
  about: 'list the agent sessions on this machine, or print one',
  usage: ['[--agent NAME] [--limit N] [--format F]', 'SESSION [--agent NAME] [--debug | --path]'],
  does: [
    "Lists the sessions whose logs Claude Code, Codex and Pi keep in their folders, with the newest first. Each line has the time of the last change, the agent, the beginning of the id, the folder, and the user's first message. Only the beginning of each log is read.",
    'With a SESSION (its id, the beginning of its id, or its number), prints the part that users see, like ocml render --as text, and the path of its log. With --path, prints only the path, as in ocml inspect "$(ocml sessions 1 --path)". With --format json, the path of each log is included.',
    'Writes nothing, follows no links in those folders, and does not use the network. Like the agents, respects CLAUDE_CONFIG_DIR, CODEX_HOME and PI_CODING_AGENT_DIR.',
  ],
  operands: { name: 'SESSION', most: 1 },
  options: {
    agent: {
      value: 'NAME',
      words: storingAgents,
      aliases: new Map([['claude', 'claude-code']]),
      about: 'list only sessions of this agent',
    },
    limit: { value: 'N', least: 1, usual: '20', about: 'list at most N sessions' },
    path: { about: 'with a SESSION, print the path of its log instead, for other commands' },
    debug: { about: 'with a SESSION, also print text hidden from users, such as thoughts and calls' },
    format: textOrJson,
  },
  apart: [['debug', 'path']],
  notes: ['Logs of sub-agents are not listed; to print one, give its id.'],
  examples: [
    { run: 'ocml sessions', about: 'list the newest sessions of all agents' },
    { run: 'ocml sessions --agent codex --limit 5', about: 'list the five newest Codex sessions' },
  ],
  exit: ['done', 'no session has that id, or more than one has it', 'invalid usage, or a log cannot be read'],
});
