/** Replaces `folders.ts` in environments without folders, where no files are found. */
import type * as twin from '../folders.ts';

export const filesIn: (typeof twin)['filesIn'] = async function* (_uris, _counts, _most, onLimit) {
  onLimit();
};
