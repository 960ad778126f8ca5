/** Outputs in JSON: what a server answered, a line of a log that is JSON, or a string in any of them. */

import { errorIn } from '../server-errors.ts';
import { type Findings, type Found, hasMarks, isPrompt, isStripped } from './found.ts';

/** Members of requests, which the model did not write. */
const sent = new Set([
  ...['prompt', 'messages', 'input', 'tools', 'tool_choice', 'instructions', 'chat_template', 'system', 'stop'],
  ...['formatted_prompt', 'prompt_token_ids', 'grammar', 'preserved_tokens', 'grammar_triggers', 'stop_sequences'],
]);

/** JSON in JSON, how deep. */
const deepest = 3;

/** Looks for outputs in a value of JSON. Gives whether there was one, or an error of a server. Without recursion into values. */
export function searchJson(value: unknown, findings: Findings, line: number, what: string, depth = 0): boolean {
  let any = false;
  const notes = lengthNotes(value);
  const stack: { value: unknown; path: string }[] = [{ value, path: '' }];
  while (stack.length > 0) {
    const { value: one, path } = stack.pop() as { value: unknown; path: string };
    if (typeof one === 'string') {
      if (searchString(one, path, findings, { line, what, depth, notes })) any = true;
    } else if (Array.isArray(one)) {
      for (let i = one.length - 1; i >= 0; i--) {
        if (typeof one[i] !== 'number') stack.push({ value: one[i], path: `${path}[${i}]` });
      }
    } else if (one !== null && typeof one === 'object') {
      const members = Object.entries(one).reverse();
      for (const [key, member] of members) {
        if (!sent.has(key) && !(key === 'name' && typeof member === 'string'))
          stack.push({ value: member, path: path === '' ? key : `${path}.${key}` });
      }
    }
  }
  if (any || depth > 0) return any;
  const rebuilt = rebuild(value);
  if (rebuilt === undefined) return false;
  findings.output({ form: 'response', ...rebuilt, line, notes: [...notes, ...rebuilt.notes, parsedAlready] });
  return true;
}

interface Where {
  readonly line: number;
  readonly what: string;
  readonly depth: number;
  readonly notes: readonly string[];
}

function searchString(text: string, path: string, findings: Findings, where: Where): boolean {
  const { line, what, depth, notes } = where;
  const from = path === '' ? what : `the member \`${path.length > 80 ? `…${path.slice(-79)}` : path}\` of ${what}`;
  const error = errorIn(text);
  if (error !== undefined) {
    findings.error(error, line);
    const raw = argumentsIn(text);
    if (raw !== undefined)
      findings.output({ form: 'arguments', text: raw, from: `${argumentsOf} in ${from}`, line, notes });
    const rest = error.known.quotes === 'output' ? text.slice(error.end).replace(placeBefore, '') : '';
    if (hasMarks(rest)) findings.output({ form: 'response', text: rest, from, line, notes });
    return true;
  }
  if (depth < deepest && /^\s*[[{]/.test(text)) {
    const inner = parse(text);
    if (inner !== undefined && searchJson(inner, findings, line, from, depth + 1)) return true;
  }
  if (!(hasMarks(text) || isStripped(text)) || isPrompt(text)) return false;
  findings.output({ form: 'response', text, from, line, notes });
  return true;
}

/** What llama.cpp writes before the output that its error quotes. */
const placeBefore = /^\s*(?:\d{1,9}:\s*)?/;

export function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** How Ollama's error quotes the arguments that it cannot read. */
const RAW = "raw='";
export const argumentsOf = 'what the error quotes after `raw=`';

/** The arguments of a call in an error of Ollama. */
export function argumentsIn(text: string): string | undefined {
  const at = text.indexOf(RAW, text.indexOf('error parsing tool call'));
  const end = text.lastIndexOf("', err=");
  return at < 0 || end < at + RAW.length ? undefined : text.slice(at + RAW.length, end);
}

const parsedAlready =
  'The server has already parsed the output. This was reassembled from the parts of its answer, so its headers are made up.';

/** The members of an object, or nothing. */
const membersOf = (value: unknown): Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined);

/** The answer of a chat API: `choices[0].message`, or `message` as Ollama has it. */
function messageIn(value: unknown): { message: Record<string, unknown>; path: string } | undefined {
  const { choices, message } = membersOf(value);
  const [choice] = Array.isArray(choices) ? choices : [];
  const first = membersOf(choice);
  if (first.message !== undefined) return { message: membersOf(first.message), path: 'choices[0].message' };
  return message === undefined ? undefined : { message: membersOf(message), path: 'message' };
}

/** An output of Harmony that says what an answer of a chat API says, where the server kept none of its tokens. */
function rebuild(value: unknown): Pick<Found, 'text' | 'from' | 'notes'> | undefined {
  const found = messageIn(value);
  if (found === undefined) return undefined;
  const { message, path } = found;
  const thought = textOf(message.reasoning_content) ?? textOf(message.reasoning) ?? textOf(message.thinking);
  const content = textOf(message.content);
  const calls = (Array.isArray(message.tool_calls) ? message.tool_calls : []).map((call) =>
    membersOf(membersOf(call).function),
  );
  if (thought === undefined && content === undefined && calls.length === 0) return undefined;
  const parts = [
    ...(thought === undefined ? [] : [`<|channel|>analysis<|message|>${thought}`]),
    ...calls.map(({ name, arguments: args }) => {
      const body = typeof args === 'string' ? args : written(args ?? {});
      return `<|channel|>commentary to=functions.${toolIn(name)} <|constrain|>json<|message|>${body}`;
    }),
    ...(content === undefined ? [] : [`<|channel|>final<|message|>${content}`]),
  ];
  const last = content === undefined && calls.length > 0 ? '<|call|>' : '<|return|>';
  return {
    text: parts.join('<|end|><|start|>assistant') + last,
    from: `the parts of \`${path}\` of a JSON object`,
    notes: calls.flatMap(({ name }) => (String(name).includes('<|') ? [withHeader(String(name))] : [])),
  };
}

/** The name of a tool, without the part of its header that a server may have left in it. */
const toolIn = (name: unknown) => /^(?:functions\.)?(.*?)\s*(?:<\||$)/s.exec(String(name))?.[1] ?? '';

const withHeader = (name: string) =>
  `In the answer, the name of a tool is \`${name}\`: the server took a part of the header into it. The tool is \`${toolIn(name)}\`. Cut the name off before \`<|\`, and update the server: old versions have this fault.`;

/** JSON of a value; nothing where it is nested too deep to be written. */
function written(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return '';
  }
}

/** Whether an answer says that the limit on tokens cut it off. */
function lengthNotes(value: unknown): string[] {
  const { choices, done_reason } = membersOf(value);
  const [choice] = Array.isArray(choices) ? choices : [];
  const reason = membersOf(choice).finish_reason ?? done_reason;
  return reason === 'length' ? ['`finish_reason` is `length`: the token limit cut the output off.'] : [];
}
