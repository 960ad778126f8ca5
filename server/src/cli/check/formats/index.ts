import type { Format } from './format.ts';
import { github } from './github.ts';
import { json } from './json.ts';
import { sarif } from './sarif.ts';
import { text } from './text.ts';

/** The output formats of `ocml check`, by name. */
export const formats: Readonly<Record<string, Format>> = { text, json, sarif, github };
