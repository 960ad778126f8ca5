import type { Format } from './format.ts';

/** Returns an element of an array as JSON, with the indentation that `JSON.stringify` would use for the whole array. */
const laidOut = (value: unknown, indent: string) =>
  `\n${indent}${JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)}`;

/** The closing brackets of an entry. Diagnostics are inserted before them. */
const closing = ']\n  }';

/** Prints one array with an entry per file. The output is identical to that of a single `JSON.stringify` call on the whole array. */
export const json: Format = {
  details: false,
  start() {
    let files = 0;
    let diagnostics = 0;
    return {
      begin: { json: '[' },
      open(file) {
        diagnostics = 0;
        const entry = laidOut({ ...file, diagnostics: [] }, '  ').slice(0, -closing.length);
        return { json: (files++ > 0 ? ',' : '') + entry };
      },
      diagnostics: (part) => ({
        json: part.map((one) => (diagnostics++ > 0 ? ',' : '') + laidOut(one, '      ')).join(''),
      }),
      close: () => ({ json: (diagnostics > 0 ? '\n    ' : '') + closing }),
      end: () => ({ json: `${files > 0 ? '\n' : ''}]\n` }),
    };
  },
};
