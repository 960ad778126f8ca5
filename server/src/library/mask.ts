/** Computes the loss mask of a row. */

import { maskerOf } from '../mask/mask.ts';
import { layeredOptions } from '../mask/option-layers.ts';
import { loadMaskProfile } from '../mask/profile.ts';
import { trainers as known } from '../mask/trainers/index.ts';
import { jinjaTemplate } from '../templates/jinja-template.ts';
import { modelTemplate } from '../templates/models/index.ts';
import { chatTemplates } from '../templates/registry/index.ts';
import { valueOfData } from '../templates/values.ts';
import { withSegments } from '../tokens/segments.ts';
import { readTokenizer } from '../tokens/tokenizer-file.ts';

/** The value of a trainer's option. */
export type OptionValue =
  | null
  | boolean
  | number
  | string
  | readonly OptionValue[]
  | { readonly [key: string]: OptionValue };

/** The trainers for which masks can be created. */
export const trainers: readonly string[] = [...known.keys()];

export interface MaskOptions {
  /** One of `trainers`. */
  readonly trainer: string;
  /** The Jinja source of the chat template, or the name of a bundled template. */
  readonly template: string;
  /** The text of the model's `tokenizer.json`. */
  readonly tokenizer: string;
  /** Special tokens, by the names that they have in `tokenizer_config.json`, such as `bos_token`. */
  readonly specialTokens?: Readonly<Record<string, string>> | undefined;
  /** The options of the trainer, by the names that the trainer uses. */
  readonly options?: Readonly<Record<string, OptionValue>> | undefined;
  /** The maximum number of tokens in a sequence. */
  readonly maxLength?: number | undefined;
}

/** A sequence as the trainer receives it: an id and a label for each token. A token with the label -100 is not trained. */
export interface MaskedSequence {
  readonly ids: readonly number[];
  readonly labels: readonly number[];
  readonly text: string;
}

export interface Masked {
  readonly sequences: readonly MaskedSequence[];
  /**
   * The reason why the trainer stops at the row (`refused`) or drops it (`dropped`), or why its mask cannot be
   * determined (`uncertain`).
   */
  readonly refused?: string;
  readonly dropped?: string;
  readonly uncertain?: string;
  /** The problems of the mask. `rules()` describes their codes. */
  readonly findings: readonly { readonly code: string; readonly message: string }[];
}

/**
 * Loads the template and the tokenizer once for a whole data set. The returned function takes a row as a line of JSON.
 * Some trainers decide by the first row how they treat all rows. Throws an `Error` with a message for users if an
 * option, the template or the tokenizer is invalid.
 */
export async function mask(options: MaskOptions): Promise<(row: string) => Masked> {
  const { trainer, template, tokenizer, maxLength } = options;
  const { options: trainerOptions, special } = layeredOptions([
    { from: '', options: Object.entries(options.options ?? {}) },
  ]);
  const tokenEntries = Object.entries(options.specialTokens ?? {}).map(
    ([name, token]) => [name, valueOfData(token)] as const,
  );
  const profile = await loadMaskProfile(
    {
      trainer,
      template,
      tokenizer: '',
      custom: {},
      options: [...trainerOptions],
      special: [...special],
      ...(maxLength !== undefined && { limit: maxLength }),
    },
    {
      template: async (source) =>
        chatTemplates.get(source) ?? modelTemplate(source) ?? jinjaTemplate('template', source),
      tokenizer: async () => withSegments(readTokenizer(tokenizer)),
      specialTokens: () => new Map(tokenEntries),
    },
  );
  let masker: ReturnType<typeof maskerOf> | undefined;
  return (row) => {
    masker ??= maskerOf(profile, row);
    const { sequences, findings, refused, dropped, uncertain, unmade } = masker.row(row);
    const why = uncertain ?? unmade;
    return {
      sequences: sequences.map(({ ids, labels, text }) => ({ ids, labels, text })),
      ...(refused !== undefined && { refused }),
      ...(dropped !== undefined && { dropped }),
      ...(why !== undefined && { uncertain: why }),
      findings: findings.map(({ code, message }) => ({ code, message })),
    };
  };
}
