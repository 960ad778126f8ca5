import { has, Trait } from '../syntax/block.ts';
import { contentSpan, isObject } from './json-span.ts';
import { Aspect, firstLine, type Rule } from './rule.ts';

/** Types under which a body is arguments in JSON. */
const jsonTypes = new Set<string | undefined>(['json', undefined]);

/** The arguments of a call are not an object (2.2 §14; A-073). */
export const rule: Rule = {
  code: 'E-CALL-SCHEMA',
  title: 'Tool arguments missing or invalid',
  section: '2.2 §14',
  level: 'error',
  message: {
    when: Aspect.Call,
    check(message, _context, report) {
      const { tool, constraint, hint, block, content } = message;
      // Python's input is code, which may well look like a JSON value.
      if (tool === 'python' || !jsonTypes.has(constraint ?? hint) || !has(block, Trait.HasMessage)) return;
      if (!/^\s*[[\d"tfn-]/.test(content.text)) return;
      const { json } = message;
      if (json.error !== undefined || isObject(json.value)) return;
      const start = content.text.search(/\S/);
      const span = contentSpan(message, start, content.text.trimEnd().length);
      const kind = Array.isArray(json.value) ? 'an array' : json.value === null ? 'null' : `a ${typeof json.value}`;
      report(firstLine(block.text, span), `The arguments of \`${tool}\` must be a JSON object, not ${kind}.`);
    },
  },
};
