/** Examples of fixes: a text before and after the first fix of a code. */
import type { KnownDialectId } from '../../../server/src/grammar/index.ts';
import { chatml } from './chatml.ts';
import { documents } from './documents.ts';
import { harmony } from './harmony.ts';
import { llama } from './llama.ts';
import { native } from './native.ts';
import { phi } from './phi.ts';
import type { Row } from './row.ts';

export interface Example {
  readonly code: string;
  readonly dialect: KnownDialectId | undefined;
  readonly before: string;
  readonly after: string;
  /** The list that has the example, as failures name it. */
  readonly list: string;
}

const header = 'version: 2.2\n';

/** Returns the examples in a list. `name`: the name of the list and of its file; `start`: a text that precedes each text. */
const examplesIn = (name: string, rows: readonly Row[], dialect?: KnownDialectId, start = ''): Example[] =>
  rows.map(([code, before, after]) => ({
    code,
    dialect,
    before: start + before,
    after: start + after,
    list: `\`${name}\` in test/support/fix-examples/${name}.ts`,
  }));

export const examples: readonly Example[] = [
  ...examplesIn('native', native, undefined, header),
  ...examplesIn('harmony', harmony, 'harmony'),
  ...examplesIn('chatml', chatml, 'openchatml-0.1'),
  ...examplesIn('llama', llama, 'llama3'),
  ...examplesIn('phi', phi, 'phi3'),
  ...examplesIn('documents', documents),
];
