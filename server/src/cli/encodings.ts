/** Which vocabulary counts tokens. */
import { type Encoding, encodingNames, encodingOf } from '../tokens/encodings.ts';

/** The value of `--encoding`. Throws in words for the user. */
export function readEncoding(name: string): Encoding {
  const encoding = encodingOf(name);
  if (encoding === undefined) throw new Error(`--encoding takes ${encodingNames.join(', ')}; not ${name}`);
  return encoding;
}
