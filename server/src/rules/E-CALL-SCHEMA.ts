import { problemsOf } from '../arguments/problems.ts';
import { callMembers } from '../grammar/bodies.ts';
import { contentSpan, isObject } from '../model/body-json.ts';
import { type FunctionValue, functionParts } from '../model/functions.ts';
import { type Block, has, Trait } from '../syntax/block.ts';
import { members } from '../syntax/json/values.ts';
import { listed } from '../syntax/wording.ts';
import { firstLine } from './support/places.ts';
import { Aspect, type DeclaredTools, type Report, type Rule } from './support/rule.ts';

/** Types under which a body is arguments in JSON. */
const jsonTypes = new Set<string | undefined>(['json', undefined]);

const isPython = /^python(?:\.|$)/;

/** Parameters of the protocol, not of the tool. */
export const reservedArguments: readonly string[] = callMembers.map(({ name }) => name);

/** The arguments of a call are no object, or not what the tool's declaration asks for (2.2 §14; ). */
export const rule: Rule = {
  code: 'E-CALL-SCHEMA',
  title: 'Tool arguments missing or invalid',
  section: '2.2 §14',
  level: 'error',
  needs: ['channels'],
  message: {
    when: Aspect.Call,
    check(message, { declared }, report) {
      const { tool, constraint, hint, block, content } = message;
      // Python's input is code, which may well look like a JSON value.
      if (tool === undefined || (isPython.test(tool) && !declared.hasTool(tool))) return;
      if (!jsonTypes.has(constraint ?? hint) || !has(block, Trait.HasMessage)) return;
      if (!/^\s*[[{\d"tfn-]/.test(content.text)) return;
      const schema = declared.schemaFor(tool, block);
      if (schema === undefined && /^\s*\{/.test(content.text)) return;
      const { json } = message;
      if (json.error !== undefined) return;
      const at = (start: number, end: number) => firstLine(block.text, contentSpan(message, start, end));
      if (!isObject(json.value)) {
        const kind = Array.isArray(json.value) ? 'an array' : json.value === null ? 'null' : `a ${typeof json.value}`;
        const start = content.text.search(/\S/);
        report(
          at(start, content.text.trimEnd().length),
          `The arguments of \`${tool}\` must be a JSON object, not ${kind}.`,
        );
      } else if (schema !== undefined) {
        for (const { start, end, message, data } of problemsOf(schema, content.text, json.value, {
          tool,
          reserved: reservedArguments,
        })) {
          report(at(start, end), message, data && { data });
        }
      }
    },
  },
  forms: [
    {
      // A call is an object with `name` and `arguments`, which fit what the function list says (0.1 §8.1, §8.2).
      needs: ['functions'],
      message: {
        when: Aspect.Odd,
        check({ block, role }, { declared }, report) {
          if (role !== 'assistant') return;
          for (const { token, values } of functionParts(block, role)) {
            if (token.name === 'function_call') for (const value of values) checkCall(block, value, declared, report);
          }
        },
      },
    },
  ],
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
