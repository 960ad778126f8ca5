import { problemsOf } from '../../arguments/problems.ts';
import { modelRole } from '../../grammar/index.ts';
import { functionParts } from '../../model/calls/functions.ts';
import { taggedCalls, type WrittenCall, writtenCall } from '../../model/calls/tagged-calls.ts';
import type { Block } from '../../syntax/block.ts';
import { isObject } from '../../syntax/is-object.ts';
import { members, parseJson } from '../../syntax/json/values.ts';
import { quote } from '../../syntax/wording.ts';
import { keyFor, wrappedCall } from './call-words.ts';
import { firstLine } from './places.ts';
import { Aspect, type DeclaredTools, type Look, type Report } from './rule.ts';

/**
 * Checks calls in ChatML: a call is an object with `name` and `arguments` that match the function list or `<tools>` (0.1 §8.1, §8.2,
 *
 */
export const inBodies: Look = {
  needs: ['functions'],
  message: {
    when: Aspect.Odd | Aspect.Tagged,
    check({ block, role }, { declared }, report) {
      if (role !== modelRole) return;
      for (const { token, values } of functionParts(block, role)) {
        if (token.name !== 'function_call') continue;
        for (const { value, start, end } of values)
          checkCall(block, writtenCall(block.text.slice(start, end), value, start, false), declared, report);
      }
      for (const call of taggedCalls(block, role)) checkCall(block, call, declared, report);
    },
  },
};

const remedies = {
  name: 'Write the name of the function that is called.',
  arguments: 'Write `{}` if the function takes none.',
};

function checkCall(block: Block, call: WrittenCall, declared: DeclaredTools, report: Report): void {
  const { value, name, given } = call;
  if (!isObject(value)) {
    report(call, `A call is an object with \`name\` and \`arguments\`, not ${kindOf(value)}.`);
    return;
  }
  const { text, where, exact, verbatim } = call.json(undefined);
  reportMissing(call, value, report);
  if (Object.hasOwn(value, 'name') && (name === undefined || name.value === '')) {
    const span = name ?? memberOf(text, 'name', where) ?? call;
    const what = name === undefined ? `\`name\` is ${kindOf(value.name)}, not a string.` : '`name` is empty.';
    report(span, `${what} ${remedies.name}`);
  }
  if (given !== undefined && !isObject(value.arguments)) {
    report(firstLine(block.text, given), `\`arguments\` is ${kindOf(value.arguments)}. ${adviceFor(value.arguments)}`);
    return;
  }
  if (name === undefined || given === undefined || !exact || !declared.hasTool(name.value)) return;
  const schema = declared.schemaFor(name.value, block);
  if (schema === undefined) return;
  const typed = call.json(schema);
  const member = members(typed.text).findLast(({ key }) => key === 'arguments');
  if (member === undefined) return;
  const json = typed.text.slice(member.valueStart, member.valueEnd);
  const values = verbatim ? value.arguments : JSON.parse(json);
  for (const { start, end, message, data } of problemsOf(schema, json, values, { tool: name.value })) {
    const span = typed.where(member.valueStart + start, member.valueStart + end);
    report(firstLine(block.text, span), message, verbatim && data ? { data } : {});
  }
}

/** Reports the fields that a call lacks, and the fields that it has in their place. */
function reportMissing(call: WrittenCall, value: object, report: Report): void {
  const missingKeys = (['name', 'arguments'] as const).filter((key) => !Object.hasOwn(value, key));
  if (missingKeys.length === 0) return;
  const { text, where } = call.json(undefined);
  const wrapped = wrappedCall(text);
  if (wrapped !== undefined) {
    const says = `This call is inside ${quote(wrapped.key)}, where parsers do not look. Write only the inner object.`;
    report(where(wrapped.at.start, wrapped.at.end), says, { data: { rule: 'wrapped' } });
    return;
  }
  const lacking = missingKeys.filter((member) => {
    const field = keyFor(text, member);
    if (field === undefined) return true;
    const says = `Parsers look for \`${member}\`, but this call has ${quote(field.key)} instead. Write \`${member}\`.`;
    report(where(field.start, field.end), says, { data: { rule: 'renamed', suggestion: member } });
    return false;
  });
  const [only] = lacking;
  if (lacking.length > 1) report(call, 'This call has neither `name` nor `arguments`. Add both.');
  else if (only !== undefined) report(call, `This call has no \`${only}\`. ${remedies[only]}`);
}

function memberOf(text: string, key: string, where: (start: number, end: number) => { start: number; end: number }) {
  const member = members(text).findLast((one) => one.key === key);
  return member && where(member.valueStart, member.valueEnd);
}

function adviceFor(callArguments: unknown): string {
  const inner = typeof callArguments === 'string' ? parseJson(callArguments) : undefined;
  return inner && inner.error === undefined && isObject(inner.value)
    ? 'Write the object itself, without the quotes around it and the backslashes in it.'
    : 'Write an object that maps argument names to values.';
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'boolean' ? `${value}` : `a ${typeof value}`;
}
