import type { JsonRule } from '../support/rule.ts';
import { wireFaults } from './wire-faults.ts';

/** Reports a header that is closed by the end token, as in the examples of ChatML's own documents. */
export const rule: JsonRule = {
  code: 'wire-header-close',
  title: 'Header closed by `<|end_message|>`',
  section: 'ChatML, Grammar',
  level: 'error',
  json: wireFaults('header-close', ({ text }) => ({
    message: `The header of a message must end with \`${text}\`. With \`<|end_message|>\`, the message has no text, and the text after it belongs to no message. Write \`${text}\`.`,
    extra: { data: { replacement: `{"token": "${text}"}` } },
  })),
};
