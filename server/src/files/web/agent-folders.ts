/** `agent-folders.ts` where there are no files: nothing is kept. */
import type * as twin from '../agent-folders.ts';

export const logFoldersOf: (typeof twin)['logFoldersOf'] = () => [];
