/** `ocml templates`: the chat templates that there are. */
import { parseArgs } from 'node:util';
import { whyUnreadable } from '../../files/regular.ts';
import { templates as facts } from '../../grammar/index.ts';
import { print, printAside } from '../output.ts';
import { customPatterns } from '../templates/options.ts';
import type { Command } from './command.ts';

/** Gives the exit code: 0 done, 2 wrong usage. */
async function run(args: readonly string[]): Promise<number> {
  const complain = (message: string) => void printAside([`ocml templates: ${message}`]);
  try {
    parseArgs({ args: [...args], options: {} });
    const custom = customPatterns('-', complain);
    await print([
      ...facts.map(({ name, doc }) => `${name.padEnd(10)} ${doc}`),
      ...[...custom.keys()].map((name) => `${name.padEnd(10)} Of this project: templates.custom.`),
    ]);
    return 0;
  } catch (error) {
    complain(whyUnreadable(error));
    return 2;
  }
}

const usage = `Usage: ocml templates

Lists the chat templates that have a name: those of the registry, in its order, then those of the project (templates.custom).

Exit code: 0 done, 2 wrong usage.`;

export const templates: Command = { usage, run };
