/** Counts tokens in a separate thread, and finds the messages to remove from a document that is too long. */
import { basename } from 'node:path';
import { openNamed } from '../../documents/document.ts';
import type { AnyDialectId } from '../../grammar/index.ts';
import { countsOf } from '../../inspect/counts.ts';
import { fit } from '../../inspect/fit.ts';
import type { Step } from '../../inspect/truncation-steps.ts';
import type { RowNames } from '../../syntax/json/row-names.ts';
import type { Span } from '../../syntax/span.ts';
import { countTokens, encodings } from '../../tokens/encodings.ts';
import type { EncodingName } from '../../tokens/names.ts';
import { sampleOf } from '../../tokens/sample.ts';
import { serveJobs } from '../workshop/port.ts';
import { tokenizerAt } from './tokenizer.ts';

/** The source of the tokens: an encoding, or the file of a tokenizer. */
export type Vocabulary =
  | { readonly encoding: EncodingName; readonly file?: undefined }
  | { readonly file: string; readonly encoding?: undefined };

/** Counts the tokens of each text. */
interface TextsTask {
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
interface JsonTask extends OfDocument {
  readonly kind: 'json';
}
/** Finds what to drop from a document so that it fits. */
interface FitTask extends OfDocument {
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

type Count = (text: string) => number;

function counter({ encoding, file }: Vocabulary): Count {
  if (encoding !== undefined) return (text) => countTokens(text, encodings[encoding]);
  try {
    return tokenizerAt(file).count;
  } catch (error) {
    throw new Error(`${basename(file)} cannot be used as a tokenizer: ${(error as Error).message}.`);
  }
}

/** The maximum length of texts cached with their counts (UTF-16 units), since every edit of a document requests most of them again. */
const MAX_CACHED_LENGTH = 20_000_000;
let kept = { vocabulary: '', counts: new Map<string, number>(), length: 0 };

function remembering(vocabulary: Vocabulary): Count {
  const count = counter(vocabulary);
  const name = JSON.stringify(vocabulary);
  if (kept.vocabulary !== name || kept.length > MAX_CACHED_LENGTH)
    kept = { vocabulary: name, counts: new Map(), length: 0 };
  return (text) => {
    let found = kept.counts.get(text);
    if (found === undefined) {
      found = count(text);
      kept.counts.set(text, found);
      kept.length += text.length;
    }
    return found;
  };
}

/**
 * The maximum length of JSON that is counted completely (UTF-16 units). In a longer document, some messages are counted, and the rest is
 * estimated from these.
 */
const MAX_EXACT_LENGTH = 10_000_000;

function countJson({ uri, text, dialect, rowNames, vocabulary }: JsonTask & { vocabulary: Vocabulary }): JsonCount[] {
  const count = remembering(vocabulary);
  const step = Math.ceil(text.length / MAX_EXACT_LENGTH);
  const known = { tokens: 0, length: 0 };
  let index = 0;
  /** For each message in order: whether its count is exact, and its length if it was not counted. */
  const made: { exact: boolean; uncounted?: number }[] = [];
  const { messages } = countsOf(openNamed(uri, text, dialect, rowNames), (content) => {
    if (index++ % step > 0) {
      made.push({ exact: false, uncounted: content.length });
      return 0;
    }
    const { parts, factor } = sampleOf(content);
    const tokens = Math.round(factor * parts.reduce((sum, part) => sum + count(part), 0));
    made.push({ exact: factor === 1 });
    known.tokens += tokens;
    known.length += content.length;
    return tokens;
  });
  const each = known.tokens / Math.max(1, known.length);
  return messages.map(({ start, channel, tokens }, i) => {
    const { exact, uncounted } = made[i] as (typeof made)[number];
    return { start, channel, tokens: uncounted === undefined ? tokens : Math.round(each * uncounted), exact };
  });
}

function fitted({
  uri,
  text,
  dialect,
  rowNames,
  vocabulary,
  limit,
  strategy,
}: FitTask & { vocabulary: Vocabulary }): FitAnswer {
  const document = openNamed(uri, text, dialect, rowNames);
  const found = fit(document, text, { limit, strategy, count: counter(vocabulary) });
  const { cuts, dropped, tokens, tooLarge, unread, whole } = found;
  const most = tooLarge.reduce((max, one) => Math.max(max, one.tokens), 0);
  return { cuts, dropped, tokens, tooLarge: most, unread: unread.length, whole };
}

function answer(task: Task): unknown {
  if (task.kind === 'json') return countJson(task);
  if (task.kind === 'fit') return fitted(task);
  return task.texts.map(counter(task.vocabulary));
}

serveJobs<Task>(async ({ id, task }) => {
  try {
    return { id, result: answer(task) };
  } catch (error) {
    return { id, error: (error as Error).message };
  }
});
