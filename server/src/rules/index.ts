/** Every rule for text, in the order of the tables of codes. A new rule needs a file, and a line here. */

import { rule as answerChannelMissing } from './answer-channel-missing.ts';
import { rule as answerMissing } from './answer-missing.ts';
import { rule as attributeOrder } from './attribute-order.ts';
import { rule as attributePosition } from './attribute-position.ts';
import { rule as attributeUnknown } from './attribute-unknown.ts';
import { rule as builtinUndeclared } from './builtin-undeclared.ts';
import { rule as callIdDuplicate } from './call-id-duplicate.ts';
import { rule as callIdMissing } from './call-id-missing.ts';
import { rule as callIdUnmatched } from './call-id-unmatched.ts';
import { rule as callJson } from './call-json.ts';
import { rule as callMixed } from './call-mixed.ts';
import { rule as callNoRecipient } from './call-no-recipient.ts';
import { rule as callTerminator } from './call-terminator.ts';
import { rule as callUnanswered } from './call-unanswered.ts';
import { rule as capabilityUndeclared } from './capability-undeclared.ts';
import { rule as constrainMissing } from './constrain-missing.ts';
import { rule as contentGarbled } from './content-garbled.ts';
import { rule as contentTypeBare } from './content-type-bare.ts';
import { rule as contentTypeMismatch } from './content-type-mismatch.ts';
import { rule as contentTypeUnknown } from './content-type-unknown.ts';
import { rule as cotOutsideAnalysis } from './cot-outside-analysis.ts';
import { rule as cotRetained } from './cot-retained.ts';
import { rule as deadlineInvalid } from './deadline-invalid.ts';
import { rule as dialectMixed } from './dialect-mixed.ts';
import { rule as documentHeaderMissing } from './document-header-missing.ts';
import { rule as documentHeaderSyntax } from './document-header-syntax.ts';
import { rule as documentKeyDuplicate } from './document-key-duplicate.ts';
import { rule as documentKeyType } from './document-key-type.ts';
import { rule as documentKeyUnknown } from './document-key-unknown.ts';
import { lintRule } from './document-lint.ts';
import { rule as documentVersion } from './document-version.ts';
import { rule as documentVersionUnsupported } from './document-version-unsupported.ts';
import { rule as eBodyConstraintViolation } from './E-BODY-CONSTRAINT-VIOLATION.ts';
import { rule as eCallSchema } from './E-CALL-SCHEMA.ts';
import { rule as eParseChannelMissing } from './E-PARSE-CHANNEL-MISSING.ts';
import { rule as eParseHeader } from './E-PARSE-HEADER.ts';
import { rule as ePermVisibility } from './E-PERM-VISIBILITY.ts';
import { rule as eStreamTruncated } from './E-STREAM-TRUNCATED.ts';
import { rule as eToolCancelled } from './E-TOOL-CANCELLED.ts';
import { rule as eToolTimeout } from './E-TOOL-TIMEOUT.ts';
import { rule as encodingInvalid } from './encoding-invalid.ts';
import { rule as endMissing } from './end-missing.ts';
import { rule as endRedundant } from './end-redundant.ts';
import { rule as fimIncomplete } from './fim-incomplete.ts';
import { rule as fimOrder } from './fim-order.ts';
import { rule as forgedTurn } from './forged-turn.ts';
import { rule as functionJson } from './function-json.ts';
import { rule as functionOrder } from './function-order.ts';
import { rule as functionOutput } from './function-output.ts';
import { rule as functionRole } from './function-role.ts';
import { rule as functionSignature } from './function-signature.ts';
import { rule as harmonyFrameGap } from './harmony-frame-gap.ts';
import { rule as harmonyRejects } from './harmony-rejects.ts';
import { rule as headerBreakMissing } from './header-break-missing.ts';
import { rule as headerSpace } from './header-space.ts';
import { rule as intentMisplaced } from './intent-misplaced.ts';
import { rule as intentUnknown } from './intent-unknown.ts';
import { jsonCodes } from './json/codes.ts';
import { rule as literalUnclosed } from './literal-unclosed.ts';
import { rule as literalUnmatched } from './literal-unmatched.ts';
import { maskRules } from './mask.ts';
import { rule as messageEmpty } from './message-empty.ts';
import { rule as messageHidden } from './message-hidden.ts';
import { rule as notATranscript } from './not-a-transcript.ts';
import { rule as provenanceMissing } from './provenance-missing.ts';
import { rule as reasoningMismatch } from './reasoning-mismatch.ts';
import { rule as recipientFormat } from './recipient-format.ts';
import { rule as replyCallIdInBody } from './reply-call-id-in-body.ts';
import { rule as replyDuplicate } from './reply-duplicate.ts';
import { rule as replyEnvelope } from './reply-envelope.ts';
import { rule as replyError } from './reply-error.ts';
import { rule as responseFormat } from './response-format.ts';
import { rule as returnMisplaced } from './return-misplaced.ts';
import { rule as returnMissing } from './return-missing.ts';
import { rule as returnNotLast } from './return-not-last.ts';
import { rule as roleLegacy } from './role-legacy.ts';
import { rule as sequenceDoubled } from './sequence-doubled.ts';
import { rule as sequenceUnbalanced } from './sequence-unbalanced.ts';
import { rule as startImplied } from './start-implied.ts';
import { rule as startMissing } from './start-missing.ts';
import { rule as strayText } from './stray-text.ts';
import type { Rule } from './support/rule.ts';
import { templateRules } from './template-problems.ts';
import { rule as thoughtFlagRole } from './thought-flag-role.ts';
import { rule as thoughtNesting } from './thought-nesting.ts';
import { rule as thoughtRole } from './thought-role.ts';
import { rule as thoughtUnclosed } from './thought-unclosed.ts';
import { rule as thoughtUnflagged } from './thought-unflagged.ts';
import { rule as thoughtUnmatched } from './thought-unmatched.ts';
import { rule as tokenInBody } from './token-in-body.ts';
import { rule as tokenMisspelled } from './token-misspelled.ts';
import { rule as tokenUnknown } from './token-unknown.ts';
import { rule as tokensStripped } from './tokens-stripped.ts';
import { rule as toolChannel } from './tool-channel.ts';
import { rule as toolNameMismatch } from './tool-name-mismatch.ts';
import { rule as toolNameMissing } from './tool-name-missing.ts';
import { rule as toolRole } from './tool-role.ts';
import { rule as toolUndeclared } from './tool-undeclared.ts';

