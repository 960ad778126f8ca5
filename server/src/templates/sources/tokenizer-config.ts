/** Reads a `tokenizer_config.json`: its tokens and its templates. If there are several templates, they have names. */
import type { JsonNode, JsonString } from '../../syntax/json/nodes.ts';
import { memberOf, textOf } from '../../syntax/json/nodes.ts';
import { isText, plain } from '../jinja/runtime/text.ts';
import type { Value } from '../jinja/runtime/values.ts';

export interface NamedTemplate {
  /** The name of the template; `default` if the file has only one template. */
  readonly name: string;
  readonly source: string;
  /** The JSON string that contains the template. */
  readonly node: JsonString | undefined;
}

/** The tokens of a tokenizer. */
export interface Tokenizer {
  /** The tokens that a template can use as variables, such as `bos_token`. */
  readonly tokens: ReadonlyMap<string, Value>;
  /** The control tokens of the tokenizer, which are recognized even inside content. */
  readonly special: readonly string[];
  /** All tokens that were added to the vocabulary, including those that are not control tokens. */
  readonly added: readonly string[];
}

export interface TemplateSource extends Tokenizer {
  readonly templates: readonly NamedTemplate[];
}

export const noTokenizer: Tokenizer = { tokens: new Map(), special: [], added: [] };

const tokenNames = ['bos_token', 'eos_token', 'unk_token', 'sep_token', 'pad_token', 'cls_token', 'mask_token'];

/** The maximum number of templates, since each is tested with many conversations. Models have up to five. */
const MAX_TEMPLATES = 50;

/** Reads the configuration of a tokenizer and its `tokenizer.json`. The configuration may have no templates. */
export function readTokenizerConfig(
  root: JsonNode | undefined,
  tokenizer?: () => JsonNode | undefined,
): TemplateSource {
  const chatTemplate = memberOf(root, 'chat_template')?.value;
  const templates: NamedTemplate[] = [];
  if (chatTemplate?.kind === 'string')
    templates.push({ name: 'default', source: chatTemplate.value, node: chatTemplate });
  else if (chatTemplate?.kind === 'array') {
    for (const item of chatTemplate.items.slice(0, MAX_TEMPLATES)) {
      const [name, template] = [textOf(item, 'name'), memberOf(item, 'template')?.value];
      if (name !== undefined && template?.kind === 'string')
        templates.push({ name, source: template.value, node: template });
    }
  }
  return { templates, ...readTokenizer(root, tokenizer) };
}

/**
 * Reads a tokenizer from `tokenizer_config.json`. If that file lists no tokens, reads it from the beginning of `tokenizer.json`, in
 * which the list of tokens precedes the vocabulary.
 */
export function readTokenizer(config: JsonNode | undefined, tokenizer?: () => JsonNode | undefined): Tokenizer {
  const tokens = tokensOf(config);
  const decoder = memberOf(config, 'added_tokens_decoder')?.value;
  const list = decoder === undefined ? memberOf(tokenizer?.(), 'added_tokens')?.value : decoder;
  const all =
    list?.kind === 'object' ? list.members.map(({ value }) => value) : list?.kind === 'array' ? list.items : [];
  const added = new Set<string>();
  const special = new Set<string>();
  for (const node of all) {
    const text = textOf(node, 'content');
    if (text === undefined) continue;
    added.add(text);
    const flag = memberOf(node, 'special')?.value;
    if (flag?.kind === 'boolean' && flag.value) special.add(text);
  }
  for (const value of [...tokens.values()].flat()) {
    if (!isText(value)) continue;
    added.add(plain(value));
    special.add(plain(value));
  }
  return { tokens, special: [...special], added: [...added] };
}

function tokensOf(root: JsonNode | undefined): ReadonlyMap<string, Value> {
  const tokens = new Map<string, Value>();
  for (const name of tokenNames) {
    const value = memberOf(root, name)?.value;
    const text = value?.kind === 'string' ? value.value : textOf(value, 'content');
    if (text !== undefined) tokens.set(name, text);
  }
  const more = memberOf(root, 'additional_special_tokens')?.value;
  if (more?.kind === 'array')
    tokens.set(
      'additional_special_tokens',
      more.items.flatMap((item) => (item.kind === 'string' ? item.value : (textOf(item, 'content') ?? []))),
    );
  return tokens;
}
