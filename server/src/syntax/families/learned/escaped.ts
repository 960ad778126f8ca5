/** A text as the source of a regular expression that finds it. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
