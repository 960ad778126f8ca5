/** The user's `tokenizer.json`, which is read on first use, and again after it has changed. */
import { templateFiles } from '../../files/local-templates.ts';
import { type FileTokenizer, MAX_TOKENIZER_SIZE, readTokenizer } from '../../tokens/tokenizer-file.ts';

let cache:
  | { readonly path: string; readonly stamp: string | undefined; readonly tokenizer: FileTokenizer | Error }
  | undefined;

/** Returns the tokenizer in a file. Throws, with a message for users, if the file does not exist or is not a tokenizer. */
export function tokenizerAt(path: string): FileTokenizer {
  const stamp = templateFiles.stamp(path);
  if (cache?.path !== path || cache.stamp !== stamp) cache = { path, stamp, tokenizer: attempt(path) };
  if (cache.tokenizer instanceof Error) throw cache.tokenizer;
  return cache.tokenizer;
}

function attempt(path: string): FileTokenizer | Error {
  try {
    const text = templateFiles.text(path, MAX_TOKENIZER_SIZE);
    return text === undefined ? new Error('there is no such file') : readTokenizer(text);
  } catch (error) {
    return error as Error;
  }
}
