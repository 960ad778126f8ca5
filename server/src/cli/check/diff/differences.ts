/** `ocml check --diff`: how `--fix` would change a file, which is not written. */
import { type Piece, whyNotFixed } from '../../files/replace.ts';
import type { Fixing } from '../fix.ts';
import { patchNames } from './patch-names.ts';
import { unifiedHunks } from './unified.ts';

/** A hunk of the diff of a file; before the first is the name of the file. */
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
