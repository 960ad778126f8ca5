import { headerKeys, homeOfKey } from '../grammar/index.ts';
import { closest } from '../syntax/tokens/closest.ts';
import { didYouMean } from '../syntax/wording.ts';
import { firstLine } from './support/places.ts';
import type { Rule } from './support/rule.ts';

/** The known keys, by the mapping that they are in. Under `profiles` everyone may add a name. */
const known = new Map<string, string[]>();
for (const { path } of headerKeys) {
  const parent = path.slice(0, Math.max(0, path.lastIndexOf('.')));
  if (parent !== 'profiles') known.set(parent, [...(known.get(parent) ?? []), path]);
}

/** Where that is said which some expect in the document header. */
const advice = new Map(
  ['tools', 'functions'].map((key) => [
    key,
    ' Declare functions in a developer message, in `namespace functions { … }`, and built-in tools in `generation_settings.builtin_tools`.',
  ]),
);

/** A key that the specification does not define: parsers ignore it (2.2 §2), so it is reported only on request. */
export const rule: Rule = {
  code: 'document-key-unknown',
  title: 'Unknown header key',
  section: '2.2 §2',
  level: 'off',
  needs: ['documentHeader'],
  document(opening, { header }, report) {
    for (const { path, parent, keyStart, keyEnd } of header?.entries ?? []) {
      const siblings = known.get(parent);
      if (siblings === undefined || siblings.includes(path)) continue;
      const home = homeOfKey(path);
      const todo =
        (home && ` Move it to ${home}.`) ||
        advice.get(path) ||
        didYouMean(closest(path, siblings)) ||
        ' Remove it, unless a program of yours reads it.';
      report(
        firstLine(opening?.text ?? '', { start: keyStart, end: keyEnd }),
        `\`${path}\` is not defined${home ? ' here' : ''}, so parsers ignore it.${todo}`,
      );
    }
  },
};
