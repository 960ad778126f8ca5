import { anyJson } from '../../grammar/index.ts';
import { faultText, isSyntaxFault } from '../../syntax/json/faults.ts';
import type { JsonRule } from '../support/rule.ts';

/** What is not JSON, and is neither a wrong quote, a line break nor a comma too many (WIRE-28). */
export const rule: JsonRule = {
  code: 'wire-json',
  title: 'Not JSON',
  section: 'ChatML, JSON',
  level: 'error',
  json: {
    dialects: anyJson,
    check({ reading, text }, report) {
      for (const fault of reading.faults) {
        if (!isSyntaxFault(fault)) continue;
        const says =
          fault.code === 'after-value' && nextLine.test(text.slice(Math.max(0, fault.start - 200), fault.start))
            ? asLines
            : undefined;
        report(fault, says ?? `This is not JSON: ${faultText(fault)}. JSON parsers reject it.`);
      }
    },
  },
};

/** One value per line is not a fault of the text: the file was recognised wrongly. */
const nextLine = /[}\]][^\S\n]*\n\s*$/;
const asLines =
  'This is one JSON value, and another follows on the next line, as in JSON Lines. If it is that, name the file `.jsonl` (for standard input, `--lines`); otherwise put the values into one list.';
