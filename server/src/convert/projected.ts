/** Decides whether content in the JSON projection is read as a body of 2.2 or as plain text. */

/** Matches the beginning of thought markers, including misspelled ones. */
const marker = /(?:start|end)_\w/i;

/** Whether content is read as a body with escapes, because it may contain a thought marker. Otherwise, it contains no tokens. */
export const isBody = (content: string): boolean => content.includes('<') && marker.test(content);
