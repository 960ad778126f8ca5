/** `ocml join`: files as one multi-file document. */
import { parseArgs } from 'node:util';
import { joinFiles } from '../../convert/sequence/files.ts';
import { files as tokens } from '../../convert/sequence/tokens.ts';
import { mustDiffer } from '../files/distinct.ts';
import { printAside } from '../output.ts';
import type { Command } from './command.ts';
import { attempt, deliver, outputOptions, outputUsage, readNamed } from './one-file.ts';

const run = (args: readonly string[]) =>
  attempt('join', async () => {
    const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: outputOptions });
    const { output, force } = values;
    if (positionals.length === 0) throw new Error('FILE… names the files to join');
    const paths = positionals;
    for (const path of paths) mustDiffer({ [path]: path, '-o': output });
    const texts: string[] = [];
    for (const path of paths) texts.push((await readNamed(path)).text);
    const joined = joinFiles(texts);
    if (typeof joined !== 'string') {
      await printAside([`ocml join: ${paths[joined.file]}: it ${joined.reason}`]);
      return 1;
    }
    await deliver(joined, { file: '-', output, force });
    return 0;
  });

const usage = `Usage: ocml join FILE… [options]

Writes files as one multi-file document, with ${tokens.separator} on a line of its own between them; ocml split takes it
apart again. The order is that of the arguments; - is standard input.

${outputUsage}

Exit code: 0 done, 1 a file cannot be told from others in one document, which is said, 2 wrong usage, or a file that cannot be
read or written.`;

export const join: Command = { usage, run };
