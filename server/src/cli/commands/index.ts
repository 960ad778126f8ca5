import type { CommandName } from '../table/index.ts';
import type { Command } from './command.ts';

/** Loaders for the commands in the table. Each command is loaded on demand. */
export const commands: Readonly<Record<CommandName, () => Promise<Command>>> = {
  check: async () => (await import('./check.ts')).check,
  explain: async () => (await import('./explain.ts')).explain,
  convert: async () => (await import('./convert.ts')).convert,
  format: async () => (await import('./format.ts')).format,
  split: async () => (await import('./split.ts')).split,
  join: async () => (await import('./join.ts')).join,
  fim: async () => (await import('./fim.ts')).fim,
  wire: async () => (await import('./wire.ts')).wire,
  inspect: async () => (await import('./inspect.ts')).inspect,
  sessions: async () => (await import('./sessions.ts')).sessions,
  report: async () => (await import('./report.ts')).report,
  rows: async () => (await import('./rows.ts')).rows,
  stream: async () => (await import('./stream.ts')).stream,
  truncate: async () => (await import('./truncate.ts')).truncate,
  tokens: async () => (await import('./tokens.ts')).tokens,
  render: async () => (await import('./render.ts')).render,
  templates: async () => (await import('./templates.ts')).templates,
  mask: async () => (await import('./mask.ts')).mask,
  import: async () => (await import('./import.ts')).importing,
  rules: async () => (await import('./rules.ts')).rules,
  preview: async () => (await import('./preview.ts')).preview,
  lsp: async () => (await import('./lsp.ts')).lsp,
  mcp: async () => (await import('./mcp.ts')).mcp,
  completion: async () => (await import('./completion.ts')).completion,
};
