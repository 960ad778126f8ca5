/** Decides whether content in the JSON projection is read as a body of 2.2 or as plain text. */

/** Matches the beginning of thought markers, including misspelled ones. */
const marker = /(?:start|end)_\w/i;

/** Whether content is a body with escapes, which it is if it may contain a thought marker. Otherwise, nothing in it is a token. */
export const isBody = (content: string): boolean => content.includes('<') && marker.test(content);
