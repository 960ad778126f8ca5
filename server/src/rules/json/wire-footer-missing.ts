import type { JsonRule } from '../support/rule.ts';
import { wireFaults } from './wire-faults.ts';

/** Reports a message that is not closed before the next one begins (WIRE-13). */
export const rule: JsonRule = {
  code: 'wire-footer-missing',
  title: 'Message not closed before the next one',
  section: 'ChatML, Grammar',
  level: 'error',
  json: wireFaults('footer-missing', ({ text }) => ({
    message: `This message is not closed before the next one begins. Put \`{"token": "${text}"}\` after its text; only the last message may stay open.`,
  })),
};
