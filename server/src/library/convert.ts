/** A document in another form. */
import { convertDocument } from '../convert/document.ts';
import { formOf, targetAliases, targetNames } from '../convert/forms.ts';
import { documentOf, type OpenDocument, open } from './document.ts';
import type { Offsets } from './types.ts';

/** The forms that `convert` writes. */
export const targets: readonly string[] = [...targetNames, ...targetAliases.keys()];

export interface ConvertOptions {
  /** The form to write, one of `targets`. */
  readonly to: string;
  /** The dialect of a text; without it, the text shows it. */
  readonly dialect?: string | undefined;
  /** The name or address of a text, whose ending says what it is. */
  readonly uri?: string | undefined;
  /** Only what end users see. */
  readonly public?: boolean | undefined;
  /** A prompt for the model to continue, without the reasoning of completed turns, by the rules of 2.2 or of Harmony. */
  readonly forSampling?: 'ocm' | 'harmony' | undefined;
  /** A row to train on: with its last answer, or a row for each answer. */
  readonly forTraining?: 'last' | 'each' | undefined;
}

/** Something that was lost, or that keeps the form from being written. `start` and `end` are UTF-16 offsets of the source. */
export interface ConvertNote extends Offsets {
  /** `refused`: there is no output because of this. */
  readonly kind: 'loss' | 'warning' | 'refused';
  readonly message: string;
}

/** `text` for forms of text, `value` for those of JSON; neither, if a note refuses. */
export interface Converted {
  readonly text?: string;
  readonly value?: unknown;
  readonly notes: readonly ConvertNote[];
}

/** Converts a text, or a document that `open` returned. What is lost is in the notes. Throws an `Error` if there is no form of that name. */
export function convert(source: string | OpenDocument, options: ConvertOptions): Converted {
  const { dialect, uri, forSampling, forTraining } = options;
  const to = targetNames.find((name) => name === options.to) ?? targetAliases.get(options.to);
  if (to === undefined)
    throw new Error(`There is no format ${options.to}. The known formats are ${targets.join(', ')}`);
  const document = documentOf(typeof source === 'string' ? open(source, { dialect, uri }) : source);
  const { output, notes } = convertDocument(document, {
    ...{ to, from: formOf(document.dialect), public: options.public === true },
    ...{ sampling: forSampling, training: forTraining, keepNames: false, bos: undefined },
  });
  const told = notes.map(({ kind, message, start, end }) => ({ kind, message, start, end }));
  if (output === undefined) return { notes: told };
  return 'text' in output ? { text: output.text, notes: told } : { value: output.value, notes: told };
}
