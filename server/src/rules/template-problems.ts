/**
 * The problems of chat templates, and of conversations that are rendered with one. Rendering (`templates/`) finds them, not a checker, but
 * like every rule each has a code, a level and a page, and can be turned off.
 */
import { getOwn } from '../syntax/get-own.ts';
import type { Levels } from './support/levels.ts';
import type { Level, RuleFacts, Severity } from './support/rule.ts';

const of =
  (section: string) =>
  (code: string, title: string, level: Severity): RuleFacts => ({ code, title, section, level });
const ofText = of('Chat templates (Jinja)');
const ofEffect = of('Chat templates (effects on messages)');
const ofRow = of('Chat templates (effects on conversations)');

/** The problems in the text of a template. */
const inText = [
  ofText('template-syntax', 'Chat template that cannot be read', 'error'),
  ofText('template-filter-unknown', 'Filter or test that does not exist', 'error'),
  ofText('template-variable-unknown', 'Variable that chat templates do not have', 'warning'),
  ofText('template-marker-misspelled', 'Misspelled control token in a chat template', 'warning'),
];

/** The problems that show when a template renders a standard set of conversations, in the order of the tables. */
const templateEffects: readonly RuleFacts[] = [
  ofEffect('template-fails', 'Even the simplest conversation is rejected', 'warning'),
  ofEffect('template-drops-turns', 'Questions or answers are dropped', 'warning'),
  ofEffect('template-drops-calls', 'Calls are dropped', 'warning'),
  ofEffect('template-drops-arguments', 'The arguments of calls are dropped', 'warning'),
  ofEffect('template-drops-parallel-calls', 'Only one of several calls in a message is written', 'warning'),
  ofEffect('template-drops-tools', 'Tools are dropped', 'warning'),
  ofEffect('template-drops-replies', 'Tool replies are dropped', 'warning'),
  ofEffect('template-drops-system', 'System messages are dropped', 'warning'),
  ofEffect('template-drops-reasoning', 'Reasoning is dropped', 'information'),
  ofEffect('template-drops-parts', 'Content is dropped if it is a list of parts', 'information'),
  ofEffect('template-writes-parts', 'A list of content parts is written as a Python list', 'information'),
  ofEffect('template-drops-call-text', 'Text next to calls is dropped', 'warning'),
  ofEffect('template-quotes-replies', 'Replies are written as JSON strings', 'information'),
  ofEffect('template-arguments-twice', 'JSON arguments are encoded twice', 'warning'),
  ofEffect('template-writes-none', '`content: null` is written as `None`', 'warning'),
  ofEffect('template-bos-twice', 'The beginning-of-sequence token is written twice', 'warning'),
  ofEffect('template-not-append-only', 'The prompt changes when a turn is appended', 'warning'),
  ofEffect('template-no-generation-prompt', 'The generation prompt is missing', 'warning'),
  ofEffect('template-no-end', 'No token ends an answer', 'warning'),
  ofEffect('template-refuses-strings', 'Content is accepted only as a list of parts', 'information'),
  ofEffect('template-refuses-tools', 'Calls and replies are rejected', 'warning'),
  ofEffect('template-refuses-arguments', 'Arguments are accepted in only one form', 'warning'),
  ofEffect('template-refuses-parallel-calls', 'Several calls in a message are rejected', 'information'),
  ofEffect('template-refuses-null', 'A call with `content: null` is rejected', 'warning'),
  ofEffect('template-refuses-system', 'System messages are rejected', 'information'),
  ofEffect('template-alternation', 'Roles must alternate', 'information'),
  ofEffect('template-thinks', 'The model thinks by default', 'information'),
  ofEffect('template-clock', 'The prompt contains the current date', 'information'),
  ofEffect('template-trims', 'Content is trimmed', 'information'),
];

/** The problems of a conversation when a template renders it. */
const ofRows = [
  ofRow('template-rejects', 'Conversation that the chosen template rejects', 'error'),
  ofRow('template-drops', 'Part of a conversation that the chosen template drops', 'warning'),
];

export const templateRules: readonly RuleFacts[] = [...inText, ...templateEffects, ...ofRows];

const byCode = new Map(templateRules.map((rule) => [rule.code, rule]));

/** The severity of a finding: the user's choice, or otherwise the default or a milder one. */
export function templateLevel(code: string, levels: Levels, milder?: Severity): Level {
  return getOwn(levels, code) ?? milder ?? byCode.get(code)?.level ?? 'warning';
}
