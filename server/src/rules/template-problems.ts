/**
 * Problems of chat templates, and of conversations under one. Rendering finds them (`templates/`), not a checker, but each has a
 * code, a level and a page, as every rule does, and is turned off in the same way.
 */
import { getOwn } from '../syntax/get-own.ts';
import type { Levels } from './support/levels.ts';
import type { Level, RuleFacts, Severity } from './support/rule.ts';

const of =
  (section: string) =>
  (code: string, title: string, level: Severity): RuleFacts => ({ code, title, section, level });
const ofText = of('Chat templates, Jinja');
const ofDeed = of('Chat templates, what a template does');
const ofRow = of('Chat templates, a conversation under a template');

/** In the text of a template. */
const inText = [
  ofText('template-syntax', 'Chat template that cannot be read', 'error'),
  ofText('template-filter-unknown', 'Filter or test that does not exist', 'error'),
  ofText('template-variable-unknown', 'Variable that chat templates do not have', 'warning'),
  ofText('template-marker-misspelled', 'Misspelled control token in a chat template', 'warning'),
];

/** What a template does to a standard set of conversations, in the order of the tables. */
const templateDeeds: readonly RuleFacts[] = [
  ofDeed('template-fails', 'The plainest conversation is refused', 'warning'),
  ofDeed('template-drops-turns', 'Questions or answers are left out', 'warning'),
  ofDeed('template-drops-calls', 'Calls are left out', 'warning'),
  ofDeed('template-drops-arguments', 'The arguments of calls are left out', 'warning'),
  ofDeed('template-drops-parallel-calls', 'Of several calls in a message, one is written', 'warning'),
  ofDeed('template-drops-tools', 'Tools are left out', 'warning'),
  ofDeed('template-drops-replies', 'What tools reply is left out', 'warning'),
  ofDeed('template-drops-system', 'System messages are left out', 'warning'),
  ofDeed('template-drops-reasoning', 'Reasoning is left out', 'information'),
  ofDeed('template-drops-parts', 'Contents in parts are left out', 'information'),
  ofDeed('template-writes-parts', 'Contents in parts are written as a list of Python', 'information'),
  ofDeed('template-drops-call-text', 'Text next to calls is left out', 'warning'),
  ofDeed('template-quotes-replies', 'Replies are written as strings of JSON', 'information'),
  ofDeed('template-arguments-twice', 'Arguments in JSON become a string of a string', 'warning'),
  ofDeed('template-writes-none', 'A content that is null becomes `None`', 'warning'),
  ofDeed('template-bos-twice', 'The beginning token is written twice', 'warning'),
  ofDeed('template-not-append-only', 'The prompt changes when a turn is appended', 'warning'),
  ofDeed('template-no-generation-prompt', 'Nothing begins the answer of the model', 'warning'),
  ofDeed('template-no-end', 'No token ends an answer', 'warning'),
  ofDeed('template-refuses-strings', 'Contents are accepted only in parts', 'information'),
  ofDeed('template-refuses-tools', 'Calls and replies are refused', 'warning'),
  ofDeed('template-refuses-arguments', 'Arguments are accepted in only one form', 'warning'),
  ofDeed('template-refuses-parallel-calls', 'Several calls in a message are refused', 'information'),
  ofDeed('template-refuses-null', 'A call whose content is null is refused', 'warning'),
  ofDeed('template-refuses-system', 'System messages are refused', 'information'),
  ofDeed('template-alternation', 'Roles must alternate', 'information'),
  ofDeed('template-thinks', 'The model thinks by default', 'information'),
  ofDeed('template-clock', 'The prompt says which day it is', 'information'),
  ofDeed('template-trims', 'Contents are trimmed', 'information'),
];

/** Problems of a conversation under a template. */
const ofRows = [
  ofRow('template-rejects', 'Conversation that the chosen template rejects', 'error'),
  ofRow('template-drops', 'Something that the chosen template leaves out', 'warning'),
];

export const templateRules: readonly RuleFacts[] = [...inText, ...templateDeeds, ...ofRows];

const byCode = new Map(templateRules.map((rule) => [rule.code, rule]));

/** How severe a finding is: as it is set, otherwise as usual, or milder. */
export function templateLevel(code: string, levels: Levels, milder?: Severity): Level {
  return getOwn(levels, code) ?? milder ?? byCode.get(code)?.level ?? 'warning';
}
