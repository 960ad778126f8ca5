/** `ocml mask --row N`: prints the prompt of a row, with the trained parts marked. */
import type { MaskedRow, MaskedSequence } from '../../mask/mask.ts';
import { printable } from '../../syntax/printable.ts';
import { inColour, isInColour, writeDocument, writeInColour } from '../output.ts';

/**
 * Writes the prompts of a row. Trained text is colored, or enclosed in « and » if there are no colors. A line marks where the trainer cuts
 * a prompt.
 */
export async function showRow({ sequences, refused, uncertain, unmade }: MaskedRow): Promise<void> {
  const why = refused ?? uncertain ?? unmade;
  if (why !== undefined) await writeDocument(`There is no mask: ${why}\n`);
  for (const sequence of sequences) {
    const { part } = sequence;
    if (part !== undefined) await writeDocument(`── ${part}\n`);
    const stretches = stretchesOf(sequence);
    if (isInColour()) await writeInColour(`${stretches.map(coloured).join('')}\n`);
    else await writeDocument(`${stretches.map(({ text, isTrained }) => (isTrained ? `«${text}»` : text)).join('')}\n`);
  }
}

interface Stretch {
  readonly text: string;
  readonly isTrained: boolean;
}

/** Returns a stretch of text, in color if it is trained. A trained line break gets a visible sign, since color alone does not show it. */
const coloured = ({ text, isTrained }: Stretch): string =>
  isTrained ? inColour(text.replaceAll('\n', '↵\n'), 'green') : text.split('\n').map(printable).join('\n');

function stretchesOf({ text, places, ids, length, ...sequence }: MaskedSequence): Stretch[] {
  const tokens = sequence.tokens();
  if (places === undefined) {
    const trained = tokens.filter((token) => token.trained).length;
    const note = `The positions of the tokens are uncertain. ${trained} of ${tokens.length} tokens are trained.`;
    return [{ text: note, isTrained: false }];
  }
  const stretches: Stretch[] = [];
  let [from, at, on, cutSaid] = [0, 0, false, false];
  const end = (to: number) => {
    stretches.push({ text: text.slice(from, to), isTrained: on });
    from = to;
    at = to;
  };
  for (const [i, { trained, cut }] of tokens.entries()) {
    const start = Math.max(at, places.starts[i] as number);
    if (trained !== on) {
      end(start);
      on = trained;
    }
    if (cut && !cutSaid) {
      end(start);
      stretches.push({ text: `\n── cut here: ${ids.length} of ${length} tokens kept\n`, isTrained: false });
      cutSaid = true;
    }
    at = Math.max(at, places.ends[i] as number);
  }
  end(on ? at : text.length);
  on = false;
  end(text.length);
  return stretches.filter((one) => one.text !== '' || one.isTrained);
}
