/** The output formats of `ocml mask`: those for findings, and JSON with the summary. */
import type { Format } from '../check/formats/format.ts';
import { formats as findingFormats } from '../check/formats/index.ts';

/** Findings as elements of a list; the command writes its beginning and end. */
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

/** The command itself writes the reports of rows as they arrive. */
const jsonl: Format = {
  details: false,
  start: () => ({ begin: [], open: () => [], diagnostics: () => [], close: () => [], end: () => [] }),
};

export const maskFormats = { ...findingFormats, json, jsonl } satisfies Readonly<Record<string, Format>>;
