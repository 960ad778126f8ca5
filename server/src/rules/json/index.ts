/** The rules for JSON documents, in the order of their documentation. They are loaded with the first JSON document. */

import type { JsonRule } from '../support/rule.ts';
import { rule as callSchema } from './call-schema.ts';
import { rule as characterUnusable } from './character-unusable.ts';
import { rule as jsonShapeUnknown } from './json-shape-unknown.ts';
import { rule as jsonStateInvented } from './json-state-invented.ts';
import { rule as messageOrder } from './message-order.ts';
import { rule as pairEqual } from './pair-equal.ts';
import { rule as pairPrompts } from './pair-prompts.ts';
import { rule as profileDrops } from './profile-drops.ts';
import { rule as profileRejects } from './profile-rejects.ts';
import { rule as rowDuplicate } from './row-duplicate.ts';
import { rule as rowKeyMisspelled } from './row-key-misspelled.ts';
import { rule as sessionRecord } from './session-record.ts';
import { rule as streamEvent } from './stream-event.ts';
import { rule as templateContentType } from './template-content-type.ts';
import { rule as templateGenerationAfterAssistant } from './template-generation-after-assistant.ts';
import { rule as templateGenerationLast } from './template-generation-last.ts';
import { rule as templateKeyMissing } from './template-key-missing.ts';
import { rule as templateLossy } from './template-lossy.ts';
import { rule as templateRoleUnknown } from './template-role-unknown.ts';
import { rule as templateShape } from './template-shape.ts';
import { rule as templateSpecialInContent } from './template-special-in-content.ts';
import { rule as templateUnknown } from './template-unknown.ts';
import { rule as wireFooterMissing } from './wire-footer-missing.ts';
import { rule as wireHeaderClose } from './wire-header-close.ts';
import { rule as wireJson } from './wire-json.ts';
import { rule as wireLongMessage } from './wire-long-message.ts';
import { rule as wireNotRequest } from './wire-not-request.ts';
import { rule as wirePlaceholder } from './wire-placeholder.ts';
import { rule as wireRawNewline } from './wire-raw-newline.ts';
import { rule as wireRoleUnknown } from './wire-role-unknown.ts';
import { rule as wireSequence } from './wire-sequence.ts';
import { rule as wireShape } from './wire-shape.ts';
import { rule as wireSmartQuote } from './wire-smart-quote.ts';
import { rule as wireSpecialInText } from './wire-special-in-text.ts';
import { rule as wireSplitText } from './wire-split-text.ts';
import { rule as wireTokenUnknown } from './wire-token-unknown.ts';
import { rule as wireTrailingComma } from './wire-trailing-comma.ts';

export const jsonRules: readonly JsonRule[] = [
  wireJson,
  wireShape,
  wireTokenUnknown,
  wireSequence,
  wireHeaderClose,
  wireFooterMissing,
  wireRoleUnknown,
  wireSmartQuote,
  wireRawNewline,
  wireTrailingComma,
  wireSpecialInText,
  wireSplitText,
  wirePlaceholder,
  wireNotRequest,
  wireLongMessage,
  templateShape,
  templateKeyMissing,
  templateContentType,
  templateRoleUnknown,
  templateUnknown,
  templateGenerationLast,
  templateGenerationAfterAssistant,
  templateSpecialInContent,
  templateLossy,
  characterUnusable,
  messageOrder,
  profileRejects,
  profileDrops,
  pairEqual,
  pairPrompts,
  rowDuplicate,
  rowKeyMisspelled,
  jsonStateInvented,
  callSchema,
  sessionRecord,
  streamEvent,
  jsonShapeUnknown,
];
