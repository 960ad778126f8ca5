/** The keys of the document header: those of the specification, and under `lint` the code of every rule. */
import { type HeaderKeyFact, headerKeys } from '../grammar/index.ts';
import { codes, rules } from '../rules/index.ts';
import { levelNames, lintPrefix } from '../rules/levels.ts';

export const documentKeys: readonly HeaderKeyFact[] = [
  ...headerKeys,
  ...codes.map((code): HeaderKeyFact => {
    const { title = '', section = '' } = rules.find((rule) => rule.code === code) ?? {};
    return { path: `${lintPrefix}${code}`, type: 'enum', values: levelNames, doc: `${title}.`, section };
  }),
];
