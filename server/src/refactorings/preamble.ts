/**
 * Marks a plan on `commentary` as visible to the user (2.2 §5). Not offered for Harmony, which has no intents, and would read an intent as
 * a recipient.
 */
import { addAttribute, isSound } from '../fixes/support/edits.ts';
import { callChannel, modelRole } from '../grammar/index.ts';
import type { Refactoring } from './refactoring.ts';

export const preamble: Refactoring = {
  kind: 'refactor.rewrite',
  offeredAt: 'caret',
  propose({ block, message, context }) {
    if (block.kind !== 'message' || !context.family.has.documentHeader) return [];
    const { role, kind, effectiveChannel, intent } = message;
    if (role !== modelRole || kind !== 'plain' || effectiveChannel !== callChannel || intent !== undefined) return [];
    const edit = isSound(message) ? addAttribute(message, 'intent', 'preamble') : undefined;
    return edit ? [{ title: 'Mark as preamble', edits: [edit] }] : [];
  },
};
