/** The section of a report about the trained tokens of a data set, which is the summary of `ocml mask`. */
import { readSpec } from '../mask/mask-options.ts';
import { loadProfile, type MaskSpec } from '../mask/profile.ts';
import { summaryData, summaryLines } from '../mask/summary.ts';
import type { Totals } from '../mask/totals.ts';

export type TrainingSpec = Omit<MaskSpec, 'first'>;

/** The values of `ocml mask` options that `ocml report` does not have. */
const unset = { option: [], rule: [], color: 'auto', format: 'text' } as const;

export function trainingSpec(
  {
    template,
    tokenizer,
    trainer,
  }: { readonly template: string; readonly tokenizer: string; readonly trainer: string | undefined },
  files: readonly string[],
  complain: (message: string) => void,
): TrainingSpec {
  const none = {
    'trainer-config': undefined,
    'max-length': undefined,
    over: undefined,
    clock: undefined,
    labels: undefined,
    'max-problems': undefined,
    'max-warnings': undefined,
    'write-baseline': undefined,
    baseline: undefined,
    row: undefined,
    counts: undefined,
    merge: false,
    compare: false,
    'exit-zero': false,
    force: false,
  };
  return readSpec({ ...none, ...unset, template, tokenizer, trainer: trainer as 'trl' }, files, complain);
}

export async function trainingData(spec: TrainingSpec, totals: Totals): Promise<Readonly<Record<string, unknown>>> {
  const { profile } = await loadProfile({ ...spec, first: '' });
  return { ...summaryData(profile, totals, spec.sources), lines: summaryLines(profile, totals, spec.sources) };
}
