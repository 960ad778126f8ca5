/** Highlights fenced code according to its language. Long code is not highlighted, so that it causes no delay. */

/** The maximum length of the code that is highlighted in one text (UTF-16 units). */
const MAX_HIGHLIGHTED_LENGTH = 20_000;

/** Returns a highlighter for one text. The highlighter returns HTML; undefined if the code should be shown without colors. */
export function highlighter(): (code: string, language: string) => string | undefined {
  let remainingLength = MAX_HIGHLIGHTED_LENGTH;
  return (code, language) => {
    if (language === '' || code.length > remainingLength) return undefined;
    remainingLength -= code.length;
    // The module for highlighting is loaded when it is first needed.
    const { codeHtml } = require('./code.ts') as typeof import('./code.ts');
    return codeHtml(code, language);
  };
}
