/** `ocml check --diff`: shows how `--fix` would change a file, without writing it. */
import { type Piece, whyNotFixed } from '../../files/replace.ts';
import type { Fixing } from '../fix.ts';
import { patchNames } from './patch-names.ts';
import { unifiedHunks } from './unified.ts';

/** A hunk in the diff of a file. The first hunk of a file begins with the lines that name the file. */
export interface Difference {
  readonly file: string;
  readonly diff: string;
}

export async function* differences(
  file: string,
  pieces: AsyncIterable<Piece>,
  { refuse }: Fixing,
): AsyncGenerator<Difference> {
  let names = patchNames(file);
  try {
    for await (const hunk of unifiedHunks(pieces)) {
      yield { file, diff: names + hunk };
      names = '';
    }
  } catch (error) {
    refuse(whyNotFixed(error));
  }
}
