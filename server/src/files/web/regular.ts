/** Replaces `regular.ts` in environments where only the files provided by the client can be read. */
import type * as twin from '../regular.ts';
import { providedText } from './provided-texts.ts';

export class FileError extends Error {}

export const readSmall: (typeof twin)['readSmall'] = (path, limit) => {
  const text = providedText(path);
  if (text !== undefined && text.length > limit)
    throw new FileError(`it is larger than ${Math.floor(limit / 1024)} KB`);
  return text;
};

export const readBeginning: (typeof twin)['readBeginning'] = () => {
  throw new FileError('in a browser, files cannot be read');
};
