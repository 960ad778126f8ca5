/** The arguments of `ocml convert`. */
import { parseArgs } from 'node:util';
import {
  type From,
  forms,
  hasTokens,
  type Options,
  type Sampling,
  type TargetName,
  targetNames,
} from '../../convert/index.ts';

export interface ConvertArguments extends Options {
  readonly file: string;
  readonly output: string | undefined;
  readonly report: string | undefined;
  readonly force: boolean;
  readonly pretty: boolean;
  /** The input is a list of numbers of tokens, whatever it looks like. */
  readonly readsTokens: boolean;
}

/** Reads the arguments. Throws in words for the user. */
export function readArguments(args: readonly string[]): ConvertArguments {
  const flag = { type: 'boolean', default: false } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      ...{ from: { type: 'string' }, to: { type: 'string' }, report: { type: 'string' }, bos: { type: 'string' } },
      'for-sampling': { type: 'string' },
      output: { type: 'string', short: 'o' },
      ...{
        force: flag,
        pretty: flag,
        tokens: flag,
        'keep-names': flag,
        public: flag,
        'for-training': flag,
        'each-answer': flag,
      },
    },
  });
  const { from, to, output, report, force, pretty, bos } = values;
  if (to === undefined) throw new Error(`--to names the form to convert to: ${targetNames.join(', ')}`);
  const sampling = oneOf(values['for-sampling'], ['ocm', 'harmony'], '--for-sampling') as Sampling | undefined;
  const [training, each] = [values['for-training'], values['each-answer']];
  if (sampling && training) throw new Error('--for-sampling and --for-training exclude each other');
  if (each && !training) throw new Error('--each-answer goes with --for-training');
  if (positionals.length > 1) throw new Error('one FILE, or - for standard input');
  return {
    file: positionals[0] ?? '-',
    from: oneOf(from, forms, '--from') as From,
    to: oneOf(to, targetNames, '--to') as TargetName,
    ...{ output, report, force, pretty, bos },
    tokens: values.tokens && hasTokens(to),
    readsTokens: values.tokens && !hasTokens(to),
    keepNames: values['keep-names'],
    public: values.public,
    sampling,
    training: training ? (each ? 'each' : 'last') : undefined,
  };
}

function oneOf(value: string | undefined, known: readonly string[], flag: string): string | undefined {
  if (value === undefined || known.includes(value)) return value;
  throw new Error(`${flag} takes ${known.join(', ')}; not ${value}`);
}
