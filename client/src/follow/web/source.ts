/** Replaces `source.ts` in a browser, where VS Code provides all files. */
import { providedSource } from '../provided.ts';
import type * as twin from '../source.ts';

export const sourceOf: (typeof twin)['sourceOf'] = providedSource;
