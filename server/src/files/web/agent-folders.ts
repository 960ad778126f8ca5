/** Replaces `agent-folders.ts` in environments without files, where there are no logs. */
import type * as twin from '../agent-folders.ts';

export const logFoldersOf: (typeof twin)['logFoldersOf'] = () => [];
