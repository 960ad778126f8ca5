import { problemsOf } from '../arguments/problems.ts';
import { isObject } from '../model/body-json.ts';
import { type FunctionValue, functionParts } from '../model/functions.ts';
import type { Block } from '../syntax/block.ts';
import { members } from '../syntax/json/values.ts';
import { listed } from '../syntax/wording.ts';
import { rule as of2x } from './E-CALL-SCHEMA.ts';
import { firstLine } from './support/places.ts';
import { Aspect, type DeclaredTools, in01, type Report, type Rule } from './support/rule.ts';

/** In 0.1, a call is an object with `name` and `arguments`, which fit what the function list says (0.1 §8.1, §8.2). */
export const rule: Rule = {
  code: of2x.code,
  title: of2x.title,
  section: '0.1 §8.2',
  level: of2x.level,
  dialects: in01,
  message: {
    when: Aspect.Odd,
    check({ block, role }, { declared }, report) {
      if (role !== 'assistant') return;
      for (const { token, values } of functionParts(block, role)) {
        if (token.name === 'function_call') for (const value of values) checkCall(block, value, declared, report);
      }
    },
  },
};

function checkCall(block: Block, { value, start, end }: FunctionValue, declared: DeclaredTools, report: Report): void {
  const { text } = block;
  if (!isObject(value)) {
    report({ start, end }, 'A call must be a JSON object with `name` and `arguments`.');
    return;
  }
  const missing = ['arguments', 'name'].filter((key) => !Object.hasOwn(value, key));
  if (missing.length > 0) {
    report({ start, end }, `This call has no ${listed(missing).replace(' or ', ' and no ')}. Both are required.`);
  }
  const wrong = [
    { key: 'arguments', fits: isObject(value.arguments), type: 'a JSON object, not a string that holds one' },
    { key: 'name', fits: typeof value.name === 'string', type: 'a string' },
  ].filter(({ key, fits }) => !fits && Object.hasOwn(value, key));
  const schema =
    typeof value.name === 'string' && declared.hasTool(value.name) ? declared.schemaFor(value.name, block) : undefined;
  if (wrong.length === 0 && schema === undefined) return;
  const places = members(text.slice(start, end));
  for (const { key, type } of wrong) {
    const place = places.findLast((member) => member.key === key);
    if (!place) continue;
    report({ start: start + place.valueStart, end: start + place.valueEnd }, `\`${key}\` of a call must be ${type}.`);
  }
  const place = places.findLast((member) => member.key === 'arguments');
  if (schema === undefined || place === undefined || !isObject(value.arguments)) return;
  const [from, to] = [start + place.valueStart, start + place.valueEnd];
  const problems = problemsOf(schema, text.slice(from, to), value.arguments, { tool: value.name as string });
  for (const { start, end, message, data } of problems) {
    report(firstLine(text, { start: from + start, end: from + end }), message, data && { data });
  }
}
