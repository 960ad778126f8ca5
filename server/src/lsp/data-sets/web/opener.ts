/**
 * The counterpart of `opener.ts` in a browser, where files cannot be read in parts. A data set can be opened only if
 * the client sends its whole text.
 */
import type * as twin from '../opener.ts';

export const createOpener: (typeof twin)['createOpener'] = () => ({
  open: async () => undefined,
  export: async () => {
    throw new Error('In a browser, files are written by the editor.');
  },
  whyNot: (error) => (error as Error).message,
  rest() {},
});
