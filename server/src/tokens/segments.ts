/**
 * A tokenizer that caches the tokens of segments between added tokens: the same segments recur in conversations, and
 * some trainers encode the beginning of a conversation again for each of its messages.
 */
import { Splitter } from './file/splitter.ts';
import { EncodedText } from './text-beginning.ts';
import type { FileTokenizer, TokenWords } from './tokenizer-file.ts';

/** The maximum number of cached segments, the length of one, and the total length (UTF-16 units). */
const MAX_SEGMENTS = 10_000;
const MAX_SEGMENT_LENGTH = 4096;
/** A cached character takes about 20 bytes, including its tokens: without this limit, a large data set would take hundreds of megabytes. */
const MAX_KEPT_LENGTH = 1 << 19;

/** The maximum length of a text whose tokens are kept for the next text, which may have the same beginning (UTF-16 units). */
const MAX_LAST_LENGTH = 4_000_000;

/** Returns the tokenizer with a cache, or unchanged if the tokens of a segment can depend on the text around it. */
export function withSegments(tokenizer: FileTokenizer): FileTokenizer {
  const { added, spelling } = tokenizer.traits;
  const tokens = [...added.values()];
  // If an added token includes surrounding spaces, or is searched for in normalized text, segments are not independent of each other.
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
    const known = segments.get(segment);
    if (known !== undefined) return known;
    const found = tokenizer.words(segment);
    if (segment.length <= MAX_SEGMENT_LENGTH) {
      keptLength += segment.length;
      if (segments.size >= MAX_SEGMENTS || keptLength > MAX_KEPT_LENGTH) {
        segments.clear();
        keptLength = segment.length;
      }
      segments.set(detached(segment), found);
    }
    return found;
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
        const found = wordsOf(segment);
        if (found.divided) dividedAt ??= ends.length;
        for (const one of found.ids) all.push(one);
        for (const one of found.words) words.push(one);
      }
      if (text.length <= MAX_LAST_LENGTH) last = new EncodedText(text, all, words, ends, counts, dividedAt);
      return { ids: all, words, divided: dividedAt !== undefined };
    },
  };
}

/** Copies a substring, which otherwise would keep the whole text in memory. */
const detached = (part: string): string => ` ${part}`.slice(1);
