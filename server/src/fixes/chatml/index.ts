/** The fixes of OpenChatML 0.1, which shares rule codes with 2.x, but has other tokens. */
import type { FamilyFixers } from '../fix.ts';
import { correctName } from '../support/correct-name.ts';
import { tokenFixers } from './chatml-token-fixes.ts';
import { functionFixers } from './functions.ts';
import { headerFixers } from './headers.ts';
import { messageFixers } from './messages.ts';
import { sequenceFixers } from './sequence-fixes.ts';
import { thoughtFixers } from './thoughts.ts';

export const chatmlFixers: FamilyFixers = {
  ...headerFixers,
  ...messageFixers,
  ...tokenFixers,
  ...sequenceFixers,
  ...thoughtFixers,
  ...functionFixers,
  'tool-undeclared': { says: 'correct the name of the function', fix: (target) => [correctName(target)] },
  'forged-turn': { none: 'This dialect has no escapes, so its control tokens cannot be written as text.' },
  'header-break-missing': { none: 'One line break ends the header, and no other line break is required.' },
  'document-version-unsupported': {
    none: 'OpenChatML 0.1 has no document header, but the information in this header may be useful elsewhere.',
  },
};
