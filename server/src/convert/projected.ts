/** Which contents of the JSON projection are read as bodies of 2.2, and which as plain text. */

/** The beginning of markers of thought, however they are misspelled. */
const marker = /(?:start|end)_\w/i;

/** Where a marker of thought may be in the content, all of it is a body, with its escapes; elsewhere nothing is a token. */
export const isBody = (content: string): boolean => content.includes('<') && marker.test(content);
