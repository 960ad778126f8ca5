/** `ocml join`: files as one multi-file document. */
import { joinFiles } from '../../convert/sequence/files.ts';
import { mustDiffer } from '../files/distinct.ts';
import { printAside } from '../output.ts';
import { table } from '../table/index.ts';
import { command } from './command.ts';
import { deliver, readNamed } from './one-file.ts';

export const join = command(table.join, async ({ output, force }, paths) => {
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
