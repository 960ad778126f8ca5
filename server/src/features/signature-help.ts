/** `textDocument/signatureHelp`: the parameters of the tool whose arguments are being written. */
import type { Position, SignatureHelp } from 'vscode-languageserver-types';
import { isPosition } from './support/cursor.ts';
import type { CheckerOf, ClientAbilities, DisableEditsFor, Feature } from './support/feature.ts';

export const signatureHelp: Feature<
  { position: Position },
  SignatureHelp | null,
  [CheckerOf?, DisableEditsFor?, ClientAbilities?]
> = {
  method: 'textDocument/signatureHelp',
  capability: { signatureHelpProvider: { triggerCharacters: ['{', ','], retriggerCharacters: ['"', ':', '}'] } },
  run(transcript, { position }, _checkerOf, _offsFor, client) {
    if (!isPosition(position)) return null;
    // Loaded with the first request.
    const { signatureAt } =
      require('./signature-help/signature-at.ts') as typeof import('./signature-help/signature-at.ts');
    return signatureAt(transcript, position, client);
  },
};
