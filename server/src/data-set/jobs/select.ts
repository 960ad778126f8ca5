/** Finds the rows to show in the background. */
import { firstNotBelow } from '../growing.ts';
import type { RowSource } from '../read-rows.ts';
import { MAX_SELECTED_ROWS, type Selection } from '../selection.ts';
import type { Job } from './job.ts';
import type { SelectedRows, SelectSpec } from './select-stretch.ts';
import { eachStretch, type JobHost, partDone } from './stretches.ts';

interface Wanted {
  readonly source: RowSource;
  readonly spec: SelectSpec;
  /** The only rows to consider, in ascending order; if undefined, all rows. */
  readonly among: Uint32Array | undefined;
}

interface Heard {
  changed(): void;
  /** Called for a row that is too long to be read completely. */
  cut(row: number): void;
}

/** Adds the rows to show to `selection`. Throws, with a message for the user, if this fails. */
export async function selectRows(
  host: JobHost,
  { source, spec, among }: Wanted,
  { job, selection, heard }: { readonly job: Job; readonly selection: Selection; readonly heard: Heard },
): Promise<void> {
  const isAll = await eachStretch<SelectedRows>(host, {
    isStopped: () => job.isStopped,
    task(stretch) {
      const part = among && partOf(among, stretch);
      if (part?.length === 0) return undefined;
      return { kind: 'select', source, stretch, spec, ...(part && { among: part }) };
    },
    take(result, stretch) {
      if (result) selection.add(result.numbers, result.keys);
      if (result?.isCut) heard.cut(stretch.row + stretch.count - 1);
      job.done = partDone(host, stretch);
      job.found = selection.length;
      heard.changed();
      return selection.length < MAX_SELECTED_ROWS;
    },
  });
  if (isAll || selection.length === MAX_SELECTED_ROWS) selection.complete();
}

/** Returns the row numbers that are in a stretch, as a copy that can be sent to a thread. `numbers` must be in ascending order. */
export function partOf(
  numbers: Uint32Array,
  { row, count }: { readonly row: number; readonly count: number },
): Uint32Array {
  return numbers.slice(firstNotBelow(numbers, row), firstNotBelow(numbers, row + count));
}
