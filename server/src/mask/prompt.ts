/** Renders and tokenizes the prompts of a row, in the same way as `apply_chat_template`. */
import { TemplateError } from '../templates/jinja/errors.ts';
import type { Limits } from '../templates/jinja/runtime/budget.ts';
import { plain, type Text } from '../templates/jinja/runtime/text.ts';
import type { Value } from '../templates/jinja/runtime/values.ts';
import { mapOf } from '../templates/spans.ts';
import type { Template } from '../templates/template.ts';
import { placedTokens, type TokenPlaces } from '../tokens/places.ts';
import type { FileTokenizer } from '../tokens/tokenizer-file.ts';
import type { Row } from './row.ts';
import { type MaskEvent, noLabels, RefusedRow, type Sequence, UncertainMask } from './sequence.ts';

/** The template and the tokenizer with which prompts are made. */
export interface MaskSetting {
  readonly template: Template;
  readonly tokenizer: FileTokenizer;
  /** Variables from the tokenizer's configuration: `bos_token`, `eos_token` and the like. */
  readonly variables: ReadonlyMap<string, Value>;
  readonly clock?: Date | undefined;
  readonly limits?: Limits | undefined;
}

export interface Rendered {
  readonly text: string;
  readonly traced: Text;
  readonly ids: readonly number[];
  readonly places: TokenPlaces | undefined;
  readonly approximate: boolean;
  readonly generations: readonly { readonly start: number; readonly end: number }[];
}

interface RenderChoice {
  /** The variables of the template besides `messages`: `tools`, and those in `chat_template_kwargs`. */
  readonly more?: ReadonlyMap<string, Value>;
  readonly generationPrompt?: boolean;
}

/** Renders messages as text. Throws a `RefusedRow` if the template raises an error. */
export function renderText(
  { template, variables, clock, limits }: MaskSetting,
  messages: readonly Value[],
  { more, generationPrompt = false }: RenderChoice = {},
) {
  const templateVariables = new Map<string, Value>([
    ...variables,
    ['add_generation_prompt', generationPrompt],
    ...(more ?? []),
    ['messages', [...messages]],
  ]);
  try {
    return template.render(templateVariables, { traces: true, ...(clock && { clock }), ...(limits && { limits }) });
  } catch (error) {
    // The limits are this project's own. Without them, the trainer might render the template successfully.
    if (error instanceof TemplateError && error.fault === 'budget') throw new UncertainMask(error.message);
    if (error instanceof TemplateError) throw new RefusedRow(error.message);
    throw error;
  }
}

export function render(setting: MaskSetting, messages: readonly Value[], choice?: RenderChoice): Rendered {
  const { text: traced, generations = [] } = renderText(setting, messages, choice);
  const text = plain(traced);
  return { text, traced, generations, ...placedTokens(text, setting.tokenizer) };
}

/** Encodes a text that is not a rendered conversation, together with the tokens that the tokenizer adds before and after it. */
export function encodeText(setting: MaskSetting, traced: Text): Rendered {
  const text = plain(traced);
  const { before, after } = setting.tokenizer.traits;
  const { ids, places, approximate } = placedTokens(text, setting.tokenizer);
  if (before.length + after.length === 0) return { text, traced, ids, places, approximate, generations: [] };
  const count = before.length + ids.length + after.length;
  const [starts, ends] = [new Int32Array(count), new Int32Array(count)];
  if (places) {
    starts.set(places.starts, before.length);
    ends.set(places.ends, before.length);
    starts.fill(text.length, before.length + ids.length);
    ends.fill(text.length, before.length + ids.length);
  }
  return {
    text,
    traced,
    approximate,
    generations: [],
    ids: [...before, ...ids, ...after],
    places: places && { starts, ends },
  };
}

/** Creates a sequence in which no token is trained yet. */
export function sequenceOf(
  { text, traced, ids, places, approximate }: Rendered,
  { sources }: Row,
  events: readonly MaskEvent[] = [],
  part?: string,
): Sequence {
  const mapped = mapOf(traced, sources, []).mapped as Sequence['mapped'];
  return { text, ids, places, approximate, mapped, labels: noLabels(ids), events, ...(part !== undefined && { part }) };
}

/** Returns the id of an added token, or of a text that is a single token; undefined if the text has several tokens. */
export function idOf(token: string, { traits, words }: FileTokenizer): number | undefined {
  const addedId = traits.addedIds.get(token);
  if (addedId !== undefined) return addedId;
  const { ids } = words(token);
  return ids.length === 1 ? ids[0] : undefined;
}
