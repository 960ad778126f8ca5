import { headerKeys } from '../grammar/index.ts';
import { closest } from '../syntax/closest.ts';
import { didYouMean, type Rule } from './rule.ts';

const paths = headerKeys.map((key) => key.path);
const parentOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('.')));
/** Mappings whose keys are known; under `profiles` everyone may add a name. */
const closed = new Set(paths.map(parentOf).filter((parent) => parent !== 'profiles'));

/** A key that the specification does not define: parsers ignore it (2.2 §2), so it is reported only on request. */
export const rule: Rule = {
  code: 'document-key-unknown',
  title: 'Unknown header key',
  section: '2.2 §2',
  level: 'off',
  document(_opening, { header }, report) {
    for (const { path, keyStart, keyEnd } of header?.entries ?? []) {
      const parent = parentOf(path);
      if (paths.includes(path) || !closed.has(parent)) continue;
      const siblings = paths.filter((known) => parentOf(known) === parent);
      const suggestion = closest(path, siblings);
      report(
        { start: keyStart, end: keyEnd },
        `\`${path}\` is not defined, so parsers ignore it.${didYouMean(suggestion)}`,
      );
    }
  },
};
