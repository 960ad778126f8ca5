/** Returns the results of reading a session as readable lines for tests. */

import { convertDocument } from '../../../server/src/convert/document.ts';
import { createChecker, openDocument } from '../../../server/src/documents/document.ts';
import type { SessionFacts } from '../../../server/src/model/json/sessions/session.ts';
import { conversationsOf } from '../../../server/src/model/json/shapes.ts';
import type { JsonDocument } from '../../../server/src/syntax/json/document.ts';
import { readUnit } from '../../../server/src/syntax/json/json-unit.ts';
import { usual } from '../convert.ts';

/** Returns records as the lines of a file. */
export const linesOf = (records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** Opens a session, which is one JSON value or has one record per line. */
export const openSession = (text: string, name = text.includes('\n') ? 'test:session.jsonl' : 'test:session.json') =>
  openDocument(name, 'ocml', 0, text, undefined) as JsonDocument;

interface Message {
  readonly role: string;
  readonly reasoning_content?: string;
  readonly content: unknown;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

const plain = (content: unknown) => (typeof content === 'string' ? content : JSON.stringify(content));

/** Returns the messages of a converted session, one per line: `assistant (thinks …): says → tool id arguments`. */
export function toldIn(text: string, options: { readonly public?: boolean } = {}): string[] {
  const { output, notes } = convertDocument(openSession(text), { ...usual, ...options });
  if (output === undefined || !('value' in output)) return notes.map(({ message }) => message);
  // A file with several conversations becomes a list of conversations. Only the first one is returned.
  const [first = output.value] = Array.isArray(output.value) ? output.value : [];
  const { messages } = first as { messages: readonly Message[] };
  return messages.map(({ role, reasoning_content: thought, content, tool_calls: calls = [], tool_call_id: id }) => {
    const body = content === null ? '' : ` ${plain(content)}`;
    const called = calls.map((call) => ` → ${call.function.name} ${call.id} ${call.function.arguments}`).join('');
    return `${role}${id === undefined ? '' : ` ${id}`}${thought === undefined ? '' : ` (${thought})`}:${body}${called}`;
  });
}

/** Returns the names of the tools that a converted session declares. */
export function toolsIn(text: string): string[] {
  const { output } = convertDocument(openSession(text), usual);
  const { tools = [] } = (output && 'value' in output ? output.value : {}) as {
    tools?: readonly { readonly function: { readonly name: string } }[];
  };
  return tools.map((tool) => tool.function.name);
}

/** Returns the notes on the conversion of a session, without locations. */
export const notesOn = (text: string): string[] =>
  convertDocument(openSession(text), usual).notes.map(({ message }) => message);

/** Returns the problems in a session as code, severity and line, counted from 1. */
export function problemsIn(text: string, training = false): string[] {
  const document = openSession(text);
  const checker = createChecker(document, { strict: false, levels: {}, training });
  const { problems } = checker.problems(Number.POSITIVE_INFINITY);
  return problems.map((placed) => {
    const { code, severity } = placed.problem;
    return `${checker.rangeOf(placed).start.line + 1} ${severity} ${code}`;
  });
}

export function factsOf(text: string): SessionFacts {
  const root = readUnit(openSession(text).units[0] as JsonDocument['units'][number]).root;
  const session = root && conversationsOf(root)?.session;
  if (session === undefined) throw new Error('This is not read as a session.');
  return session;
}

/** Returns lines that describe the records that are not messages: how many there are of each kind, and the meaning of the kind. */
export const othersIn = (text: string): string[] =>
  factsOf(text).others.map(({ kind, count, meaning }) => `${count} ${kind}: ${meaning}`);
