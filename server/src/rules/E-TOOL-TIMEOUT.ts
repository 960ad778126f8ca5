import { recorded } from './reply-error-codes.ts';

export const rule = recorded(
  'E-TOOL-TIMEOUT',
  'The reply records a timeout',
  'The tool exceeded its `deadline_ms`. The transcript records it; nothing needs to be fixed.',
);
