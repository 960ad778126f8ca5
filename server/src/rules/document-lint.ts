import { closest } from '../syntax/tokens/closest.ts';
import { didYouMean, listed } from '../syntax/wording.ts';
import { isLevel, levelNames, lintPrefix } from './support/levels.ts';
import { firstLine } from './support/places.ts';
import type { Rule } from './support/rule.ts';

/** Creates the rule that reports entries under `lint:` in the document header whose code is unknown or whose value is not a severity. */
export const lintRule = (codes: () => readonly string[]): Rule => ({
  code: 'document-key-type',
  title: 'A header key has a value of the wrong type',
  section: '2.2 §2',
  level: 'warning',
  needs: ['documentHeader'],
  document(opening, { header }, report) {
    for (const entry of header?.entries ?? []) {
      if (opening === undefined || !entry.path.startsWith(lintPrefix)) continue;
      const code = entry.path.slice(lintPrefix.length);
      if (!codes().includes(code)) {
        const suggestion = closest(code, codes());
        report(
          { start: entry.keyStart, end: entry.keyEnd },
          `There is no rule \`${code}\`, so this entry has no effect.${didYouMean(suggestion) || ' Remove it.'}`,
          { ...(suggestion !== undefined && { data: { suggestion } }) },
        );
        // A code without a value, as in `stray-text:`, is accepted.
      } else if (entry.value !== null && !isLevel(entry.value)) {
        const suggestion = closest(entry.source, levelNames);
        report(
          firstLine(opening.text, { start: entry.valueStart, end: entry.valueEnd }),
          `\`${entry.path}\` must be ${listed(levelNames)}.${didYouMean(suggestion)}`,
          { ...(suggestion !== undefined && { data: { suggestion } }) },
        );
      }
    }
  },
});
