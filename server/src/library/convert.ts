/** Converts a document to another format. */
import { convertDocument } from '../convert/document.ts';
import { formOf, targetAliases, targetNames } from '../convert/forms.ts';
import { documentOf, type OpenDocument, open } from './document.ts';
import type { Offsets } from './types.ts';

/** The formats that `convert` writes. */
export const targets: readonly string[] = [...targetNames, ...targetAliases.keys()];

export interface ConvertOptions {
  /** The format to write, one of `targets`. */
  readonly to: string;
  /** The dialect of a source that is a text; by default, it is detected. */
  readonly dialect?: string | undefined;
  /** The name or address of a source that is a text; its extension indicates the file type. */
  readonly uri?: string | undefined;
  /** Convert only the part that end users see. */
  readonly public?: boolean | undefined;
  /**
   * Write a prompt for the model to continue. The reasoning of completed turns is dropped, by the rules of OpenChatML
   * 2.2 (`ocm`) or of Harmony.
   */
  readonly forSampling?: 'ocm' | 'harmony' | undefined;
  /** Write training rows: a single row that trains the last answer, or one row for each answer. */
  readonly forTraining?: 'last' | 'each' | undefined;
}

/** A note on content that the conversion loses, or on a reason why it fails. `start` and `end` are UTF-16 offsets in the source. */
export interface ConvertNote extends Offsets {
  /** `refused`: the document cannot be converted, for the reason in the message. */
  readonly kind: 'loss' | 'warning' | 'refused';
  readonly message: string;
}

/** The result of a conversion: `text` for text formats, `value` for JSON formats, or neither if one of the notes is `refused`. */
export interface Converted {
  readonly text?: string;
  readonly value?: unknown;
  readonly notes: readonly ConvertNote[];
}

/** Converts a text, or a document from `open`. The notes list what is lost. Throws an `Error` if there is no format with this name. */
export function convert(source: string | OpenDocument, options: ConvertOptions): Converted {
  const { dialect, uri, forSampling, forTraining } = options;
  const to = targetNames.find((name) => name === options.to) ?? targetAliases.get(options.to);
  if (to === undefined)
    throw new Error(`There is no format ${options.to}. The known formats are ${targets.join(', ')}`);
  const document = documentOf(typeof source === 'string' ? open(source, { dialect, uri }) : source);
  const { output, notes } = convertDocument(document, {
    to,
    from: formOf(document.dialect),
    public: options.public === true,
    sampling: forSampling,
    training: forTraining,
    keepNames: false,
    bos: undefined,
  });
  const conversionNotes = notes.map(({ kind, message, start, end }) => ({ kind, message, start, end }));
  if (output === undefined) return { notes: conversionNotes };
  return 'text' in output
    ? { text: output.text, notes: conversionNotes }
    : { value: output.value, notes: conversionNotes };
}
