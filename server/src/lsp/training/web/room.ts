/** The counterpart of `room.ts` in a browser, where tokenizers cannot be read. */
import type * as twin from '../room.ts';

const unavailable =
  "In a browser, a model's tokenizer cannot be read, so the loss mask can be shown only in VS Code for the desktop, or by `ocml mask`.";

export const createTrainingRoom: (typeof twin)['createTrainingRoom'] = ({ documents }) => ({
  trainers: async () => [],
  async training({ textDocument }) {
    const document = documents.get(String(textDocument?.uri));
    if (document === undefined || !documents.isOurs(document)) return null;
    return { version: document.version, sequences: [], findings: [], notes: [], error: unavailable };
  },
  nextFinding: async () => null,
  choose() {},
  changed() {},
  closed() {},
});
