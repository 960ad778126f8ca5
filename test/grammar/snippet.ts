/** Reads the snippets as an editor does. */
import { readJson } from './tokenize.ts';

export interface Snippet {
  readonly description: string;
  readonly body: readonly string[];
}

export const snippets: Readonly<Record<string, Snippet>> = readJson('snippets/ocml.json');

export const jsonSnippets: Readonly<Record<string, Snippet>> = readJson('snippets/json.json');

const variables: Readonly<Record<string, string>> = { CURRENT_YEAR: '2025', CURRENT_MONTH: '09', CURRENT_DATE: '01' };

/**
 * Returns the text that a snippet inserts if the user types nothing: first choices and default texts, where stops with the same number have
 * the same text.
 */
export function inserted(body: readonly string[]): string {
  const texts = new Map<string, string>();
  return body
    .join('\n')
    .replace(
      /\$\{(\d+)\|([^,|]*)[^|]*\|\}|\$\{(\d+):((?:[^\\}]|\\.)*)\}|\$(\d+)|\$([A-Z_]+)/g,
      (stop, chosen, choice, filled, text, bare, variable) => {
        if (variable) return variables[variable] ?? stop;
        const number = chosen ?? filled ?? bare;
        const value = choice ?? text?.replace(/\\(.)/g, '$1') ?? texts.get(number) ?? '';
        texts.set(number, value);
        return value;
      },
    );
}
