/** The commands of `ocml` with their options and operands. The parser, `--help`, completion and docs/commands.md are derived from them. */
import { check } from './check.ts';
import { convert } from './convert.ts';
import { explain } from './explain.ts';
import { format } from './format.ts';
import { inspect, tokens, truncate } from './inspect.ts';
import { mask } from './mask.ts';
import { completion, lsp, mcp, preview, rules } from './program.ts';
import { report } from './report.ts';
import { rows } from './rows.ts';
import { fim, join, split, wire } from './sequence.ts';
import { sessions } from './sessions.ts';
import { stream } from './stream.ts';
import { importing, render, templates } from './templates.ts';

/** The commands in the order of docs/commands.md. In `ocml --help`, the most common commands come first. */
export const table = {
  check,
  explain,
  convert,
  format,
  split,
  join,
  fim,
  wire,
  inspect,
  sessions,
  report,
  rows,
  stream,
  truncate,
  tokens,
  render,
  templates,
  mask,
  import: importing,
  rules,
  preview,
  lsp,
  mcp,
  completion,
};

export type CommandName = keyof typeof table;

/** The commands that `ocml --help` lists first. */
export const commonCommands: readonly CommandName[] = ['check', 'convert', 'render'];
