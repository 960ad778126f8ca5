/** Determines which tokens of a sequence remain if it is too long for a trainer. */
import { IGNORED, type Sequence } from './sequence.ts';
import type { LengthRule } from './trainers/trainer.ts';

export interface LengthCut {
  /** The spans of tokens that remain, in order. */
  readonly stretches: readonly (readonly [from: number, to: number])[];
  readonly cut: boolean;
  readonly dropped?: string;
  readonly refused?: string;
}

export function keptOf({ ids, labels }: Sequence, { limit, over, least }: LengthRule): LengthCut {
  const all: LengthCut = { stretches: [[0, ids.length]], cut: false };
  if (least !== undefined && ids.length < least)
    return { ...all, dropped: `Dropped 1 sequences outside valid range: ${ids.length} tokens, fewer than ${least}` };
  if (limit === undefined || ids.length <= limit) return all;
  switch (over) {
    case 'right':
      return { stretches: [[0, limit]], cut: true };
    case 'left':
      return { stretches: [[ids.length - limit, ids.length]], cut: true };
    case 'row-by-prompt': {
      const prompt = labels.findIndex((label) => label !== IGNORED);
      if (prompt >= limit || prompt < 0)
        return {
          ...all,
          dropped: `the prompt alone has ${prompt < 0 ? ids.length : prompt} tokens, but only ${limit} are allowed (the trainer does not report this)`,
        };
      return { stretches: [[0, limit]], cut: true };
    }
    case 'raise':
      return { ...all, refused: `ValueError: a sequence has ${ids.length} tokens, more than ${limit}` };
    case 'llama-factory':
      return { stretches: shared(labels, limit), cut: true };
    default:
      return { ...all, dropped: `Dropped 1 sequences outside valid range: ${ids.length} tokens, more than ${limit}` };
  }
}

/**
 * Divides the remaining length, in tokens, between a question and its answer, in the same way as LLaMA-Factory. If one
 * of them does not fit into its share, its end is cut off.
 */
export function shareLength(source: number, target: number, length: number): readonly [source: number, target: number] {
  let most: number;
  if (target * 2 < length) most = length;
  else if (source * 2 < length) most = length - source;
  else most = Math.floor(length * (target / (source + target)));
  const answer = Math.min(most, target);
  return [Math.min(Math.max(length - answer, 0), source), answer];
}

/** Returns the spans that remain: pairs of a question (untrained tokens) and an answer (trained tokens), until `limit` tokens are kept. */
function shared(labels: readonly number[], limit: number): (readonly [number, number])[] {
  const spans: (readonly [number, number])[] = [];
  let total = 0;
  for (let at = 0; at < labels.length && total < limit; ) {
    const start = at;
    while (at < labels.length && labels[at] === IGNORED) at++;
    const middle = at;
    while (at < labels.length && labels[at] !== IGNORED) at++;
    const [source, target] = shareLength(middle - start, at - middle, limit - total);
    if (source > 0) spans.push([start, start + source]);
    if (target > 0) spans.push([middle, middle + target]);
    total += source + target;
  }
  return spans;
}
