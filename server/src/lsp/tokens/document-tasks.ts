/** The tasks that need a whole document: counting its messages, and finding those to remove if it is too long. */
import { openNamed } from '../../documents/document.ts';
import { countsOf } from '../../inspect/counts.ts';
import { fit } from '../../inspect/fit.ts';
import { sampleOf } from '../../tokens/sample.ts';
import { counter, remembering } from './counter.ts';
import type { FitAnswer, FitTask, JsonCount, JsonTask, Vocabulary } from './tasks.ts';

/**
 * The maximum length of JSON that is counted completely (UTF-16 units). For a longer document, a sample of its messages
 * is counted, and the rest is estimated.
 */
const MAX_EXACT_LENGTH = 10_000_000;

/** Counts the tokens of each message in a JSON document. */
export function countJson({
  uri,
  text,
  dialect,
  rowNames,
  vocabulary,
}: JsonTask & { vocabulary: Vocabulary }): JsonCount[] {
  const count = remembering(vocabulary);
  const step = Math.ceil(text.length / MAX_EXACT_LENGTH);
  const sampleTotals = { tokens: 0, length: 0 };
  let index = 0;
  /** For each message in order: whether its count is exact and, if it was not counted, its length. */
  const messageCounts: { exact: boolean; uncounted?: number }[] = [];
  const { messages } = countsOf(openNamed(uri, text, dialect, rowNames), (content) => {
    if (index++ % step > 0) {
      messageCounts.push({ exact: false, uncounted: content.length });
      return 0;
    }
    const { parts, factor } = sampleOf(content);
    const tokens = Math.round(factor * parts.reduce((sum, part) => sum + count(part), 0));
    messageCounts.push({ exact: factor === 1 });
    sampleTotals.tokens += tokens;
    sampleTotals.length += content.length;
    return tokens;
  });
  const each = sampleTotals.tokens / Math.max(1, sampleTotals.length);
  return messages.map(({ start, channel, tokens }, i) => {
    const { exact, uncounted } = messageCounts[i] as (typeof messageCounts)[number];
    return { start, channel, tokens: uncounted === undefined ? tokens : Math.round(each * uncounted), exact };
  });
}

/** Finds the messages to remove from a document so that it fits into a number of tokens. */
export function fitted({
  uri,
  text,
  dialect,
  rowNames,
  vocabulary,
  limit,
  strategy,
}: FitTask & { vocabulary: Vocabulary }): FitAnswer {
  const document = openNamed(uri, text, dialect, rowNames);
  const fitResult = fit(document, text, { limit, strategy, count: counter(vocabulary) });
  const { cuts, dropped, tokens, tooLarge, unread, whole } = fitResult;
  const most = tooLarge.reduce((max, one) => Math.max(max, one.tokens), 0);
  return { cuts, dropped, tokens, tooLarge: most, unread: unread.length, whole };
}
