/**
 * Writes a conversation in the text format of a model: rewrites a chat API request in the forms that a chat template accepts,
 * and renders it with the template.
 */

import type { ModelForm } from '../grammar/model-forms.ts';
import type { JsonNode } from '../syntax/json/nodes.ts';
import { readJson } from '../syntax/json/read.ts';
import { givenBy } from '../templates/input/conversation.ts';
import { plain } from '../templates/jinja/runtime/text.ts';
import { leftOut } from '../templates/rows/left-out.ts';
import type { Template } from '../templates/template.ts';
import type { InputForms } from './frames.ts';
import { fitRequest } from './model-request.ts';
import type { Setting } from './observe.ts';
import { requestInForms } from './write.ts';

export interface ModelText {
  readonly text: string;
  /** The parts of the conversation that are omitted, in words, with the numbers of their messages. */
  readonly notes: readonly string[];
  /** The time that was used as the current time, if the text depends on it. */
  readonly clock: Date | undefined;
}

export interface ModelTextOptions {
  readonly template: Template;
  readonly setting: Setting;
  readonly forms: InputForms;
  /** Whether the text ends with the generation prompt, after which the model answers. */
  readonly generation: boolean;
  /** The format of this project to which the template belongs, if any. */
  readonly form?: ModelForm | undefined;
}

/**
 * Renders a request, which is an object with `messages`, as written by `ocml convert --to messages`. Throws a `TemplateError` if
 * the template rejects the request, or an `UnfitRequest` if the format cannot express it.
 */
export function modelText(request: string, options: ModelTextOptions): ModelText {
  const { template, setting, forms, generation, form } = options;
  const fitted = form ? fitRequest(request, form, template) : { json: request, notes: [] };
  const json = requestInForms(fitted.json, forms);
  const { variables } = givenBy(readJson(json).root as JsonNode, json, false);
  variables.set('add_generation_prompt', generation);
  for (const [name, value] of setting.variables) variables.set(name, value);
  // For a format of this project, `fitRequest` has already noted the dropped parts.
  const lost = form ? [] : leftOut(template, json, setting.variables);
  const { text, notes, clock } = template.render(variables, setting.clock ? { clock: setting.clock } : {});
  return {
    text: plain(text),
    notes: [...fitted.notes, ...notes, ...lost],
    clock,
  };
}
