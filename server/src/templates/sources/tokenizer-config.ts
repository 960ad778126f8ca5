/** The templates of a `tokenizer_config.json`: one, or several by name; and the tokens that it names. */
import type { JsonNode, JsonString } from '../../syntax/json/nodes.ts';
import { memberOf, textOf } from '../../syntax/json/nodes.ts';
import type { Value } from '../jinja/runtime/values.ts';

export interface NamedTemplate {
  /** `default` where the file has only one. */
  readonly name: string;
  readonly source: string;
  /** Where it is written. */
  readonly node: JsonString | undefined;
}

export interface TemplateSource {
  readonly templates: readonly NamedTemplate[];
  /** What the template can name: `bos_token` and the like. */
  readonly tokens: ReadonlyMap<string, Value>;
}

const tokenNames = ['bos_token', 'eos_token', 'unk_token', 'sep_token', 'pad_token', 'cls_token', 'mask_token'];

/** What is in a configuration of a tokenizer; no templates, if it has none. */
export function readTokenizerConfig(root: JsonNode | undefined): TemplateSource {
  const held = memberOf(root, 'chat_template')?.value;
  const templates: NamedTemplate[] = [];
  if (held?.kind === 'string') templates.push({ name: 'default', source: held.value, node: held });
  else if (held?.kind === 'array') {
    for (const item of held.items) {
      const [name, template] = [textOf(item, 'name'), memberOf(item, 'template')?.value];
      if (name !== undefined && template?.kind === 'string')
        templates.push({ name, source: template.value, node: template });
    }
  }
  return { templates, tokens: tokensOf(root) };
}

function tokensOf(root: JsonNode | undefined): ReadonlyMap<string, Value> {
  const found = new Map<string, Value>();
  for (const name of tokenNames) {
    const value = memberOf(root, name)?.value;
    const text = value?.kind === 'string' ? value.value : textOf(value, 'content');
    if (text !== undefined) found.set(name, text);
  }
  const more = memberOf(root, 'additional_special_tokens')?.value;
  if (more?.kind === 'array')
    found.set(
      'additional_special_tokens',
      more.items.flatMap((item) => (item.kind === 'string' ? item.value : (textOf(item, 'content') ?? []))),
    );
  return found;
}
