/** The output formats of `ocml mask`. They are the formats for findings, except that JSON also contains the summary. */
import type { Format } from '../check/formats/format.ts';
import { formats as findingFormats } from '../check/formats/index.ts';

/** Prints findings as elements of a list. The command itself adds the summary and the end. */
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

/** Prints nothing, since the command itself prints the reports on rows as they arrive. */
const jsonl: Format = {
  details: false,
  start: () => ({ begin: [], open: () => [], diagnostics: () => [], close: () => [], end: () => [] }),
};

export const maskFormats = { ...findingFormats, json, jsonl } satisfies Readonly<Record<string, Format>>;
