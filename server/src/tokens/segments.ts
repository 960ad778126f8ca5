/**
 * Adds a cache to a tokenizer for the tokens of the segments between added tokens. The same segments recur in conversations. Some trainers
 * encode the beginning of a conversation again for each of its messages.
 */
import { Splitter } from './file/splitter.ts';
import { EncodedText } from './text-beginning.ts';
import type { FileTokenizer, TokenWords } from './tokenizer-file.ts';

/** The maximum number of cached segments, and the maximum length of one (UTF-16 units). */
const MAX_SEGMENTS = 10_000;
const MAX_SEGMENT_LENGTH = 4096;
/**
 * The maximum total length of the cached segments (UTF-16 units). Each character takes about 20 bytes, including
 * tokens, so a large data set would otherwise take hundreds of megabytes.
 */
const MAX_KEPT_LENGTH = 1 << 19;

/** The maximum length of a text whose tokens are kept until the next text, which may have the same beginning (UTF-16 units). */
const MAX_LAST_LENGTH = 4_000_000;

/** Returns the tokenizer with a cache. Returns it unchanged if the tokens of a segment can depend on the text around the segment. */
export function withSegments(tokenizer: FileTokenizer): FileTokenizer {
  const { added, spelling } = tokenizer.traits;
  const tokens = [...added.values()];
  // Segments depend on each other if an added token includes the spaces around it, or is searched for in normalized
  // text.
  const isIndependent = tokens.every(
    ({ lstrip, rstrip, normalized }) => lstrip !== true && rstrip !== true && normalized !== true,
  );
  if (spelling !== 'bytes' || tokens.length === 0 || !isIndependent) return tokenizer;
  const splitter = new Splitter(tokens.map(({ content }) => content));
  const ids = new Map(tokens.map(({ content, id }) => [content, id]));
  const segments = new Map<string, TokenWords>();
  let keptLength = 0;
  let last = new EncodedText('', [], [], [], [], undefined);
  const maxTokenLength = tokens.reduce((most, { content }) => Math.max(most, content.length), 0);
  const wordsOf = (segment: string): TokenWords => {
    const cachedWords = segments.get(segment);
    if (cachedWords !== undefined) return cachedWords;
    const tokenWords = tokenizer.words(segment);
    if (segment.length <= MAX_SEGMENT_LENGTH) {
      keptLength += segment.length;
      if (segments.size >= MAX_SEGMENTS || keptLength > MAX_KEPT_LENGTH) {
        segments.clear();
        keptLength = segment.length;
      }
      segments.set(detached(segment), tokenWords);
    }
    return tokenWords;
  };
  return {
    ...tokenizer,
    words(text) {
      const same = last.commonTokens(text, maxTokenLength);
      const ends = last.ends.slice(0, same);
      const counts = last.counts.slice(0, same);
      const all = last.ids.slice(0, counts.at(-1) ?? 0);
      const words = last.words.slice(0, all.length);
      let dividedAt = last.dividedAt !== undefined && last.dividedAt < same ? last.dividedAt : undefined;
      let end = ends.at(-1) ?? 0;
      for (const segment of splitter.split(text.slice(end))) {
        const id = ids.get(segment);
        end += segment.length;
        if (id !== undefined) {
          all.push(id);
          words.push(segment);
          ends.push(end);
          counts.push(all.length);
          continue;
        }
        const tokenWords = wordsOf(segment);
        if (tokenWords.divided) dividedAt ??= ends.length;
        for (const one of tokenWords.ids) all.push(one);
        for (const one of tokenWords.words) words.push(one);
      }
      if (text.length <= MAX_LAST_LENGTH) last = new EncodedText(text, all, words, ends, counts, dividedAt);
      return { ids: all, words, divided: dividedAt !== undefined };
    },
  };
}

/** Copies a substring, because the original would keep the whole text in memory. */
const detached = (part: string): string => ` ${part}`.slice(1);
