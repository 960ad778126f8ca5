/** `opener.ts` in a browser, where no stretch of a file can be read: what the client gives as a whole is all that there is. */
import type * as twin from '../opener.ts';

export const createOpener: (typeof twin)['createOpener'] = () => ({
  open: async () => undefined,
  export: async () => {
    throw new Error('In a browser, files are written by the editor.');
  },
  whyNot: (error) => (error as Error).message,
  rest() {},
});
