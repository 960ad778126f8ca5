import { recorded } from './reply-error-codes.ts';

export const rule = recorded(
  'E-TOOL-CANCELLED',
  'The reply records a cancellation',
  'The runtime cancelled the tool. The transcript records it; nothing needs to be fixed.',
);
