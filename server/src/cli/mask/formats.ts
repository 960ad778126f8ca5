/** The output of `ocml mask`: those of findings, and JSON with the summary. */
import type { Format } from '../check/formats/format.ts';
import { formats as findingFormats } from '../check/formats/index.ts';

/** Findings as elements of a list, whose beginning and end the command writes. */
const json: Format = {
  details: false,
  start() {
    let count = 0;
    return {
      begin: { json: '{"findings": [' },
      open: () => [],
      diagnostics: (part, { file }) => ({
        json: part.map((one) => `${count++ > 0 ? ',' : ''}\n  ${JSON.stringify({ file, ...one })}`).join(''),
      }),
      close: () => [],
      end: () => ({ json: '\n]' }),
    };
  },
};

/** The reports of rows are written as they come. */
const jsonl: Format = {
  details: false,
  start: () => ({ begin: [], open: () => [], diagnostics: () => [], close: () => [], end: () => [] }),
};

export const maskFormats = { ...findingFormats, json, jsonl } satisfies Readonly<Record<string, Format>>;
