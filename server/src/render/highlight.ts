/** Highlights fenced code by its language; long code stays plain, so that colours delay nothing. */

/** How much code of one text gets colours, in UTF-16 units. */
const MAX_HIGHLIGHTED_LENGTH = 20_000;

/** For one text: returns HTML, or undefined if the code is to be shown plain. */
export function highlighter(): (code: string, language: string) => string | undefined {
  let left = MAX_HIGHLIGHTED_LENGTH;
  return (code, language) => {
    if (language === '' || code.length > left) return undefined;
    left -= code.length;
    // Loaded with the first code.
    const { codeHtml } = require('./code.ts') as typeof import('./code.ts');
    return codeHtml(code, language);
  };
}
