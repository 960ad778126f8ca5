/** `ocml wire`: converts documents to completion requests in the wire format of ChatML, and appends completions to them. */
import { asRequest, withCompletion } from '../../convert/wire-request.ts';
import { sourceOf } from '../files/source.ts';
import { printAside } from '../output.ts';
import { table } from '../table/index.ts';
import { command } from './command.ts';
import { oneFile, placesIn, readNamed, writeResult } from './one-file.ts';

export const wire = command(table.wire, async ({ as, append, ...output }, operands) => {
  if (as === undefined && append === undefined) throw new Error('use either --as request or --append TEXT');
  const where = oneFile(operands, output);
  if (append === '-' && where.path === '-')
    throw new Error('--append - reads the completion from standard input, so pass the request as a FILE');
  const input = await readNamed(where);
  const completion = append === '-' ? (await readNamed(sourceOf('-'))).text : append;
  const done = completion === undefined ? asRequest(input.text) : withCompletion(input.text, completion);
  if (typeof done !== 'string') {
    await printAside([`ocml wire: ${placesIn(where.file, input.text)(done.at)}: ${done.reason}`]);
    return 1;
  }
  await writeResult(done, where, input);
  return 0;
});
