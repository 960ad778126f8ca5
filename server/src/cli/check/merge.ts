/** `ocml check --merge`: adds up the counts of the parts of a data set. */
import { mustDiffer } from '../files/distinct.ts';
import { print } from '../output.ts';
import type { CheckOptions } from './check-options.ts';
import { Counts } from './counts.ts';
import { sumLine } from './formats/format.ts';
import { formats } from './formats/index.ts';

/**
 * Adds up the counts in the order of their files, and prints the totals. Returns the exit code of a check of the whole data set. Throws an
 * error with a message for the user if a part is missing or occurs twice.
 */
export async function merge({
  paths,
  counts: to,
  format,
  exitZero,
  maxWarnings,
}: Pick<CheckOptions, 'paths' | 'counts' | 'format' | 'exitZero' | 'maxWarnings'>): Promise<number> {
  mustDiffer(Object.fromEntries(paths.map((path, i) => [`part ${i + 1}`, path])));
  const counts = new Counts();
  for (const path of paths) counts.append(Counts.read(path));
  const [error, warning, information, hint] = (['error', 'warning', 'information', 'hint'] as const).map((severity) =>
    counts.of(severity),
  ) as [number, number, number, number];
  if (to !== undefined) await counts.write(to);
  const { files, lines } = counts;
  if (format === formats.json) await print({ json: counts.json() });
  else
    await print([
      ...counts.told(),
      `${lines} lines in ${sumLine({ files, counts: { error, warning, information, hint } })}`,
    ]);
  return !exitZero && (error > 0 || warning > maxWarnings) ? 1 : 0;
}
