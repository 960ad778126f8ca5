/** `ocml split`: the files of a multi-file document. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { splitFiles } from '../../convert/sequence/files.ts';
import { files as tokens } from '../../convert/sequence/tokens.ts';
import { mustDiffer } from '../files/distinct.ts';
import { print, writeDocument } from '../output.ts';
import type { Command } from './command.ts';
import { attempt, deliver, oneFile, outputOptions, readNamed } from './one-file.ts';

const run = (args: readonly string[]) =>
  attempt('split', async () => {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { ...outputOptions, extension: { type: 'string', default: 'txt' } },
    });
    const { output, force, extension } = values;
    if (!/^[\w-]{1,40}$/.test(extension))
      throw new Error(`--extension takes letters and digits, such as txt; not ${extension}`);
    const { file } = oneFile(positionals, { force });
    const parts = splitFiles((await readNamed(file)).text);
    if (output === undefined) {
      for (const [i, text] of parts.entries()) await writeDocument(`${JSON.stringify({ file: i + 1, text })}\n`);
      return 0;
    }
    mkdirSync(output, { recursive: true });
    const digits = String(parts.length).length;
    const paths = parts.map((_, i) => join(output, `${String(i + 1).padStart(digits, '0')}.${extension}`));
    for (const path of paths) mustDiffer({ FILE: file, [path]: path });
    for (const [i, path] of paths.entries()) await deliver(parts[i] as string, { file, output: path, force });
    await print(paths);
    return 0;
  });

const usage = `Usage: ocml split [FILE | -] [options]

The files of a multi-file document, which ${tokens.separator} separates: each byte for byte, messages in it included. One line
break before and after a separator belongs to it. Without -o, prints a line of JSON for each: {"file": 1, "text": "…"}.

  -o FOLDER              write them to 1.txt, 2.txt, … in a FOLDER, and print these names
  --extension EXT        name them 1.EXT, 2.EXT, …
  --force                replace files that exist

Exit code: 0 done, 2 wrong usage, or a file that cannot be read or written.`;

export const split: Command = { usage, run };
