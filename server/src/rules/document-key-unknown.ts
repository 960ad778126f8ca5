import { headerKeys, homeOfKey } from '../grammar/index.ts';
import { closest } from '../syntax/tokens/closest.ts';
import { didYouMean } from '../syntax/wording.ts';
import { firstLine } from './support/places.ts';
import type { Rule } from './support/rule.ts';

/** The known keys, by the mapping that contains them. Under `profiles`, any name is allowed. */
const siblingsIn = new Map<string, string[]>();
for (const { path } of headerKeys) {
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('.')));
  if (parent !== 'profiles') siblingsIn.set(parent, [...(siblingsIn.get(parent) ?? []), path]);
}

/** Advice for keys that users expect in the document header, but that belong elsewhere. */
const advice = new Map(
  ['tools', 'functions'].map((key) => [
    key,
    ' Declare functions in a developer message, in `namespace functions { … }`, and built-in tools in `generation_settings.builtin_tools`.',
  ]),
);

/** Keys shorter than this resemble too many other keys to be corrected. */
const MIN_KEY_LENGTH = 5;

/** Whether a key is certainly a misspelling of the nearest key: one or two letters are wrong. */
function isMisspelled(path: string, nearest: string | undefined): boolean {
  const name = path.slice(path.lastIndexOf('.') + 1);
  return nearest !== undefined && name.length >= MIN_KEY_LENGTH && closest(path, [nearest], 2) !== undefined;
}

/**
 * Reports a key that the specification does not define. Parsers ignore it (2.2 §2), and programs may define their own keys. By default,
 * only misspelled keys and keys that belong elsewhere are reported; other unknown keys are reported on request.
 */
export const rule: Rule = {
  code: 'document-key-unknown',
  title: 'Unknown header key',
  section: '2.2 §2',
  level: 'information',
  optIn: true,
  needs: ['documentHeader'],
  document(opening, { header }, report) {
    for (const { path, parent, keyStart, keyEnd } of header?.entries ?? []) {
      const siblings = siblingsIn.get(parent);
      if (siblings === undefined || siblings.includes(path)) continue;
      const home = homeOfKey(path);
      const nearest = closest(path, siblings);
      const remedy = (home && ` Move it to ${home}.`) || advice.get(path);
      const todo = remedy || didYouMean(nearest) || ' Remove it, unless one of your programs reads it.';
      report(
        firstLine(opening?.text ?? '', { start: keyStart, end: keyEnd }),
        `\`${path}\` is not defined${home ? ' here' : ''}, so parsers ignore it.${todo}`,
        { optIn: !remedy && !isMisspelled(path, nearest) },
      );
    }
  },
};
