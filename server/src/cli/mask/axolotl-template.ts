/** The chat template that an axolotl configuration chooses with `chat_template` and `chat_template_jinja`. */
import { getOwn } from '../../syntax/get-own.ts';

/** A chosen template. As in axolotl, the choice for the data set takes precedence over the choice for the whole file. */
export interface TemplateChoice {
  readonly name: string;
  /** The text of a template, or the name of a file with a template. */
  readonly jinja: string | undefined;
}

/** The template to use: the tokenizer's own template, a template in a file, or the text of a template. */
export type AxolotlTemplate =
  | { readonly kind: 'own' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'text'; readonly name: string; readonly text: string };

/** The templates of axolotl that are short enough to be included here, verbatim. */
const texts: Readonly<Record<string, string>> = {
  chatml: `{% for message in messages %}{{ '<|im_start|>' + message['role'] + '\\n' + message['content'] + '<|im_end|>\\n' }}{% endfor %}
{%- if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}`,
  llama3: `{% for message in messages %}{% if loop.first %}{{ bos_token }}{% endif %}
{{- '<|start_header_id|>' + message['role'] + '<|end_header_id|>\\n\\n' }}
{%- if message['content'] is string %}{{ message['content'] | trim }}
{%- else %}{{ message['content'] | selectattr('text', 'defined') | map(attribute='text') | join | trim }}{% endif %}
{{- '<|eot_id|>' }}{% endfor %}
{%- if add_generation_prompt %}{{ '<|start_header_id|>assistant<|end_header_id|>\\n\\n' }}{% endif %}`,
};

const fallback = 'tokenizer_default_fallback_';

type Members = Readonly<Record<string, unknown>>;

const textIn = (config: Members, key: string): string | undefined => {
  const value = getOwn(config, key);
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/**
 * Returns the template that a configuration chooses. If undefined, the configuration chooses none, and the tokenizer's own template
 * applies. `dataset`: the entry of the data set in `datasets`.
 */
export function templateChoice(config: Members, dataset: Members = {}): TemplateChoice | undefined {
  const from = textIn(dataset, 'chat_template') === undefined ? config : dataset;
  const [name, jinja] = [textIn(from, 'chat_template'), textIn(from, 'chat_template_jinja')];
  if (name !== undefined) return { name, jinja };
  return jinja === undefined ? undefined : { name: 'jinja', jinja };
}

/**
 * Finds the chosen template. If the template cannot be found, throws an error whose message tells the user how to pass it.
 *
 * `hasOwn`: whether the tokenizer has a template. `fileOf`: resolves a file named in the configuration; undefined if the file does not
 * exist.
 */
export function axolotlTemplate(
  { name, jinja }: TemplateChoice,
  hasOwn: boolean,
  fileOf: (name: string) => string | undefined,
): AxolotlTemplate {
  if (name === 'tokenizer_default' || (name.startsWith(fallback) && hasOwn)) return { kind: 'own' };
  const templateName = name.startsWith(fallback) ? name.slice(fallback.length) : name;
  if (templateName === 'jinja') return inJinja(jinja, fileOf);
  const text = getOwn(texts, templateName);
  if (text !== undefined) return { kind: 'text', name: `axolotl's ${templateName}`, text };
  throw new Error(
    `chat_template: ${name} is one of axolotl's own templates, which ocml does not include: pass it with --template (axolotl keeps it in src/axolotl/utils/chat_templates/templates/${templateName}.jinja)`,
  );
}

function inJinja(jinja: string | undefined, fileOf: (name: string) => string | undefined): AxolotlTemplate {
  if (jinja === undefined)
    throw new Error('chat_template: jinja needs chat_template_jinja with a template or the name of a file');
  if (/[{\n]/.test(jinja)) return { kind: 'text', name: 'chat_template_jinja', text: jinja };
  const path = fileOf(jinja);
  if (path !== undefined) return { kind: 'file', path };
  throw new Error(
    `chat_template_jinja: there is no file ${jinja}, so axolotl would read its name as the template; pass the template with --template`,
  );
}
