/** Every form to convert to. A new one takes a file here. */
import type { TargetName } from '../forms.ts';
import { messages } from './messages.ts';
import { harmony, openchatml } from './open.ts';
import type { Target } from './target.ts';

export type { Output, Style, Target } from './target.ts';

export const targets: Readonly<Record<TargetName, Target>> = {
  'openchatml-2.2': openchatml,
  harmony,
  messages,
};
