/** A chat template in Jinja, as `transformers` renders it. */

import { usual } from './input/conversation.ts';
import type { Statement } from './jinja/nodes.ts';
import { Jinja } from './jinja/render.ts';
import { childrenOf, walk } from './jinja/walk.ts';
import { markersIn } from './markers.ts';
import { noTokenizer, type Tokenizer } from './sources/tokenizer-config.ts';
import type { Prompt, RenderOptions, Template, Variables } from './template.ts';

export interface JinjaTemplate extends Template {
  readonly body: readonly Statement[];
}

/** Reads a template, or throws a `TemplateError`. */
export function jinjaTemplate(
  name: string,
  source: string,
  { tokens, special }: Pick<Tokenizer, 'tokens' | 'special'> = noTokenizer,
): JinjaTemplate {
  const jinja = Jinja.read(source);
  const notes = differences(jinja.parsed.body);
  return {
    name,
    kind: 'jinja',
    text: jinja.parsed.text,
    body: jinja.parsed.body,
    markers: markersIn(jinja.parsed.body, special),
    variables: tokens,
    render(inputVariables: Variables, options?: RenderOptions): Prompt {
      const variables = new Map([...usual, ...tokens, ...inputVariables]);
      return { ...jinja.render(variables, options), notes };
    },
  };
}

/** Filters that return `Markup` in Python. `Markup` escapes the strings that are joined to it, which is not supported here. */
const ofMarkup = new Set(['safe', 'escape', 'e', 'forceescape']);

/** Describes the filters of a template that have a different effect in Python. */
function differences(body: readonly Statement[]): string[] {
  const filterNames = new Set<string>();
  for (const [node] of walk(body, undefined, childrenOf))
    if (node.kind === 'filter' && ofMarkup.has(node.name)) filterNames.add(node.name);
  return [...filterNames].map(
    (name) =>
      `The template uses the filter ${name}. In Python, <, >, & and quotes are escaped in text that is joined to the result of this filter; here they are not.`,
  );
}
