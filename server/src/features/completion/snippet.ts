/** Texts with stops to fill in: as snippets of the protocol, or as they stand for editors that fill in none. */

/** A place to fill in. */
export interface Stop {
  /** What stands there until something is written. */
  readonly sample?: string;
  /** What can be chosen for it. */
  readonly choices?: readonly string[];
}

/** A text, piece by piece; its stops are visited in their order. */
export type Filling = readonly (string | Stop)[];

/** The text as a snippet. */
export function asSnippet(filling: Filling): string {
  let number = 0;
  return filling
    .map((piece) => {
      if (typeof piece === 'string') return escaped(piece);
      number++;
      const { sample, choices } = piece;
      if (choices !== undefined && choices.length > 1) return `\${${number}|${choices.map(chosen).join(',')}|}`;
      const shown = choices?.[0] ?? sample;
      return shown === undefined ? `$${number}` : `\${${number}:${escaped(shown)}}`;
    })
    .join('');
}

/** The text with what stands at its stops at first. */
export function asText(filling: Filling): string {
  return filling
    .map((piece) => (typeof piece === 'string' ? piece : (piece.choices?.[0] ?? piece.sample ?? '')))
    .join('');
}

const escaped = (text: string) => text.replace(/[\\$}]/g, '\\$&');
const chosen = (text: string) => text.replace(/[\\$},|]/g, '\\$&');
