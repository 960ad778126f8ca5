/** Parses the comment lines about a parameter in Harmony's layout: a title and an empty line, a description, and examples. */
import { parseJson } from '../../syntax/json/values.ts';
import type { SchemaObject } from './schema.ts';

export const examplesLine = 'Examples:';

/**
 * Returns the annotations in comment lines. `lines`: the lines with their `//`. An empty line in a description has a space after
 * `//`, but the empty line after a title does not.
 */
export function annotations(lines: readonly string[]): SchemaObject {
  const texts = lines.map(withoutSigns);
  const from = lines[1] === '//' ? 2 : 0;
  const items = texts.findLastIndex((text) => !text.startsWith('- '));
  const examples = texts[items] === examplesLine && items >= from ? texts.slice(items + 1).map(example) : [];
  const description = texts.slice(from, examples.length > 0 ? items : undefined).join('\n');
  return {
    ...(from > 0 && { title: texts[0] }),
    ...(description !== '' && { description }),
    ...(examples.length > 0 && { examples }),
  };
}

/** Parses the value in `- "hello"`. It is JSON, except that Harmony does not escape strings. */
function example(line: string): unknown {
  const text = line.slice(2);
  const { value } = parseJson(text) as { value?: unknown };
  return value === undefined ? text.replace(/^"(.*)"$/, '$1') : value;
}

/** The text of a line, without the characters that mark it as a comment. */
function withoutSigns(line: string): string {
  const text = line.replace(/^(?:\/\/|\/\*+) ?/, '');
  if (!text.endsWith('*/')) return text;
  let end = text.length - 1;
  while (text[end - 1] === '*') end--;
  return text.slice(0, text[end - 1] === ' ' ? end - 1 : end);
}
