import type { Format } from './format.ts';

/** Returns an element of an array as JSON, with the indentation that `JSON.stringify` would use for the whole array. */
const laidOut = (value: unknown, indent: string) =>
  `\n${indent}${JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)}`;

/** The end of an entry; diagnostics are inserted before it. */
const closing = ']\n  }';

/** Prints one array with an entry per file, identical to the result of a single `JSON.stringify` of the whole. */
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
