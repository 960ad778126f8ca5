/**
 * The template registry of the sources: four named templates in a fixed order, and the templates of a
 * configuration.
 */
import { templates as facts } from '../../grammar/template-names.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { TemplateError } from '../jinja/errors.ts';
import { plain } from '../jinja/runtime/text.ts';
import type { Value } from '../jinja/runtime/values.ts';
import type { Prompt, RenderOptions, Template, Variables } from '../template.ts';
import { forgedBy, whyForged, whyLossy } from './losses.ts';
import { messagesOf } from './messages.ts';
import { formatPattern, type Pattern, type PatternMessage } from './pattern.ts';

export interface ChatTemplate extends Template {
  readonly kind: 'pattern';
  readonly pattern: Pattern;
  /** Formats messages as one prompt. The prompt ends with the generation prompt, unless the option switches that off. */
  format(messages: readonly PatternMessage[], options?: { readonly addGenerationPrompt?: boolean }): string;
}

const patterns: Readonly<Record<string, Pattern>> = {
  simple: { message: '{content}', separator: '\n\n', generation: '', skipEmpty: true },
  openai: { message: '{Role}: {content}', separator: '\n\n', generation: 'Assistant:' },
  llama: {
    begin: '<|begin_of_text|>',
    message: '<|start_header_id|>{role}<|end_header_id|>\n\n{content}<|eot_id|>',
    generation: '<|start_header_id|>assistant<|end_header_id|>\n\n',
  },
  chatml: {
    message: '<|im_start|>{role}\n{content}<|im_end|>',
    separator: '\n',
    generation: '<|im_start|>assistant\n',
  },
};

/** The templates of the sources. */
export const chatTemplates: ReadonlyMap<string, ChatTemplate> = new Map(
  facts.map(({ name, markers }) => [name, patternTemplate(name, getOwn(patterns, name) as Pattern, markers)]),
);

/**
 * The template that a configuration `{"name": …}` selects. Throws an error with the names of all templates if there is no such
 * template.
 */
export function createChatTemplate(config: unknown, custom: ReadonlyMap<string, Pattern> = new Map()): ChatTemplate {
  const name = typeof config === 'object' && config !== null && 'name' in config ? config.name : undefined;
  const mine = typeof name === 'string' ? custom.get(name) : undefined;
  if (mine) return patternTemplate(name as string, mine, markersOf(mine));
  const chatTemplate = typeof name === 'string' ? chatTemplates.get(name) : undefined;
  if (chatTemplate) return chatTemplate;
  const templateNames = [...chatTemplates.keys(), ...custom.keys()].join(', ');
  throw new Error(
    name === undefined
      ? `choose a template by name: ${templateNames}`
      : `there is no template ${JSON.stringify(name)}; the templates are ${templateNames}`,
  );
}

/** Returns the configuration that an argument specifies, either by a name or as JSON, `{"name": …}` (TPL-15). */
export function configOf(argument: string): unknown {
  if (!argument.trimStart().startsWith('{')) return { name: argument };
  try {
    return JSON.parse(argument);
  } catch {
    throw new Error(`this is not a configuration such as {"name": "chatml"}: ${argument}`);
  }
}

function patternTemplate(name: string, pattern: Pattern, markers: readonly string[]): ChatTemplate {
  return {
    name,
    kind: 'pattern',
    text: pattern.message,
    markers,
    pattern,
    variables: new Map<string, Value>(),
    format: (messages, { addGenerationPrompt = true } = {}) =>
      plain(formatPattern(pattern, messages, addGenerationPrompt)),
    render: (variables, _options?: RenderOptions) => renderPattern(name, pattern, variables),
  };
}

/** Returns the parts of a pattern that look like tokens. */
function markersOf({ begin = '', message, generation }: Pattern): string[] {
  const tokens = `${begin} ${message} ${generation}`.match(/<\|?[^<>{}\s]+\|?>|\[\/?[A-Z_]+\]/g) ?? [];
  return [...new Set(tokens)];
}

/**
 * Describes why the prompt cannot be read back (TPL-23, TPL-24). Each description begins with the severity and the code that `check`
 * reports for it.
 */
function losses(name: string, pattern: Pattern, messages: readonly PatternMessage[]): string[] {
  const lossy = messages.length > 0 ? whyLossy(name, pattern) : undefined;
  if (lossy !== undefined) return [`information template-lossy: ${lossy}`];
  const forged = forgedBy(pattern);
  if (forged === undefined) return [];
  return messages.flatMap(({ content }, i) => {
    const words = [...new Set(plain(content).match(forged) ?? [])];
    return words.map((word) => `warning template-lossy: message ${i + 1}: ${whyForged(name, word)}`);
  });
}

function renderPattern(name: string, pattern: Pattern, variables: Variables): Prompt {
  const { messages, notes } = messagesOf(variables.get('messages'));
  const addGenerationPrompt = variables.get('add_generation_prompt') ?? true;
  if (typeof addGenerationPrompt !== 'boolean')
    throw new TemplateError('failed', 'add_generation_prompt must be true or false', 0);
  return {
    text: formatPattern(pattern, messages, addGenerationPrompt),
    clock: undefined,
    notes: [...notes, ...losses(name, pattern, messages)],
  };
}
