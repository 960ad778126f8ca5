import type { Format } from './format.ts';

/** A value as it is in an array, laid out as `JSON.stringify` does it for the whole. */
const laidOut = (value: unknown, indent: string) =>
  `\n${indent}${JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`)}`;

/** The end of an entry without diagnostics; these come in between. */
const closing = ']\n  }';

/** One array, an entry a file, the same as if the whole were written at once. */
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
