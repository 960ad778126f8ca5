/** `ocml mask --row N`: the prompt of a row, with what is trained. */
import type { MaskedRow, MaskedSequence } from '../../mask/mask.ts';
import { writeDocument } from '../output.ts';

/** Writes the prompts of a row. What is trained is between « and »; where the rest is cut, a line says so. */
export async function showRow({ sequences, refused, uncertain }: MaskedRow): Promise<void> {
  const why = refused ?? uncertain;
  if (why !== undefined) await writeDocument(`There is no mask: ${why}\n`);
  for (const sequence of sequences) {
    const { part } = sequence;
    if (part !== undefined) await writeDocument(`── ${part}\n`);
    await writeDocument(`${marked(sequence)}\n`);
  }
}

function marked({ text, places, tokens, ids, length }: MaskedSequence): string {
  if (places === undefined) {
    const trained = tokens.filter((token) => token.trained).length;
    return `The places of the tokens are not certain: ${trained} of ${tokens.length} are trained.`;
  }
  const parts: string[] = [];
  let [at, on, cutSaid] = [0, false, false];
  for (const [i, { trained, cut }] of tokens.entries()) {
    const [start, end] = [places.starts[i] as number, places.ends[i] as number];
    if (trained !== on) {
      const to = Math.max(at, start);
      parts.push(text.slice(at, to), trained ? '«' : '»');
      at = to;
      on = trained;
    }
    if (cut && !cutSaid) {
      const to = Math.max(at, start);
      parts.push(text.slice(at, to), `\n── cut here: ${ids.length} of ${length} tokens\n`);
      at = to;
      cutSaid = true;
    }
    if (end > at) {
      parts.push(text.slice(at, end));
      at = end;
    }
  }
  parts.push(on ? '»' : '', text.slice(at));
  return parts.join('');
}
