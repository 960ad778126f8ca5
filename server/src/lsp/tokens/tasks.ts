/** The tasks of the thread that counts tokens, and its answers. */
import type { AnyDialectId } from '../../grammar/index.ts';
import type { Step } from '../../inspect/truncation-steps.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';
import type { Span } from '../../syntax/span.ts';
import type { EncodingName } from '../../tokens/names.ts';

/** The source of the tokens: an encoding, or the file of a tokenizer. */
export type Vocabulary =
  | { readonly encoding: EncodingName; readonly file?: undefined }
  | { readonly file: string; readonly encoding?: undefined };

/** Counts the tokens of each text. */
export interface TextsTask {
  readonly kind: 'texts';
  readonly texts: readonly string[];
}
interface OfDocument {
  readonly uri: string;
  readonly text: string;
  readonly dialect: AnyDialectId | undefined;
  /** The keys and role names used in the rows of the document. */
  readonly rowNames: RowNames | undefined;
}
/** Counts the messages of a JSON document. */
export interface JsonTask extends OfDocument {
  readonly kind: 'json';
}
/** Finds what to drop from a document so that it fits. */
export interface FitTask extends OfDocument {
  readonly kind: 'fit';
  readonly limit: number;
  readonly strategy: readonly Step[];
}
export type Task = (TextsTask | JsonTask | FitTask) & { readonly vocabulary: Vocabulary };

export interface JsonCount {
  readonly start: number;
  readonly channel: string | undefined;
  readonly tokens: number;
  readonly exact: boolean;
}

export interface FitAnswer {
  readonly cuts: readonly Span[];
  readonly dropped: number;
  readonly tokens: number;
  readonly tooLarge: number;
  readonly unread: number;
  readonly whole: boolean;
}
