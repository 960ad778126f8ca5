/** `ocml wire`: completion requests on the wire of ChatML, and the completions that close them. */
import { parseArgs } from 'node:util';
import { asRequest, withCompletion } from '../../convert/wire-request.ts';
import { printAside } from '../output.ts';
import type { Command } from './command.ts';
import { attempt, deliver, oneFile, outputOptions, outputUsage, placesIn, readNamed } from './one-file.ts';

function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { ...outputOptions, as: { type: 'string' }, append: { type: 'string' } },
  });
  const { as, append } = values;
  if ((as === undefined) === (append === undefined)) throw new Error('either --as request or --append TEXT');
  if (as !== undefined && as !== 'request') throw new Error(`--as takes request; not ${as}`);
  const where = oneFile(positionals, values);
  if (append === '-' && where.file === '-')
    throw new Error('--append - reads the completion from standard input: name a FILE');
  return { append, where };
}

const run = (args: readonly string[]) =>
  attempt('wire', async () => {
    const { append, where } = readArguments(args);
    const input = await readNamed(where.file);
    const completion = append === '-' ? (await readNamed('-')).text : append;
    const done = completion === undefined ? asRequest(input.text) : withCompletion(input.text, completion);
    if (typeof done !== 'string') {
      await printAside([`ocml wire: ${placesIn(where.file, input.text)(done.at)}: ${done.reason}`]);
      return 1;
    }
    await deliver(done, where, input);
    return 0;
  });

const usage = `Usage: ocml wire --as request | --append TEXT [FILE | -] [options]

Makes a conversation on the wire of ChatML (*.chatml.json) a request for a completion, or puts the completion at its end. All
else stays byte for byte.

  --as request           open a message of the assistant at the end, if none is open
  --append TEXT          put what the assistant said there, and close the message; - reads it from standard input. A list as
                         it was sent, ["text", {"token": "<|end_message|>"}], is put there as it is
${outputUsage}

Exit code: 0 done, 1 it cannot be done, which is said, 2 wrong usage, or a file that cannot be read or written.`;

export const wire: Command = { usage, run };
