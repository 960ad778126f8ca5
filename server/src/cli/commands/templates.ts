/** `ocml templates`: the chat templates that there are, what they do to conversations, and how Python renders them. */
import { parseArgs } from 'node:util';
import { whyUnreadable } from '../../files/regular.ts';
import { templates as facts } from '../../grammar/index.ts';
import { own } from '../../syntax/own.ts';
import { formats } from '../check/formats/index.ts';
import { print, printAside } from '../output.ts';
import { customPatterns } from '../templates/options.ts';
import type { Command } from './command.ts';

/** Gives the exit code: 0 done, 1 there is something to warn of, or a difference; 2 wrong usage, or what cannot be read. */
async function run(args: readonly string[]): Promise<number> {
  const complain = (message: string) => void printAside([`ocml templates: ${message}`]);
  try {
    return await answer(args, complain);
  } catch (error) {
    complain(whyUnreadable(error));
    return 2;
  }
}

async function answer(args: readonly string[], complain: (message: string) => void): Promise<number> {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...{ check: flag, compare: flag, evidence: flag, format: { type: 'string', default: 'text' } },
      with: { type: 'string', multiple: true, default: [] },
    },
  });
  const { check, compare, evidence } = values;
  if (check && compare) throw new Error('--check and --compare exclude each other');
  if ((check || compare) === (positionals.length === 0))
    throw new Error(check || compare ? 'which FILE?' : 'what is to be done with the FILE: --check or --compare');
  if (check) {
    const format = own(formats, values.format);
    if (format === undefined)
      throw new Error(`--format takes ${Object.keys(formats).join(', ')}; not ${values.format}`);
    const { checkTemplates } = await import('../templates/findings.ts');
    return checkTemplates(positionals, format.start(), evidence && values.format === 'text', complain);
  }
  if (compare) return (await import('../templates/compare.ts')).compareTemplates(positionals, values.with);
  await list(complain);
  return 0;
}

async function list(complain: (message: string) => void): Promise<void> {
  const custom = [...customPatterns('-', complain).keys()];
  await print([
    ...facts.map(({ name, doc }) => `${name.padEnd(10)} ${doc}`),
    ...custom.map((name) => `${name.padEnd(10)} Of this project: templates.custom.`),
  ]);
}

const usage = `Usage: ocml templates
       ocml templates --check FILE… [--format F] [--evidence]
       ocml templates --compare FILE… [--with CONVERSATION]…

Lists the chat templates that have a name: those of the registry, in its order, then those of the project (templates.custom).

  --check FILE…          what templates do to a standard set of conversations: whether they drop arguments, replies or reasoning,
                         change what was written when a turn is appended, let no token end an answer, and the like. A FILE is as for
                         ocml render
  --format F             text (default), json, sarif or github
  --evidence             with the conversation and the prompts that show each finding; JSON always has them
  --compare FILE…        render the standard conversations, or those given, with the Python at hand too (it needs jinja2, set up as
                         transformers does), and show where the two differ
  --with CONVERSATION    a file with messages; repeatable

Exit code: 0 done, 1 there is something to warn of, or a difference, 2 wrong usage, or a file that cannot be read.`;

export const templates: Command = { usage, run };
