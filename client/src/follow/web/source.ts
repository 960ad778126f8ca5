/** `source.ts` in a browser, where all files are as VS Code has them. */
import { providedSource } from '../provided.ts';
import type * as twin from '../source.ts';

export const sourceOf: (typeof twin)['sourceOf'] = providedSource;
