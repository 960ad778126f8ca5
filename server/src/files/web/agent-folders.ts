/** `agent-folders.ts` for environments without files: there are no logs. */
import type * as twin from '../agent-folders.ts';

export const logFoldersOf: (typeof twin)['logFoldersOf'] = () => [];
