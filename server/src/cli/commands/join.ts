/** `ocml join`: combines files in one multi-file document. */
import { joinFiles } from '../../convert/sequence/files.ts';
import { mustDiffer } from '../files/distinct.ts';
import type { Input } from '../files/input.ts';
import { sourceOf } from '../files/source.ts';
import { printAside } from '../output.ts';
import { table } from '../table/index.ts';
import { command } from './command.ts';
import { readNamed, writeResult } from './one-file.ts';

export const join = command(table.join, async ({ output, force }, paths) => {
  for (const path of paths) mustDiffer({ [path]: path, '-o': output });
  const inputs: Input[] = [];
  for (const path of paths) inputs.push(await readNamed(sourceOf(path)));
  const joined = joinFiles(inputs.map(({ text }) => text));
  if (typeof joined !== 'string') {
    await printAside([`ocml join: ${paths[joined.file]}: it ${joined.reason}`]);
    return 1;
  }
  await writeResult(joined, { ...sourceOf('-'), output, force }, inputs[0]);
  return 0;
});
