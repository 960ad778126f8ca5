/** The commands of `ocml`, with all that they take: the parser, `--help`, completion and docs/commands.md follow from it. */
import { check } from './check.ts';
import { convert } from './convert.ts';
import { explain } from './explain.ts';
import { format } from './format.ts';
import { inspect, tokens, truncate } from './inspect.ts';
import { completion, lsp, rules } from './program.ts';
import { fim, join, split, wire } from './sequence.ts';
import { stream } from './stream.ts';
import { importing, render, templates } from './templates.ts';

/** In the order of `ocml --help`. */
export const table = {
  ...{ check, explain, convert, format },
  ...{ split, join, fim, wire },
  ...{ inspect, stream, truncate, tokens },
  ...{ render, templates, import: importing },
  ...{ rules, lsp, completion },
};

export type CommandName = keyof typeof table;
