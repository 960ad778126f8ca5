/** Reports findings that concern all rows of a file together. */
import { lengthRule, type MaskProfile } from '../../mask/mask.ts';
import { withRemedy } from '../../mask/remedies.ts';
import { maskLevel } from '../../rules/mask.ts';
import type { Levels } from '../../rules/support/levels.ts';
import type { Severity } from '../../rules/support/rule.ts';
import type { FileDiagnostic } from '../check/formats/format.ts';
import type { Totals } from './totals.ts';

const start = { line: 0, character: 0 };

export function wholeFileFindings(
  { rows, uncertain, empty, emptyCut, refused, answers, stops, trained }: Totals,
  levels: Levels,
  profile: MaskProfile,
): FileDiagnostic[] {
  const { trainer, setting, values } = profile;
  if (trainer.unmade !== undefined) return [];
  const diagnostics: FileDiagnostic[] = [];
  const add = (code: string, message: string, usual: Severity = 'error') => {
    const severity = maskLevel(code, levels, usual);
    if (severity === 'off') return;
    diagnostics.push({
      code,
      severity,
      message: withRemedy({ message, code }, trainer.name),
      range: { start, end: start },
      offset: [0, 0],
    });
  };
  const { limit } = lengthRule(profile);
  const words = empty === 0 ? undefined : trainer.maskedAway?.(setting, values, { rows, empty, emptyCut, limit });
  if (empty === rows && words !== undefined)
    add('mask-empty', `No row is left to train on, so ${trainer.name} stops: ${words}`);
  else if (words !== undefined)
    add('mask-empty', `No token is trained in ${empty} of the ${rows} rows, and ${trainer.name} only warns: ${words}`);
  else if (rows > 1 && empty === rows) add('mask-empty', `No token is trained in any of the ${rows} rows`);
  if (rows > 0 && empty < rows && refused.size === 0 && trained > 0 && answers > 0 && stops === 0)
    add(
      'mask-stop',
      `The stop token is not trained after any of the ${answers} answers, so the model does not learn to stop`,
    );
  if (rows > 0 && uncertain === rows)
    add(
      'mask-approximate',
      `No mask can be computed for any of the ${rows} rows, so none of them is checked`,
      'warning',
    );
  return diagnostics;
}
