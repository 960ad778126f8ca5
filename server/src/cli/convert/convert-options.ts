/** The arguments of `ocml convert`. */
import { type From, hasTokens, type Options, type TargetName, targetNames } from '../../convert/index.ts';
import { modelFormNames } from '../../grammar/model-forms.ts';
import type { ListedSource } from '../files/several.ts';
import type { table } from '../table/index.ts';
import type { Values } from '../table/row.ts';

/** The options that apply to every input. */
export interface CommonOptions extends Options {
  readonly output: string | undefined;
  readonly report: string | undefined;
  readonly force: boolean;
  readonly pretty: boolean;
  /** Whether the input is read as a list of token ids, regardless of its content. */
  readonly readsTokens: boolean;
}

export interface ConvertOptions extends CommonOptions, ListedSource {}

/** The format in which a template receives a conversation. */
const templateInput: TargetName = 'messages';

export function readOptions(values: Values<typeof table.convert.options>): CommonOptions {
  const { from: form, dialect, output, report, force, pretty, bos, tokens } = values;
  const targetName = targetNames.find((name) => name === values.to);
  const isModel = values.to !== undefined && targetName === undefined;
  const to = targetName ?? (isModel || values['to-template'] !== undefined ? templateInput : undefined);
  if (to === undefined)
    throw new Error(
      `the format to convert to is missing: pass --to-template NAME|FILE, or --to with one of ${[...targetNames, ...modelFormNames].join(', ')}`,
    );
  if (isModel && pretty)
    throw new Error(
      `--pretty cannot be used with --to ${values.to}, which writes the text exactly as the model reads it`,
    );
  if (isModel && tokens) throw new Error(`--tokens cannot be used with --to ${values.to}`);
  return {
    to,
    output,
    report,
    force,
    pretty,
    bos,
    from: (form ?? (dialect === 'auto' ? undefined : dialect)) as From,
    tokens: tokens && hasTokens(to),
    readsTokens: tokens && !hasTokens(to),
    keepNames: values['keep-names'],
    thinking: values.debug,
    public: values.public,
    sampling: values['for-sampling'],
    training: values['for-training'] ? (values['each-answer'] ? 'each' : 'last') : undefined,
  };
}
