/** Combinations of problems that a single mistake may cause. Each problem is true of the text, and the intended text cannot be known. */
import type { AnyDialectId } from '../../../server/src/grammar/index.ts';

interface Row {
  readonly codes: readonly string[];
  /** The dialects to which the row applies. The default is all of them. */
  readonly dialects?: readonly AnyDialectId[];
  readonly why: string;
}

const rows: readonly Row[] = [
  {
    codes: ['tool-undeclared', 'function-order'],
    dialects: ['openchatml-0.1'],
    why: 'A misspelled name of a function is not declared, and no output follows that has it: either name may be the wrong one.',
  },
  {
    codes: ['E-PARSE-HEADER', 'attribute-unknown'],
    why: 'The word at the place of the role is none, and where the header ends is unclear: `<|message|>` or a line break is lost.',
  },
  {
    codes: ['E-PARSE-HEADER', 'E-PARSE-HEADER', 'token-misspelled'],
    why: 'A misspelled opener is a part of the header that goes on before it.',
  },
  {
    codes: ['harmony-rejects', 'token-misspelled', 'token-misspelled'],
    why: 'The parser joins two headers where `<|message|>` is misspelled.',
  },
  {
    codes: ['harmony-rejects', 'E-PARSE-HEADER'],
    why: 'The space after `<|channel|>` is one that the parser rejects.',
  },
  {
    codes: ['E-PARSE-HEADER', 'tool-channel', 'tool-undeclared', 'tool-name-mismatch', 'call-no-recipient'],
    why: 'A lost or broken `<|channel|>` or a doubled name changes whom the call is for.',
  },
  {
    codes: ['E-PARSE-HEADER', 'call-id-unmatched', 'call-no-recipient', 'tool-undeclared', 'tool-channel'],
    why: 'The recipient of a call is lost: it is none, and its reply names a call that is not there.',
  },
  { codes: ['E-PARSE-HEADER', 'call-id-missing'], why: 'An id under another key is none.' },
  {
    codes: ['E-PARSE-HEADER', 'call-id-missing', 'call-id-unmatched', 'tool-undeclared'],
    why: 'A lost space, or one that is none, makes one name of recipient and id, and no call is left that the reply could answer.',
  },
  { codes: ['call-id-missing', 'content-type-mismatch'], why: 'An id without its key is read as a type.' },
  {
    codes: ['stray-text', 'token-misspelled', 'call-id-unmatched'],
    why: 'The message with the call is lost with its opener.',
  },
  { codes: ['json-state-invented', 'E-PARSE-HEADER', 'tool-channel', 'call-id-unmatched'], why: 'The same in JSON.' },
  { codes: ['E-PARSE-HEADER', 'tool-name-missing'], why: 'A name without its key is a word.' },
  { codes: ['template-role-unknown', 'call-unanswered'], why: 'A reply without its id is one of nobody.' },
  { codes: ['message-empty', 'call-id-unmatched', 'call-id-missing'], why: 'Calls under another key are none.' },
  { codes: ['document-header-missing', 'stray-text'], why: 'What is left of a document header is text.' },
  {
    codes: ['token-in-body', 'E-BODY-CONSTRAINT-VIOLATION'],
    why: 'A second `<|message|>` is in a body that must be JSON.',
  },
  {
    codes: ['sequence-unbalanced', 'stray-text'],
    dialects: ['openchatml-0.1'],
    why: 'What is left of `[BOS]` is text, and its partner is alone.',
  },
  {
    codes: ['E-STREAM-TRUNCATED', 'token-misspelled'],
    dialects: ['llama3'],
    why: 'Half a terminator at the end: it breaks off.',
  },
  {
    codes: ['wire-json', 'wire-json', 'wire-json'],
    why: 'A bracket more or less, whose place is not clear, is missed in other lines.',
  },
];

/** Whether these codes may be reported together. They must be in one row, and each may occur repeatedly. */
export function may(dialect: AnyDialectId, codes: readonly string[]): boolean {
  return rows.some(
    (row) => codes.every((code) => row.codes.includes(code)) && (row.dialects?.includes(dialect) ?? true),
  );
}
