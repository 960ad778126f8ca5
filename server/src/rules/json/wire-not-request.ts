import type { JsonRule } from '../support/rule.ts';
import { wireFaults } from './wire-faults.ts';

/**
 * Reports a document that consists of complete messages only, so that it requests nothing. Such a document can be stored. `ocml
 * check --request` turns this rule on.
 */
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