export const rules: readonly Rule[] = [
  eParseHeader,
  eParseChannelMissing,
  eBodyConstraintViolation,
  eCallSchema,
  eToolTimeout,
  eToolCancelled,
  eStreamTruncated,
  ePermVisibility,
  documentHeaderMissing,
  documentHeaderSyntax,
  documentVersion,
  documentVersionUnsupported,
  documentKeyType,
  lintRule(() => codes),
  documentKeyDuplicate,
  documentKeyUnknown,
  reasoningMismatch,
  startImplied,
  forgedTurn,
  tokensStripped,
  capabilityUndeclared,
  encodingInvalid,
  notATranscript,
  strayText,
  endMissing,
  endRedundant,
  tokenInBody,
  tokenMisspelled,
  tokenUnknown,
  literalUnclosed,
  literalUnmatched,
  dialectMixed,
  attributeOrder,
  attributePosition,
  headerSpace,
  roleLegacy,
  toolRole,
  toolNameMissing,
  toolNameMismatch,
  callIdMissing,
  callIdDuplicate,
  callIdUnmatched,
  replyDuplicate,
  callUnanswered,
  callTerminator,
  callNoRecipient,
  callMixed,
  toolChannel,
  toolUndeclared,
  builtinUndeclared,
  recipientFormat,
  returnMisplaced,
  returnNotLast,
  answerChannelMissing,
  headerBreakMissing,
  returnMissing,
  answerMissing,
  messageEmpty,
  contentGarbled,
  constrainMissing,
  contentTypeBare,
  contentTypeMismatch,
  responseFormat,
  contentTypeUnknown,
  intentUnknown,
  intentMisplaced,
  messageHidden,
  cotOutsideAnalysis,
  cotRetained,
  replyEnvelope,
  provenanceMissing,
  replyError,
  replyCallIdInBody,
  deadlineInvalid,
  harmonyRejects,
  harmonyFrameGap,
  attributeUnknown,
  startMissing,
  sequenceDoubled,
  sequenceUnbalanced,
  fimIncomplete,
  fimOrder,
  thoughtUnclosed,
  thoughtUnmatched,
  thoughtNesting,
  thoughtRole,
  thoughtFlagRole,
  thoughtUnflagged,
  callJson,
  functionJson,
  functionSignature,
  functionOutput,
  functionRole,
  functionOrder,
];

/** The codes of all rules, in the order of the rules; some codes have two rules. */
export const codes: readonly string[] = [
  ...new Set([
    ...rules.map((rule) => rule.code),
    ...jsonCodes,
    ...templateRules.map(({ code }) => code),
    ...maskRules.map(({ code }) => code),
  ]),
];
