/** The loss mask of a row. */

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

/** The trainers whose masks are known. */
export const trainers: readonly string[] = [...known.keys()];

export interface MaskOptions {
  /** One of `trainers`. */
  readonly trainer: string;
  /** The Jinja source of the chat template, or the name of a bundled one. */
  readonly template: string;
  /** The text of the model's `tokenizer.json`. */
  readonly tokenizer: string;
  /** Special tokens as `tokenizer_config.json` names them, such as `bos_token`. */
  readonly specialTokens?: Readonly<Record<string, string>> | undefined;
  /** Options of the trainer, with the trainer's own names. */
  readonly options?: Readonly<Record<string, OptionValue>> | undefined;
  /** How many tokens a sequence may have. */
  readonly maxLength?: number | undefined;
}

/** A sequence that the trainer is given: a number and a label for each token; -100 is not trained. */
export interface MaskedSequence {
  readonly ids: readonly number[];
  readonly labels: readonly number[];
  readonly text: string;
}

export interface Masked {
  readonly sequences: readonly MaskedSequence[];
  /** Why the trainer stops at the row, leaves it out, or why no mask is made. */
  readonly refused?: string;
  readonly dropped?: string;
  readonly uncertain?: string;
  /** The problems of the mask: `rules()` says more about each code. */
  readonly findings: readonly { readonly code: string; readonly message: string }[];
}

/**
 * Loads what makes masks, once for a data set. The function that it gives takes rows, each a line of JSON; by the first one it is given, trainers
 * decide for all. Throws an `Error` with a message for users where an option, the template or the tokenizer is not valid.
 */
export async function mask(options: MaskOptions): Promise<(row: string) => Masked> {
  const { trainer, template, tokenizer, maxLength } = options;
  const { options: own, special } = layeredOptions([{ from: '', options: Object.entries(options.options ?? {}) }]);
  const named = Object.entries(options.specialTokens ?? {}).map(([name, token]) => [name, valueOfData(token)] as const);
  const profile = await loadMaskProfile(
    {
      ...{ trainer, template, tokenizer: '', custom: {}, options: [...own], special: [...special] },
      ...(maxLength !== undefined && { limit: maxLength }),
    },
    {
      template: async (source) =>
        chatTemplates.get(source) ?? modelTemplate(source) ?? jinjaTemplate('template', source),
      tokenizer: async () => withSegments(readTokenizer(tokenizer)),
      specialTokens: () => new Map(named),
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
