import { problemsOf } from '../arguments/problems.ts';
import { callMembers } from '../grammar/bodies.ts';
import { isFunction, jsonErrorSpan, jsonFault } from '../model/body-json.ts';
import type { Message } from '../model/message.ts';
import { has, Trait } from '../syntax/block.ts';
import { isObject } from '../syntax/is-object.ts';
import type { JsonFault } from '../syntax/json/faults.ts';
import { readJson } from '../syntax/json/read.ts';
import { quote } from '../syntax/wording.ts';
import { inBodies } from './support/body-calls.ts';
import { brokenJson } from './support/broken-json.ts';
import { contentLine, lineOf } from './support/places.ts';
import { Aspect, type Rule } from './support/rule.ts';

/** The declared types for which the body of a call is parsed as JSON arguments. `undefined`: no type is declared. */
const jsonTypes = new Set<string | undefined>(['json', undefined]);

const isPython = /^python(?:\.|$)/;

/** The arguments that belong to the protocol, not to the tool (A-071). */
export const reservedArguments: readonly string[] = callMembers.map(({ name }) => name);

/**
 * The message for arguments of a function that do not parse as JSON. They must be an object even if they are not declared as JSON (A-142).
 */
function unparsable(called: string, message: Message, fault: JsonFault): string {
  const { text } = message.content;
  const says = `The arguments of ${called} must be a JSON object`;
  if (text.trim() === '') return `${says}, but are missing. Write \`{}\` if the tool takes none.`;
  if (isArray.test(text)) return `${says}, not an array. Name each argument: \`{"name": value}\`.`;
  return text.trimStart().startsWith('{')
    ? `${says}, but do not parse: ${brokenJson(message, fault)}.`
    : isFenced.test(text)
      ? `${says}, without a Markdown fence around it. Remove the fence.`
      : `${says}, not plain text. Name each argument: \`{"name": value}\`.`;
}

const isArray = /^\s*\[/;
const isFenced = /^\s*```/;

/** Whether a value is a string that itself contains JSON for an object. */
function isEncoded(value: unknown): boolean {
  if (typeof value !== 'string' || !value.trimStart().startsWith('{')) return false;
  const { root, faults } = readJson(value);
  return root?.kind === 'object' && faults.length === 0;
}

const unquoted = (called: string) =>
  `The arguments of ${called} are an object, but chat APIs expect a JSON string. Write them as a string. For a chat template, choose the \`template\` profile (\`ocml.messages.profile\`, or \`--profile template\`) instead.`;

const noArguments = (called: string, trained: boolean) =>
  `The call to ${called} has no arguments, so ${trained ? 'trainers fail on it' : 'chat APIs reject it'}. Write ${trained ? '`{}`' : '`"{}"`'} if the tool takes none.`;

/** Reports arguments of a call that are not an object, or that do not match the tool's declaration (2.2 §14; A-072, A-073, A-142). */
export const rule: Rule = {
  code: 'E-CALL-SCHEMA',
  title: 'Tool arguments missing or invalid',
  section: '2.2 §14',
  level: 'error',
  needs: ['channels'],
  projection: 'in-order',
  chats: 'call',
  silentOnPlainValues: true,
  message: {
    when: Aspect.Call,
    check(message, { declared }, report) {
      const { tool, constraint, hint, block, content, placed } = message;
      const lacking = placed?.api?.lacking;
      if (lacking)
        report(lacking, noArguments(quote(placed.api?.name ?? ''), placed.api?.trained === true), {
          data: { rule: 'absent' },
        });
      if (placed?.api && !placed.api.given) return;
      // The input of `python` is code, even if it looks like JSON.
      if (tool === undefined || (isPython.test(tool) && !declared.hasTool(tool))) return;
      if (!jsonTypes.has(constraint ?? hint) || !has(block, Trait.HasMessage)) return;
      const called = quote(placed?.api?.name ?? tool);
      if (placed?.api?.given && placed.api.unquoted)
        report(placed.api.given, unquoted(called), { milder: 'information', data: { rule: 'object' } });
      const fault = isFunction(tool) && constraint === undefined ? jsonFault(message) : undefined;
      if (fault) {
        // If an array is truncated, only the missing bracket is reported.
        const bracket = isArray.test(content.text) ? content.text.indexOf('[') : -1;
        const at = bracket < 0 ? fault : { start: bracket, end: bracket + 1 };
        report(lineOf(message, jsonErrorSpan(message, at)), unparsable(called, message, fault));
        return;
      }
      if (!/^\s*[[{\d"tfn-]/.test(content.text)) return;
      const schema = declared.schemaFor(tool, block);
      if (schema === undefined && /^\s*\{/.test(content.text)) return;
      const { json } = message;
      if (json.error !== undefined) return;
      const at = (start: number, end: number) => contentLine(message, start, end);
      if (!isObject(json.value)) {
        const kind = Array.isArray(json.value) ? 'an array' : json.value === null ? 'null' : `a ${typeof json.value}`;
        const start = content.text.search(/\S/);
        report(
          placed?.api?.given ?? at(start, content.text.trimEnd().length),
          isEncoded(json.value)
            ? `The arguments of ${called} are JSON-encoded twice: a string within a string. Write the object itself.`
            : `The arguments of ${called} must be a JSON object, not ${kind}. Name each argument: \`{"name": value}\`.`,
        );
      } else if (schema !== undefined) {
        for (const { start, end, message, data } of problemsOf(schema, content.text, json.value, {
          tool: placed?.api?.name.slice(0, 60) ?? tool,
          reserved: placed?.api ? [] : reservedArguments,
          nullIsNone: placed?.api?.filled === true,
        })) {
          report(at(start, end), message, data && { data });
        }
      }
    },
  },
  forms: [inBodies],
};
