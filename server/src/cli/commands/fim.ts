/** `ocml fim`: tasks of fill-in-the-middle in the order of another model, or as one text. */
import { parseArgs } from 'node:util';
import { filled, type Order, orders, reordered, tasksIn } from '../../convert/sequence/fim.ts';
import { fim as tokens } from '../../convert/sequence/tokens.ts';
import { printAside } from '../output.ts';
import type { Command } from './command.ts';
import { attempt, deliver, oneFile, outputOptions, outputUsage, placesIn, readNamed } from './one-file.ts';

const names = Object.keys(orders) as Order[];

function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...outputOptions,
      apply: { type: 'boolean', default: false },
      ...{ order: { type: 'string' }, fill: { type: 'string' } },
    },
  });
  const { apply, fill } = values;
  if (apply === (values.order !== undefined)) throw new Error('either --apply or --order ORDER');
  const order = names.find((name) => name === values.order);
  if (!apply && order === undefined) throw new Error(`--order takes ${names.join(', ')}; not ${values.order}`);
  if (fill !== undefined && !apply) throw new Error('--fill goes with --apply');
  const where = oneFile(positionals, values);
  if (fill === '-' && where.file === '-') throw new Error('--fill - reads from standard input: name a FILE');
  return { order, fill, where };
}

const run = (args: readonly string[]) =>
  attempt('fim', async () => {
    const { order, fill, where } = readArguments(args);
    const input = await readNamed(where.file);
    const middle = fill === undefined ? undefined : (await readNamed(fill)).text;
    const { text } = input;
    const { tasks, incomplete } = tasksIn(text);
    const place = placesIn(where.file, text);
    const faults = incomplete.map(
      ({ start, missing }) => `${place(start)}: this task lacks ${missing.map((name) => tokens[name]).join(' and ')}`,
    );
    if (tasks.length + faults.length === 0) faults.push(`${where.file}: no task of fill-in-the-middle is in it`);
    if (middle !== undefined && tasks.length > 1)
      faults.push(`${where.file}: --fill is for one task, and ${tasks.length} are in it`);
    if (faults.length > 0) {
      await printAside(faults.map((fault) => `ocml fim: ${fault}`));
      return 1;
    }
    await deliver(order === undefined ? filled(text, tasks, middle) : reordered(text, tasks, order), where, input);
    return 0;
  });

const usage = `Usage: ocml fim --apply | --order ORDER [FILE | -] [options]

Tasks of fill-in-the-middle, as OpenChatML 0.1 has them: ${tokens.fim_prefix}…${tokens.fim_middle}…${tokens.fim_suffix}….
What stands outside of them stays byte for byte, and so does each of their parts.

  --apply                one text: prefix, what was filled in, suffix, without tokens
  --fill FILE            with --apply: fill in the text of a FILE, such as the output of a model; - is standard input
  --order ORDER          the parts in another order: psm (prefix, suffix, middle) or spm (suffix, prefix, middle), as infill
                         models take them, or pms, as OpenChatML has them
${outputUsage}

Exit code: 0 done, 1 a task lacks a token, or there is none, 2 wrong usage, or a file that cannot be read or written.`;

export const fim: Command = { usage, run };
