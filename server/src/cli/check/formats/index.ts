import type { Format } from './format.ts';
import { github } from './github.ts';
import { json } from './json.ts';
import { jsonl } from './jsonl.ts';
import { sarif } from './sarif.ts';
import { text } from './text.ts';

/** The output formats of commands that find problems, by name. */
export const formats = { text, json, sarif, github } satisfies Readonly<Record<string, Format>>;

/**
 * The formats of `ocml check`. In addition to those above, they include `jsonl`, which prints the problems of each line as soon as it is
 * read.
 */
export const checkFormats = { ...formats, jsonl } satisfies Readonly<Record<string, Format>>;
