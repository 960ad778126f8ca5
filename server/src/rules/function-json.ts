import { functionParts } from '../model/functions.ts';
import { has, Trait } from '../syntax/block.ts';
import { own } from '../syntax/own.ts';
import { firstLine } from './support/places.ts';
import { Aspect, in01, type Rule } from './support/rule.ts';

/** Where each function token belongs, and where its JSON is checked. */
export const functionRoles: Readonly<Record<string, string>> = {
  function_list: 'system',
  function_call: 'assistant',
  function_output: 'tool',
};

/** No JSON behind a function token (0.1 §8). */
export const rule: Rule = {
  code: 'function-json',
  title: 'No JSON behind a function token',
  section: '0.1 §8',
  level: 'error',
  dialects: in01,
  message: {
    when: Aspect.Odd,
    check({ block, role }, _context, report) {
      for (const { token, start, end, error, payloadEnd } of functionParts(block, role)) {
        if (own(functionRoles, token.name) !== role) continue;
        // What breaks off with the document is `E-STREAM-TRUNCATED` alone.
        if (has(block, Trait.Open) && (error?.cutOff || payloadEnd >= block.text.trimEnd().length)) continue;
        if (error !== undefined) {
          const span = firstLine(block.text, { start: error.start, end: Math.max(error.end, error.start + 1) });
          report(span, `The JSON behind \`${token.text}\` does not parse: ${error.message}.`);
        } else if (payloadEnd === end) {
          report({ start, end }, `JSON must follow \`${token.text}\`, and nothing does.`);
        }
      }
    },
  },
};
