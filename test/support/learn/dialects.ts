/** Dialects that are learned from templates and registered in this process, with texts in them. */

import type { LearnedDialectId } from '../../../server/src/grammar/index.ts';
import { chooseForms, type InputForms } from '../../../server/src/learn/index.ts';
import { dialectId, learnDialect } from '../../../server/src/learn/template-dialect.ts';
import type { LearnedFacts } from '../../../server/src/syntax/families/learned/facts.ts';
import { knowDialects } from '../../../server/src/syntax/families/learned/know.ts';
import { readJson } from '../../../server/src/syntax/json/read.ts';
import { givenBy } from '../../../server/src/templates/input/conversation.ts';
import { TemplateError } from '../../../server/src/templates/jinja/errors.ts';
import { plain } from '../../../server/src/templates/jinja/runtime/text.ts';
import { jinjaTemplate } from '../../../server/src/templates/jinja-template.ts';
import type { Template } from '../../../server/src/templates/template.ts';
import { requestOf, type Sample } from './conversations.ts';
import { setting } from './measure.ts';

export interface TestedDialect {
  readonly id: LearnedDialectId;
  readonly facts: LearnedFacts;
  readonly template: Template;
  readonly forms: InputForms;
}

export const learnedDialect = (name: string, source: string): TestedDialect =>
  dialectOfTemplate(name, jinjaTemplate(name, source));

export function dialectOfTemplate(name: string, template: Template): TestedDialect {
  const learned = learnDialect(template, dialectId(template));
  if ('reason' in learned) throw new Error(`${name}: ${learned.reason}`);
  knowDialects([learned.facts]);
  return { id: learned.facts.id, facts: learned.facts, template, forms: chooseForms(template, setting) };
}

/** Returns the text that the template writes for a conversation, or undefined if it rejects the conversation. */
export function written({ template, forms }: TestedDialect, sample: Sample): string | undefined {
  const json = JSON.stringify(requestOf(sample, forms));
  const root = readJson(json).root;
  if (root === undefined) return undefined;
  const variables = givenBy(root, json, false).variables;
  for (const [name, value] of setting.variables) variables.set(name, value);
  try {
    return plain(template.render(variables, setting.clock ? { clock: setting.clock } : {}).text);
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}
