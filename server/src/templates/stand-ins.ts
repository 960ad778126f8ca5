/** Stand-ins for the special tokens of a template whose tokenizer is unknown. */
import type { TemplateError } from './jinja/errors.ts';
import type { Template } from './template.ts';

/** The usual tokens, by their variable names in templates. */
export const standIns: ReadonlyMap<string, string> = new Map([
  ['bos_token', '<s>'],
  ['eos_token', '</s>'],
  ['pad_token', '<pad>'],
  ['unk_token', '<unk>'],
]);

type Sourced = Pick<Template, 'kind' | 'text' | 'variables'>;

/** The stand-ins for the tokens that a template names, unless its source defines any tokens. */
export function standInsFor({ kind, text, variables }: Sourced): readonly (readonly [name: string, token: string])[] {
  if (kind !== 'jinja' || variables.size > 0) return [];
  return [...standIns].filter(([name]) => new RegExp(`\\b${name}\\b`).test(text));
}

/** A note for users that says that stand-ins are used; undefined if none are used. */
export function standInNote(name: string, template: Sourced): string | undefined {
  const standInTokens = standInsFor(template);
  if (standInTokens.length === 0) return undefined;
  const [names, tokens] = [0, 1].map((i) => standInTokens.map((one) => one[i]).join(' and '));
  const [them, are] = standInTokens.length > 1 ? ['them', 'are'] : ['it', 'is'];
  return `${name} uses ${names}, but no tokenizer_config.json next to it defines ${them}, so ${tokens} ${are} used instead`;
}

/** A note that says that undefined tokens are empty in an exact prompt; undefined if all tokens are defined. */
export function emptyNote(
  name: string,
  template: Sourced,
  variables: { has(token: string): boolean },
): string | undefined {
  const lacking = standInsFor(template).flatMap(([token]) => (variables.has(token) ? [] : token));
  if (lacking.length === 0) return undefined;
  const [are, them] = lacking.length > 1 ? ['them, so they are', 'them'] : ['it, so it is', 'it'];
  return `${name} uses ${lacking.join(' and ')}, but no tokenizer_config.json next to it defines ${are} empty in the prompt. Define ${them} with ${lacking.map((token) => `--set ${token}=…`).join(' ')}`;
}

/** The token that makes a template fail because the template's source defines no tokens. */
export function tokenLacking({ message }: TemplateError, template: Sourced): string | undefined {
  const [, name] = /^UndefinedError: '(\w+)' is undefined/.exec(message) ?? [];
  return standInsFor(template).find(([tokenName]) => tokenName === name)?.[0];
}

/** The reason why the token that `tokenLacking` returns is missing. */
export const whyLacking = 'no tokenizer_config.json next to the template defines it';
