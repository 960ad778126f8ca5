/** Rules of tool calls in message lists, as chat APIs write them: only what no reader of them can take. */
import { listOf } from '../../model/json/list.ts';
import { type ApiCall, callsOf, declaredIn } from '../../model/json/tool-calls.ts';
import type { Schema } from '../../model/schema.ts';
import { parseJson } from '../../syntax/json.ts';
import { memberOf } from '../../syntax/json-reader.ts';
import { problemsOf } from '../arguments/problems.ts';
import { rule as callIdDuplicate } from '../call-id-duplicate.ts';
import { rule as callIdUnmatched } from '../call-id-unmatched.ts';
import { rule as callSchema } from '../E-CALL-SCHEMA.ts';
import { isObject } from '../json-span.ts';
import { quote, type Report, type Rule } from '../rule.ts';
import { spanIn, valueSpan } from './scope.ts';

const named = ({ code, title, section, level }: Rule) => ({ code, title, section, level });

/** Arguments that are no JSON, no object, or not what `tools` asks for. */
const argumentsRule: Rule = {
  ...named(callSchema),
  json: {
    dialects: ['messages'],
    check({ reading, text }, report) {
      const schemas = declaredIn(reading);
      for (const message of listOf(reading).messages) {
        for (const call of callsOf(message)) checkArguments(call, schemas, text, report);
      }
    },
  },
};

function checkArguments(call: ApiCall, schemas: ReadonlyMap<string, Schema>, text: string, report: Report): void {
  const { name, arguments: given } = call;
  if (name === undefined || given === undefined) return;
  const tool = name.slice(0, 60);
  const json = given.kind === 'string' ? given.value : text.slice(given.start, given.end);
  // Without arguments, some write nothing at all; and what is no string is part of the document's own JSON.
  if (json.trim() === '' || (given.kind !== 'string' && given.kind !== 'object')) return;
  const at = (start: number, end: number) =>
    given.kind === 'string'
      ? spanIn(text, given, start, end)
      : valueSpan(text, { start: given.start + start, end: given.start + end });
  const parsed = parseJson(json);
  if (parsed.error !== undefined) {
    const { error } = parsed;
    if (given.kind === 'string') {
      const start = Math.min(error.start, json.length - 1);
      const span = at(start, Math.max(start + 1, Math.min(error.end, json.length)));
      report(span, `The arguments of ${quote(tool)} are no JSON, so it cannot be called: ${error.message}.`);
    }
  } else if (!isObject(parsed.value)) {
    report(given, `The arguments of ${quote(tool)} must be a JSON object.`);
  } else {
    const schema = schemas.get(name);
    if (schema === undefined) return;
    for (const { start, end, message } of problemsOf(schema, json, parsed.value, { tool }))
      report(at(start, end), message);
  }
}

/** Two calls of one message with one id. In other turns an id may come again: many write `call_0` in each. */
const duplicate: Rule = {
  ...named(callIdDuplicate),
  json: {
    dialects: ['messages'],
    check({ reading }, report) {
      for (const message of listOf(reading).messages) {
        const seen = new Set<string>();
        for (const { id } of callsOf(message)) {
          if (id === undefined) continue;
          if (seen.has(id.value))
            report(id, `Another call has the id ${quote(id.value)}. Give each call an id of its own.`);
          seen.add(id.value);
        }
      }
    },
  },
};

/** A reply to a call that is not before it, though others are: a list may begin in the middle of a conversation. */
const unmatched: Rule = {
  ...named(callIdUnmatched),
  json: {
    dialects: ['messages'],
    check({ reading }, report) {
      const seen = new Set<string>();
      for (const message of listOf(reading).messages) {
        const reply = memberOf(message, 'tool_call_id')?.value;
        if (reply?.kind === 'string' && seen.size > 0 && !seen.has(reply.value)) {
          report(
            reply,
            `No call before this has the id ${quote(reply.value)}. Write the id of the call that this replies to.`,
          );
        }
        for (const { id } of callsOf(message)) if (id) seen.add(id.value);
      }
    },
  },
};

export const toolCallRules: readonly Rule[] = [argumentsRule, duplicate, unmatched];
