/** `ocml split`: the files of a multi-file document. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { splitFiles } from '../../convert/sequence/files.ts';
import { mustDiffer } from '../files/distinct.ts';
import { print, writeDocument } from '../output.ts';
import { table } from '../table/index.ts';
import { command } from './command.ts';
import { deliver, oneFile, readNamed } from './one-file.ts';

export const split = command(table.split, async ({ output, force, extension }, operands) => {
  if (!/^[\w-]{1,40}$/.test(extension))
    throw new Error(`--extension takes letters and digits, such as txt; not ${extension}`);
  const { file } = oneFile(operands, { force });
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
