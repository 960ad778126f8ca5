/** Determines which tokens of a message's content axolotl trains if the row specifies spans of the content to train. */
import { placedTokens } from '../../tokens/places.ts';
import type { FileTokenizer } from '../../tokens/tokenizer-file.ts';
import { UncertainMask } from '../sequence.ts';
import type { TrainDetail } from './axolotl-turns.ts';

/** Returns for each token of a text whether it is trained. The text is encoded alone, without the rest of the prompt. */
export function detailTokens(text: string, details: readonly TrainDetail[], tokenizer: FileTokenizer): boolean[] {
  const { ids, places } = placedTokens(text, tokenizer);
  if (places === undefined) throw new UncertainMask('token positions are uncertain with this tokenizer');
  const counts = pointCounts(text);
  const spans = ids.map(
    (_, i) => [counts[places.starts[i] as number], counts[places.ends[i] as number]] as [number, number],
  );
  const trained = new Array<boolean>(ids.length).fill(false);
  for (const detail of details) {
    if (!detail.train) continue;
    const [begin, end] = onTokens(detail, spans);
    for (const [i, [from, to]] of spans.entries()) if (from >= begin && to <= end + 1) trained[i] = true;
  }
  return trained;
}

/** Extends a span to the boundaries of tokens. */
function onTokens({ begin, end }: TrainDetail, spans: readonly (readonly [number, number])[]): [number, number] {
  let first = spans.findIndex(([from]) => from >= begin);
  if (first < 0) first = spans.length;
  const before = spans[first - 1];
  if (before !== undefined && before[1] > begin) first--;
  let last = spans.findLastIndex(([, to]) => to <= end + 1);
  const after = spans[last + 1];
  if (after !== undefined && after[0] < end) last++;
  if (first > last) return [0, -1];
  return [(spans[first] as readonly [number, number])[0], (spans[last] as readonly [number, number])[1] - 1];
}

/** Returns the number of code points before each UTF-16 offset. */
function pointCounts(text: string): Int32Array {
  const counts = new Int32Array(text.length + 1);
  let [at, count] = [0, 0];
  for (const character of text) {
    counts.fill(count, at, at + character.length);
    at += character.length;
    count++;
  }
  counts[at] = count;
  return counts;
}
