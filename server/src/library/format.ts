/** Formats a text. */
import { type OpenOptions, open } from './document.ts';

/** Returns the text with its headers and gaps formatted; no byte of a body changes. JSON that is not a conversation stays unchanged. */
export const format = (text: string, options: OpenOptions = {}): string => open(text, options).formatted();
