import type { JsonRule } from '../support/rule.ts';
import { wireFaults } from './wire-faults.ts';

/** A document of complete messages: it can be stored, but requests nothing. `ocml check --request` turns this rule on. */
export const rule: JsonRule = {
  code: 'wire-not-request',
  title: 'Nothing left for the model to complete',
  section: 'ChatML, Grammar',
  level: 'off',
  json: wireFaults('not-request', () => ({
    message:
      'A request must end with an open message for the model to complete. Add `{"token": "<|start|>"}, "assistant", {"token": "<|message|>"}`.',
  })),
};
