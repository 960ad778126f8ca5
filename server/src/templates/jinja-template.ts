/** A chat template in Jinja, as `transformers` renders it. */

import { usual } from './input/conversation.ts';
import type { Statement } from './jinja/nodes.ts';
import { Jinja } from './jinja/render.ts';
import type { Value } from './jinja/runtime/values.ts';
import { markersIn } from './markers.ts';
import type { Prompt, RenderOptions, Template, Variables } from './template.ts';

export interface JinjaTemplate extends Template {
  /** What it says. */
  readonly body: readonly Statement[];
}

/** Reads a template, or throws a `TemplateError`. `tokens`: what its tokenizer says, such as `bos_token`. */
export function jinjaTemplate(
  name: string,
  source: string,
  tokens: ReadonlyMap<string, Value> = new Map(),
): JinjaTemplate {
  const jinja = Jinja.read(source);
  return {
    name,
    kind: 'jinja',
    text: jinja.parsed.text,
    body: jinja.parsed.body,
    markers: markersIn(jinja.parsed.body, tokens),
    variables: tokens,
    render(given: Variables, options?: RenderOptions): Prompt {
      const variables = new Map([...usual, ...tokens, ...given]);
      return { ...jinja.render(variables, options), notes: [] };
    },
  };
}
