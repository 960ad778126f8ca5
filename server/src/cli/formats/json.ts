import type { Format } from './format.ts';

/** One array, an entry a file, laid out as `JSON.stringify` does it for the whole. */
export const json: Format = {
  details: false,
  start() {
    let count = 0;
    return {
      begin: '[',
      file: (checked) => `${count++ > 0 ? ',' : ''}\n  ${JSON.stringify(checked, null, 2).replaceAll('\n', '\n  ')}`,
      end: () => `${count > 0 ? '\n' : ''}]\n`,
    };
  },
};
