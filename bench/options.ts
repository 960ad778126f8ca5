import { parseArgs } from 'node:util';

/** The options of the command line, which select the measurements. */
export interface Options {
  readonly only: readonly string[];
  /** The sizes of the texts, in megabytes of UTF-8. */
  readonly sizes: readonly number[];
  readonly quick: boolean;
  /** The folder of another built tree of this repository. Its server is measured alternately with ours. */
  readonly before: string | undefined;
  /** Options for `scaling`: the words that select items and works by name, and the initial number of repetitions. */
  readonly items: readonly string[] | undefined;
  readonly works: readonly string[] | undefined;
  readonly repeats: number | undefined;
}

export function readOptions(subjects: readonly string[]): Options {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      sizes: { type: 'string' },
      quick: { type: 'boolean', default: false },
      before: { type: 'string' },
      items: { type: 'string' },
      works: { type: 'string' },
      repeats: { type: 'string' },
    },
  });
  const only = values.only?.split(',') ?? subjects;
  const unknown = only.filter((name) => !subjects.includes(name));
  if (unknown.length > 0) throw new Error(`No such subject: ${unknown.join(', ')}. There are ${subjects.join(', ')}.`);
  const sizes = values.sizes?.split(',').map(Number) ?? (values.quick ? [0.1, 1, 10] : [0.1, 1, 10, 50]);
  return { only, sizes, quick: values.quick, before: values.before, ...scaled(values) };
}

function scaled({ items, works, repeats }: { items?: string; works?: string; repeats?: string }) {
  return {
    items: items?.split(','),
    works: works?.split(','),
    repeats: repeats === undefined ? undefined : Number(repeats),
  };
}
