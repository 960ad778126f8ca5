/** The fixes of OpenChatML 0.1, which has rules of the same codes as 2.x, but other tokens. */
import type { Fixers } from '../fix.ts';
import { functionFixers } from './functions.ts';
import { headerFixers } from './headers.ts';
import { messageFixers } from './messages.ts';
import { sequenceFixers } from './sequence.ts';
import { thoughtFixers } from './thoughts.ts';
import { tokenFixers } from './tokens.ts';

export const chatmlFixers: Fixers = {
  ...headerFixers,
  ...messageFixers,
  ...tokenFixers,
  ...sequenceFixers,
  ...thoughtFixers,
  ...functionFixers,
};
