/** `ocml fim`: converts fill-in-the-middle tasks to the token order of another model, or to a single text. */

import { filled, reordered, tasksIn } from '../../convert/sequence/fim.ts';
import { fim as tokens } from '../../convert/sequence/sequence-tokens.ts';
import { isEventStream } from '../../syntax/event-stream.ts';
import { sourceOf } from '../files/source.ts';
import { InputFault } from '../input-fault.ts';
import { printAside } from '../output.ts';
import { streamInstead } from '../stream/answer-events.ts';
import { table } from '../table/index.ts';
import { command } from './command.ts';
import { oneFile, placesIn, readNamed, writeResult } from './one-file.ts';

export const fim = command(table.fim, async ({ apply, order, fill, ...output }, operands) => {
  if (!apply && order === undefined) throw new Error('use either --apply or --order ORDER');
  const where = oneFile(operands, output);
  if (fill === '-' && where.path === '-')
    throw new Error('--fill - reads the middle from standard input, so pass the task as a FILE');
  const input = await readNamed(where);
  const middle = fill === undefined ? undefined : (await readNamed(sourceOf(fill))).text;
  const { text } = input;
  if (isEventStream(text)) throw new InputFault(`${where.file}: ${streamInstead}`);
  const { tasks, incomplete } = tasksIn(text);
  const positionOf = placesIn(where.file, text);
  const faults = incomplete.map(
    ({ start, missing }) =>
      `${positionOf(start)}: this task lacks ${missing.map((name) => tokens[name]).join(' and ')}`,
  );
  if (tasks.length + faults.length === 0) faults.push(`${where.file}: it contains no fill-in-the-middle task`);
  if (middle !== undefined && tasks.length > 1)
    faults.push(`${where.file}: --fill needs a file with one task, but this file has ${tasks.length}`);
  if (faults.length > 0) {
    await printAside(faults.map((fault) => `ocml fim: ${fault}`));
    return 1;
  }
  await writeResult(order === undefined ? filled(text, tasks, middle) : reordered(text, tasks, order), where, input);
  return 0;
});
