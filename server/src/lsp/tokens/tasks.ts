/** The tasks of the thread that counts tokens, and its answers. */
import type { AnyDialectId } from '../../grammar/index.ts';
import type { Step } from '../../inspect/truncation-steps.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';
import type { Span } from '../../syntax/span.ts';
import type { EncodingName } from '../../tokens/names.ts';

/** A vocabulary: a built-in encoding, or the file of a tokenizer. */
export type Vocabulary =
  | { readonly encoding: EncodingName; readonly file?: undefined }
  | { readonly file: string; readonly encoding?: undefined };

/** A task that counts the tokens of each text. */
export interface TextsTask {
  readonly kind: 'texts';
  readonly texts: readonly string[];
}
interface OfDocument {
  readonly uri: string;
  readonly text: string;
  readonly dialect: AnyDialectId | undefined;
  /** The names of fields and roles in the rows of the document. */
  readonly rowNames: RowNames | undefined;
}
/** A task that counts the tokens of each message in a JSON document. */
export interface JsonTask extends OfDocument {
  readonly kind: 'json';
}
/** A task that finds the messages to remove from a document so that it fits into a number of tokens. */
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
