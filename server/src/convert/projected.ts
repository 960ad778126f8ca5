/** Decides whether content in the JSON projection is read as a body of 2.2 or as plain text. */

/** The beginning of thought markers, including misspelled ones. */
const marker = /(?:start|end)_\w/i;

/** If the content may contain a thought marker, all of it is a body with escapes; otherwise, nothing in it is a token. */
export const isBody = (content: string): boolean => content.includes('<') && marker.test(content);
