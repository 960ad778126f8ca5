/** `ocml split`: writes the files of a multi-file document. */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { splitFiles, unusualSeparator } from '../../convert/sequence/files.ts';
import { isEventStream } from '../../syntax/event-stream.ts';
import { mustDiffer } from '../files/distinct.ts';
import { InputFault } from '../input-fault.ts';
import { print, printAside, writeDocument } from '../output.ts';
import { streamInstead } from '../stream/answer-events.ts';
import { table } from '../table/index.ts';
import { command } from './command.ts';
import { oneFile, placesIn, readNamed, writeResult } from './one-file.ts';

export const split = command(table.split, async ({ output, force, extension, ...inputOptions }, operands) => {
  if (!/^[\w-]{1,40}$/.test(extension))
    throw new Error(`--extension takes letters and digits, such as txt; not ${extension}`);
  const source = oneFile(operands, { ...inputOptions, force });
  const { path: read, file } = source;
  const input = await readNamed(source);
  if (isEventStream(input.text)) throw new InputFault(`${file}: ${streamInstead}`);
  const parts = splitFiles(input.text);
  const unusual = unusualSeparator(input.text);
  if (unusual !== undefined)
    await printAside([
      `ocml split: ${placesIn(file, input.text)(unusual)}: the line breaks around this separator are not part of any file, and ocml join does not restore them. It puts each separator on its own line, with the same kind of line break throughout.`,
    ]);
  if (output === undefined) {
    for (const [i, text] of parts.entries()) await writeDocument(`${JSON.stringify({ file: i + 1, text })}\n`);
    return 0;
  }
  mkdirSync(output, { recursive: true });
  const digits = String(parts.length).length;
  const paths = parts.map((_, i) => join(output, `${String(i + 1).padStart(digits, '0')}.${extension}`));
  for (const path of paths) mustDiffer({ FILE: read, [path]: path });
  for (const [i, path] of paths.entries())
    await writeResult(parts[i] as string, { ...source, output: path, force }, i === 0 ? input : undefined);
  await print(paths);
  return 0;
});
