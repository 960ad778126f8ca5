/** Findings about all rows of a file together. */
import { withRemedy } from '../../mask/remedies.ts';
import { maskLevel } from '../../rules/mask.ts';
import type { Levels } from '../../rules/support/levels.ts';
import type { FileDiagnostic } from '../check/formats/format.ts';
import type { Totals } from './totals.ts';

const start = { line: 0, character: 0 };

export function wholeFileFindings(
  { rows, empty, refused, answers, stops, trained }: Totals,
  levels: Levels,
  trainer: string,
): FileDiagnostic[] {
  const found: FileDiagnostic[] = [];
  const add = (code: string, message: string) => {
    const severity = maskLevel(code, levels, 'error');
    if (severity === 'off') return;
    found.push({
      code,
      severity,
      message: withRemedy(message, code, trainer),
      range: { start, end: start },
      offset: [0, 0],
    });
  };
  if (rows > 1 && empty === rows) add('mask-empty', `Nothing is trained of any of the ${rows} rows`);
  if (rows > 0 && empty < rows && refused.size === 0 && trained > 0 && answers > 0 && stops === 0)
    add('mask-stop', `The stop token is trained after none of ${answers} answers: the model will not stop`);
  return found;
}
