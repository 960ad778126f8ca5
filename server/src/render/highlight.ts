/** Highlights fenced code by its language; long code stays plain, so that colors delay nothing. */

/** The most code in one text that is highlighted, in UTF-16 units. */
const MAX_HIGHLIGHTED_LENGTH = 20_000;

/** A highlighter for one text: it returns HTML, or undefined if the code should be shown plain. */
export function highlighter(): (code: string, language: string) => string | undefined {
  let left = MAX_HIGHLIGHTED_LENGTH;
  return (code, language) => {
    if (language === '' || code.length > left) return undefined;
    left -= code.length;
    // Loaded on first use.
    const { codeHtml } = require('./code.ts') as typeof import('./code.ts');
    return codeHtml(code, language);
  };
}
