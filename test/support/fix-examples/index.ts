/** Examples of fixes: a text before and after the first fix of a code. */
import type { DialectId } from '../../../server/src/grammar/index.ts';
import { chatml } from './chatml.ts';
import { documents } from './documents.ts';
import { harmony } from './harmony.ts';
import { llama } from './llama.ts';
import { native } from './native.ts';
import { phi } from './phi.ts';

export interface Example {
  readonly code: string;
  readonly dialect: DialectId | undefined;
  readonly before: string;
  readonly after: string;
}

const header = 'version: 2.2\n';

export const examples: readonly Example[] = [
  ...native.map(([code, before, after]) => ({
    code,
    dialect: undefined,
    before: header + before,
    after: header + after,
  })),
  ...harmony.map(([code, before, after]) => ({ code, dialect: 'harmony' as const, before, after })),
  ...chatml.map(([code, before, after]) => ({ code, dialect: 'openchatml-0.1' as const, before, after })),
  ...llama.map(([code, before, after]) => ({ code, dialect: 'llama3' as const, before, after })),
  ...phi.map(([code, before, after]) => ({ code, dialect: 'phi3' as const, before, after })),
  ...documents.map(([code, before, after]) => ({ code, dialect: undefined, before, after })),
];
