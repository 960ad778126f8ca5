/** Renders prompts with chat templates. */

import { readJson } from '../syntax/json/read.ts';
import { givenBy } from '../templates/input/conversation.ts';
import { plain } from '../templates/jinja/runtime/text.ts';
import { jinjaTemplate } from '../templates/jinja-template.ts';
import { modelTemplate } from '../templates/models/index.ts';
import { chatTemplates } from '../templates/registry/index.ts';
import type { Template } from '../templates/template.ts';
import { valueOfData } from '../templates/values.ts';

export interface RenderOptions {
  /** Additional variables for the template, such as `bos_token` or `enable_thinking`. */
  readonly variables?: Readonly<Record<string, unknown>> | undefined;
  /** Whether the prompt ends with the beginning of an answer; true by default. */
  readonly generationPrompt?: boolean | undefined;
  /** The time that the template's `strftime_now` returns. */
  readonly clock?: Date | undefined;
}

export interface Rendered {
  readonly text: string;
  /** Notes on parts that were dropped or are ambiguous. */
  readonly notes: readonly string[];
}

/**
 * A conversation in the format of chat APIs: a list of messages, or an object with `messages`, `tools` and any other variables
 * of the template.
 */
export type RenderInput =
  | readonly object[]
  | { readonly messages: readonly object[]; readonly [name: string]: unknown };

/**
 * Renders a conversation in the same way as `transformers`. `template`: the Jinja source, or the name of a bundled
 * template. Throws an `Error` with a message for users if the template is invalid, rejects the conversation, or takes
 * too much time or memory.
 */
export function render(template: string, input: RenderInput, options: RenderOptions = {}): Rendered {
  const json = JSON.stringify(input);
  const { root } = readJson(json);
  const list =
    root?.kind === 'array' || (root?.kind === 'object' && root.members.some(({ key }) => key.value === 'messages'));
  if (root === undefined || !list)
    throw new TypeError('`render` takes a list of messages, or an object with `messages`');
  const { variables } = givenBy(root, json, false);
  if (options.generationPrompt === false) variables.set('add_generation_prompt', false);
  for (const [name, value] of Object.entries(options.variables ?? {})) variables.set(name, valueOfData(value));
  const { text, notes } = templateNamed(template).render(variables, options.clock ? { clock: options.clock } : {});
  return { text: plain(text), notes };
}

/** Returns the template with a name, or compiles a source. */
const templateNamed = (template: string): Template =>
  chatTemplates.get(template) ?? modelTemplate(template) ?? jinjaTemplate('template', template);
