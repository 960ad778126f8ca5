/** The layout of a text. */
import { type OpenOptions, open } from './document.ts';

/** The text with its headers and gaps laid out; no byte of a body changes. Other JSON than conversations stays as it is. */
export const format = (text: string, options: OpenOptions = {}): string => open(text, options).formatted();
