import { anyJson } from '../../grammar/index.ts';
import { faultText, isSyntaxFault } from '../../syntax/json/faults.ts';
import type { JsonRule } from '../support/rule.ts';

/**
 * Reports text that is not JSON for reasons other than a wrong quote, a line break or an extra comma (WIRE-28). Also reports a value over
 * several lines in a file whose name implies JSON Lines.
 */
export const rule: JsonRule = {
  code: 'wire-json',
  title: 'Not JSON',
  section: 'ChatML, JSON',
  level: 'error',
  json: {
    dialects: anyJson,
    silentOnPlainValues: true,
    check({ reading, text, misnamed }, report) {
      const { root, faults } = reading;
      const isFollowed = faults.some(({ code }) => code === 'after-value');
      if (misnamed && root)
        report(
          { start: root.start, end: root.start + 1 },
          isFollowed ? severalOverLines : overLines(root.kind === 'array'),
        );
      for (const fault of faults) {
        if (!isSyntaxFault(fault) || (misnamed && fault.code === 'after-value')) continue;
        const says =
          fault.code === 'after-value' && nextLine.test(text.slice(Math.max(0, fault.start - 200), fault.start))
            ? asLines
            : undefined;
        report(fault, says ?? `This is not JSON: ${faultText(fault)}. JSON parsers reject it.`);
      }
    },
  },
};

/**
 * Matches text that ends before a further value on the next line. Such a text is probably JSON Lines, and only the file type was detected
 * incorrectly.
 */
const nextLine = /[}\]][^\S\n]*\n\s*$/;
const asLines =
  'This is one JSON value, and another follows on the next line, as in JSON Lines. If this is JSON Lines, name the file `.jsonl` (for standard input, `--lines`); otherwise put the values into one list.';

const isNamedLines = 'the file name says JSON Lines, so programs that read it line by line fail';
const overLines = (isList: boolean) =>
  `This is one JSON value over several lines, but ${isNamedLines}. Rename the file to \`.json\`, or write ${isList ? "each row on one line, as `jq -c '.[]'`" : 'it on one line, as `jq -c .`'} does.`;
const severalOverLines = `Each JSON value here takes several lines, but ${isNamedLines}. Only the first was checked. Write each value on one line, as \`jq -c .\` does.`;
