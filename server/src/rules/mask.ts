/**
 * The problems that `ocml mask` finds in the part of a row that a trainer trains on. No checker reports them, but like every rule each has
 * a code, a level and a page.
 */
import { getOwn } from '../syntax/get-own.ts';
import type { Levels } from './support/levels.ts';
import type { Level, RuleFacts, Severity } from './support/rule.ts';

const of = (code: string, title: string, level: Severity): RuleFacts => ({
  code,
  title,
  level,
  section: 'Training',
});

/** The rules, in the order of the tables in the documentation. */
export const maskRules: readonly RuleFacts[] = [
  of('mask-refused', 'Row that stops the trainer', 'error'),
  of('mask-empty', 'Row without trained tokens', 'error'),
  of('mask-shifted', 'Trained tokens outside the answer', 'error'),
  of('mask-other-speaker', 'Trained text from a user, a tool or the system', 'error'),
  of('mask-unmarked', 'Template without the tags that the trainer needs', 'error'),
  of('mask-marker', 'Marker that the trainer does not find', 'error'),
  of('mask-everything', 'Conversation that is trained on as a whole', 'warning'),
  of('mask-stop', 'Stop token that is not trained', 'warning'),
  of('mask-partial', 'Answer that is only partly trained on', 'warning'),
  of('mask-cut', 'Row that is cut at the maximum length', 'warning'),
  of('mask-prompt-mismatch', 'Prompt that is not a prefix of prompt and completion', 'warning'),
  of('mask-flag', 'Message flag that the trainer ignores', 'warning'),
  of('mask-token-twice', 'Doubled token at the beginning or end of a sequence', 'warning'),
  of('mask-absent', 'Reasoning, calls or answers that are not trained on', 'information'),
  of('mask-dropped', 'Row that the trainer drops', 'information'),
  of('mask-scaffold', 'Empty thought that is trained on', 'information'),
  of('mask-approximate', 'Mask that is only approximate', 'information'),
];

const byCode = new Map(maskRules.map((rule) => [rule.code, rule]));

/** The severity of a finding: the user's choice, or otherwise the default or a milder one. */
export function maskLevel(code: string, levels: Levels, milder?: Severity): Level {
  return getOwn(levels, code) ?? milder ?? byCode.get(code)?.level ?? 'warning';
}
