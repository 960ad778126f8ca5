/** Replaces `local-templates.ts` in environments without files, where only documents that are open in the editor can be read. */
import type * as twin from '../local-templates.ts';
import { FileError } from './regular.ts';

const unreadable = () => {
  throw new FileError(
    'in a browser, a template must be open in the editor: open its file, and choose the template again',
  );
};

export const templateFiles: (typeof twin)['templateFiles'] = {
  exists: () => false,
  isFolder: () => false,
  text: unreadable,
  real: (path) => path,
  stamp: () => undefined,
  bytes: unreadable,
  inCache: () => undefined,
  modelsInCache: () => [],
  beside: () => undefined,
  stampBeside: () => '',
};
