/** Finds outputs in JSON: in a server's answer, in a log line that is JSON, or in strings in either of them. */

import { errorIn } from '../server-errors.ts';
import { type Findings, hasMarks, isPrompt, isStripped } from './extracted-output.ts';
import { after, inJsonString, type Path, type Source } from './places.ts';
import { membersOf, rebuild } from './rebuilt.ts';

/** Fields of requests, whose text was not written by the model. */
const requestFields = new Set([
  ...['prompt', 'messages', 'input', 'tools', 'tool_choice', 'instructions', 'chat_template', 'system', 'stop'],
  ...['formatted_prompt', 'prompt_token_ids', 'grammar', 'preserved_tokens', 'grammar_triggers', 'stop_sequences'],
]);

/** The maximum nesting depth of JSON strings that are themselves searched as JSON. */
export const MAX_JSON_IN_JSON_DEPTH = 3;

interface JsonInInput {
  /** The line in which the value begins, from 1. */
  readonly line: number;
  /** The description of the value in words. */
  readonly what: string;
  /** The source text of the value, if the input contains it. */
  readonly source?: Source | undefined;
  /** The number of JSON strings around the value. */
  readonly depth?: number;
}

/**
 * Searches a JSON value for outputs. Returns whether it found an output or a server error. It uses no recursion, so deeply nested
 * values are safe.
 */
export function searchJson(value: unknown, findings: Findings, jsonContext: JsonInInput): boolean {
  const { line, what, source, depth = 0 } = jsonContext;
  let any = false;
  const notes = lengthNotes(value);
  const stack: { value: unknown; path: string; names: Path | undefined }[] = [{ value, path: '', names: undefined }];
  while (stack.length > 0) {
    const { value: one, path, names } = stack.pop() as (typeof stack)[number];
    if (typeof one === 'string') {
      if (searchString(one, path, findings, { line, what, depth, notes, source, names })) any = true;
    } else if (Array.isArray(one)) {
      for (let i = one.length - 1; i >= 0; i--) {
        if (typeof one[i] !== 'number')
          stack.push({ value: one[i], path: `${path}[${i}]`, names: { name: String(i), parent: names } });
      }
    } else if (one !== null && typeof one === 'object') {
      const members = Object.entries(one).reverse();
      for (const [key, member] of members) {
        if (!requestFields.has(key) && !(key === 'name' && typeof member === 'string'))
          stack.push({
            value: member,
            path: path === '' ? key : `${path}.${key}`,
            names: { name: key, parent: names },
          });
      }
    }
  }
  if (any || depth > 0) return any;
  const rebuilt = rebuild(value, what);
  if (rebuilt === undefined) return false;
  findings.output({ form: 'response', ...rebuilt, line, notes: [...notes, ...rebuilt.notes] });
  return true;
}

interface Where {
  readonly line: number;
  readonly what: string;
  readonly depth: number;
  readonly notes: readonly string[];
  readonly source: Source | undefined;
  /** The path to the string in its value. */
  readonly names: Path | undefined;
}

function searchString(text: string, path: string, findings: Findings, where: Where): boolean {
  const { line, what, depth, notes, source, names } = where;
  const from = path === '' ? what : `the field \`${path.length > 80 ? `…${path.slice(-79)}` : path}\` of ${what}`;
  const placeOf = source && inJsonString(source, text, names);
  const error = errorIn(text);
  if (error !== undefined) {
    findings.error(error, line);
    const raw = argumentsIn(text);
    if (raw !== undefined)
      findings.output({ form: 'arguments', text: raw, from: `${argumentsOf} in ${from}`, line, notes });
    const rest = error.known.quotes === 'output' ? text.slice(error.end).replace(placeBefore, '') : '';
    if (hasMarks(rest)) {
      const placeOfRest = placeOf && after(text.length - rest.length, placeOf);
      findings.output({ form: 'response', text: rest, from, line, placeOf: placeOfRest, notes });
    }
    return true;
  }
  if (depth < MAX_JSON_IN_JSON_DEPTH && /^\s*[[{]/.test(text)) {
    const inner = parse(text);
    const jsonContext = { line, what: from, depth: depth + 1, source: placeOf && { text, placeOf } };
    if (inner !== undefined && searchJson(inner, findings, jsonContext)) return true;
  }
  if (!(hasMarks(text) || isStripped(text)) || isPrompt(text)) return false;
  findings.output({ form: 'response', text, from, line, placeOf, notes });
  return true;
}

/** The text that llama.cpp writes before the output that its error quotes. */
const placeBefore = /^\s*(?:\d{1,9}:\s*)?/;

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The beginning of the quotation in Ollama's error about arguments that are not valid. */
const RAW = "raw='";
export const argumentsOf = 'the text after `raw=` in the error';

/** The arguments of a call in an error of Ollama. */
export function argumentsIn(text: string): string | undefined {
  const at = text.indexOf(RAW, text.indexOf('error parsing tool call'));
  const end = text.lastIndexOf("', err=");
  return at < 0 || end < at + RAW.length ? undefined : text.slice(at + RAW.length, end);
}

/** Returns a note if an answer reports that the limit on tokens cut the answer off. */
function lengthNotes(value: unknown): string[] {
  const { choices, done_reason, stop_reason, incomplete_details } = membersOf(value);
  const [choice] = Array.isArray(choices) ? choices : [];
  const endReasons = [
    ['finish_reason', membersOf(choice).finish_reason ?? done_reason, 'length'],
    ['stop_reason', stop_reason, 'max_tokens'],
    ['incomplete_details.reason', membersOf(incomplete_details).reason, 'max_output_tokens'],
  ] as const;
  return endReasons.flatMap(([name, reason, limit]) =>
    reason === limit ? [`\`${name}\` is \`${limit}\`: the token limit cut the output off.`] : [],
  );
}
