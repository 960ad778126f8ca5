/** Finds calls as Mistral's models write them, for vLLM's and SGLang's parsers. */

export const TOOL_CALLS = '[TOOL_CALLS]';

/** Returns the start of calls that lack the token before them: a list, or a name with arguments; undefined if there are none. */
export function bareCalls(text: string, start: number): number | undefined {
  const bare = /^\s*(?:\[\{\s*"(?:name|arguments)"|[\w-]+\[ARGS\])/.exec(text.slice(start))?.[0];
  return bare === undefined ? undefined : start + bare.length - bare.trimStart().length;
}

/** The offset at which the JSON value that begins with the bracket at `start` ends; undefined if the value is not closed. */
export function valueEnd(text: string, start: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') {
      for (at++; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++;
    } else if (sign === '[' || sign === '{') depth++;
    else if ((sign === ']' || sign === '}') && --depth <= 0) return at + 1;
  }
  return undefined;
}
