/**
 * Problems of what a trainer trains of a row. `ocml mask` finds them, not a checker, but each has a code, a level and a page, as
 * every rule does.
 */
import { getOwn } from '../syntax/get-own.ts';
import type { Levels } from './support/levels.ts';
import type { Level, RuleFacts, Severity } from './support/rule.ts';

const of = (code: string, title: string, level: Severity): RuleFacts => ({
  ...{ code, title, level, section: 'Training, what a trainer trains' },
});

/** In the order of the tables. */
export const maskRules: readonly RuleFacts[] = [
  of('mask-refused', 'Row at which the trainer stops', 'error'),
  of('mask-empty', 'Row of which nothing is trained', 'error'),
  of('mask-shifted', 'Training that is on other tokens than those of the answer', 'error'),
  of('mask-other-speaker', 'Text of a user, a tool or the system that is trained', 'error'),
  of('mask-unmarked', 'Template without the tags that the trainer needs', 'error'),
  of('mask-marker', 'Marker that the trainer looks for and does not find', 'error'),
  of('mask-everything', 'All of a conversation is trained', 'warning'),
  of('mask-stop', 'Stop token that is not trained', 'warning'),
  of('mask-partial', 'Answer that is trained only in part', 'warning'),
  of('mask-cut', 'Row that is cut at the maximum length', 'warning'),
  of('mask-prompt-mismatch', 'Prompt that is not the beginning of prompt and completion', 'warning'),
  of('mask-flag', 'Flag of a message that the trainer does not read', 'warning'),
  of('mask-token-twice', 'Token that begins or ends a sequence twice', 'warning'),
  of('mask-absent', 'Reasoning, calls or answers that are not trained', 'information'),
  of('mask-dropped', 'Row that the trainer leaves out', 'information'),
  of('mask-scaffold', 'Empty thought that is trained', 'information'),
  of('mask-approximate', 'Mask whose tokens or places are not certain', 'information'),
];

const byCode = new Map(maskRules.map((rule) => [rule.code, rule]));

/** How severe a finding is: as it is set, otherwise as usual, or milder. */
export function maskLevel(code: string, levels: Levels, milder?: Severity): Level {
  return getOwn(levels, code) ?? milder ?? byCode.get(code)?.level ?? 'warning';
}
