/** Tells which problems a fault hides until it is fixed. */
import type { Problem } from '../../rules/support/rule.ts';
import { getOwn } from '../../syntax/get-own.ts';

/** Problems of calls and replies, which are only found if the kind and the id of the message are known. */
const ofExchanges = [
  ...['call-unanswered', 'call-id-missing', 'call-id-unmatched', 'call-id-duplicate', 'reply-duplicate'],
  ...['tool-name-missing', 'tool-name-mismatch', 'tool-undeclared', 'tool-channel', 'recipient-format'],
  ...['call-terminator', 'call-no-recipient', 'E-CALL-SCHEMA', 'reply-envelope', 'constrain-missing'],
];
/** Problems that are only found if the role is known. */
const ofRoles = [
  ...[
    'answer-channel-missing',
    'forged-turn',
    'message-hidden',
    'return-misplaced',
    'return-missing',
    'E-PERM-VISIBILITY',
    'cot-outside-analysis',
    'intent-misplaced',
  ],
  ...['thought-unclosed', 'thought-unmatched', 'thought-nesting', 'thought-role', 'thought-flag-role'],
  ...['thought-unflagged', 'function-json', 'function-role', 'function-output', 'function-signature', 'function-order'],
];

/** Problems in the content of a message in a list, which are only found if it is recognized as a message. */
const ofContents = ['template-special-in-content', 'thought-unclosed', 'function-json', 'message-empty'];

/** Problems of a header and of the position of its message. */
const ofHeaders = [
  ...['E-PARSE-HEADER', 'attribute-position', 'attribute-order', 'role-legacy', 'start-implied'],
  ...['document-header-missing', 'harmony-frame-gap', 'return-not-last', 'end-missing'],
];

/**
 * The codes that a problem can hide, by its code, or by its code and rule. As long as a header cannot be parsed, its message is not
 * checked. As long as JSON cannot be parsed, its content is not checked. A truncated message is not checked completely. Text that is not
 * recognized as a header or a message may have any problem of headers or messages. A problem can also hide others with the same code.
 */
const hidden: Readonly<Record<string, readonly string[] | 'any'>> = {
  'document-header-missing': 'any',
  'document-version': 'any',
  'E-PARSE-HEADER role': [...ofExchanges, ...ofRoles],
  'E-PARSE-HEADER role-missing': [...ofExchanges, ...ofRoles],
  'E-PARSE-HEADER stray-word': [...ofExchanges, 'attribute-position', 'attribute-order', 'content-type-bare'],
  'E-PARSE-HEADER attr-unknown': [...ofExchanges, 'attribute-position', 'attribute-order'],
  'E-PARSE-HEADER no-message': [...ofExchanges, ...ofRoles, 'E-BODY-CONSTRAINT-VIOLATION', 'content-type-mismatch'],
  'E-PARSE-HEADER channel-unknown': [...ofRoles, 'tool-channel', 'E-BODY-CONSTRAINT-VIOLATION'],
  'E-PARSE-HEADER channel-role': ofRoles,
  'E-PARSE-HEADER recipient-role': ['E-PARSE-HEADER', ...ofExchanges, ...ofRoles],
  'E-PARSE-HEADER no-newline': [...ofRoles, 'token-in-body', 'token-misspelled'],
  'stray-text': [...ofExchanges, ...ofRoles, ...ofHeaders],
  // In this case, a whole message was read as text.
  'end-missing seam': 'any',
  'end-missing': ['return-not-last', 'return-missing'],
  'call-id-missing': ['call-unanswered', 'call-id-unmatched'],
  'call-mixed': ['call-unanswered', 'tool-undeclared', 'E-CALL-SCHEMA'],
  'tokens-stripped': [...ofExchanges, ...ofRoles],
  'E-STREAM-TRUNCATED': ['sequence-unbalanced', 'constrain-missing', 'return-missing'],
  'token-misspelled': [
    ...['sequence-unbalanced', 'token-in-body', 'document-header-missing', 'constrain-missing', 'return-not-last'],
    ...[...ofExchanges, ...ofRoles],
  ],
  'dialect-mixed': ['sequence-unbalanced', 'document-header-missing', ...ofExchanges, ...ofRoles],
  'function-output': ['function-order'],
  // Text before the first message may contain a call.
  'sequence-unbalanced': ['function-order'],
  'thought-unmatched': ['thought-unflagged'],
  // A call between tags is not recognized if it cannot be parsed, or if it is in a thought.
  'function-json': ['E-CALL-SCHEMA', 'tool-undeclared', 'function-output', 'function-signature', 'function-order'],
  'thought-unclosed': ['function-json', 'E-CALL-SCHEMA', 'tool-undeclared'],
  'wire-json': 'any',
  'template-shape': 'any',
  'template-key-missing': [...ofExchanges, ...ofContents, 'template-role-unknown'],
  'template-role-unknown': [...ofContents, 'message-order'],
  'template-content-type list': ofExchanges,
  'json-state-invented': [...ofExchanges, ...ofRoles, 'json-state-invented'],
  'call-no-recipient': ofExchanges,
};

/** Rules about the last message, which are off by default. Any fix can change which message is the last one. */
const ofTheLast = new Set(['return-missing', 'answer-missing']);

/** Whether fixing a problem may reveal another one with the code `other`, which had existed before. */
export function mayUnmask({ code, data }: Problem, other: string): boolean {
  if (ofTheLast.has(other)) return true;
  const codes = getOwn(hidden, `${code} ${data?.rule}`) ?? getOwn(hidden, code);
  return codes === 'any' ? other !== code : codes?.includes(other) === true;
}
