/** The keys of the document header: those of the specification, and the code of every rule under `lint`. */

import { loadChecker } from '../../checker/load-checker.ts';
import { type HeaderKeyFact, headerKeys } from '../../grammar/index.ts';
import { levelNames, lintPrefix } from '../../rules/support/levels.ts';

let keys: readonly HeaderKeyFact[] | undefined;

export function documentKeys(): readonly HeaderKeyFact[] {
  keys ??= [...headerKeys, ...lintKeys()];
  return keys;
}

function lintKeys(): HeaderKeyFact[] {
  const { codes, rules } = loadChecker();
  return codes.map((code) => {
    const { title = '', section = '' } = rules.find((rule) => rule.code === code) ?? {};
    return { path: `${lintPrefix}${code}`, type: 'enum', values: levelNames, doc: `${title}.`, section };
  });
}
