/** The arguments of `ocml convert`. */
import { type From, hasTokens, type Options } from '../../convert/index.ts';
import { oneFile } from '../commands/one-file.ts';
import type { Source } from '../files/source.ts';
import type { table } from '../table/index.ts';
import type { Values } from '../table/row.ts';

export interface ConvertOptions extends Options, Source {
  readonly output: string | undefined;
  readonly report: string | undefined;
  readonly force: boolean;
  readonly pretty: boolean;
  /** The input is a list of numbers of tokens, whatever it looks like. */
  readonly readsTokens: boolean;
}

/** Reads the arguments. Throws with a message for the user. */
export function readOptions(values: Values<typeof table.convert.options>, operands: readonly string[]): ConvertOptions {
  const { from, to, output, report, force, pretty, bos, tokens } = values;
  const { path, file } = oneFile(operands, { 'stdin-filename': values['stdin-filename'] });
  return {
    ...{ path, file, to, output, report, force, pretty, bos },
    from: from as From,
    tokens: tokens && hasTokens(to),
    readsTokens: tokens && !hasTokens(to),
    keepNames: values['keep-names'],
    thinking: values.debug,
    public: values.public,
    sampling: values['for-sampling'],
    training: values['for-training'] ? (values['each-answer'] ? 'each' : 'last') : undefined,
  };
}
