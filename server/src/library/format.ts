/** Formatting of a text. */
import { type OpenOptions, open } from './document.ts';

/** The text with its headers and gaps laid out; no byte of a body changes. JSON other than conversations stays unchanged. */
export const format = (text: string, options: OpenOptions = {}): string => open(text, options).formatted();
