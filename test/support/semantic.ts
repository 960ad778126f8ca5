/** Decodes semantic tokens as an editor does. */
import { semanticModifiers, semanticTypes } from '../../server/src/grammar/semantic-tokens.ts';

export interface Read {
  readonly line: number;
  readonly character: number;
  readonly length: number;
  readonly type: string;
  readonly modifiers: readonly string[];
}

/** Decodes the tokens from the numbers of the protocol. */
export function readTokens(data: readonly number[]): Read[] {
  const tokens: Read[] = [];
  let [line, character] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    const [lines = 0, characters = 0, length = 0, type = 0, bits = 0] = data.slice(at, at + 5);
    line += lines;
    character = lines === 0 ? character + characters : characters;
    const modifiers = semanticModifiers.filter((_, i) => bits & (1 << i)).map(({ name }) => name);
    tokens.push({ line, character, length, type: semanticTypes[type]?.name ?? '?', modifiers });
  }
  return tokens;
}

/** Returns each token as `text type.modifier`. */
export function written(text: string, data: readonly number[]): string[] {
  const lines = text.split(/\r\n|\n|\r/);
  return readTokens(data).map(({ line, character, length, type, modifiers }) =>
    [`${lines[line]?.slice(character, character + length)} ${type}`, ...modifiers].join('.'),
  );
}

/** Applies edits of the protocol to the data. */
export function applied(
  data: readonly number[],
  edits: readonly { start: number; deleteCount: number; data?: readonly number[] }[],
): number[] {
  const now = [...data];
  for (const { start, deleteCount, data: newData = [] } of [...edits].reverse())
    now.splice(start, deleteCount, ...newData);
  return now;
}
