/** Lists the parts of a conversation that a template drops: each kind of part once, with the numbers of its messages. */
import type { Value } from '../jinja/runtime/values.ts';
import type { Template } from '../template.ts';
import { RowChecker } from './checker.ts';
import { rowIn } from './row.ts';

/** The maximum number of messages that a note names. */
const MAX_LISTED_MESSAGES = 10;

/**
 * Returns notes about the dropped parts. `json`: the conversation as a request; `variables`: variables for the template that
 * override those in the request.
 */
export function leftOut(template: Template, json: string, variables: ReadonlyMap<string, Value>): readonly string[] {
  const row = rowIn(json);
  if (row === undefined) return [];
  const others = Object.entries(row.members).filter(([name]) => name === 'messages' || !variables.has(name));
  const judged = new RowChecker(template, { given: variables }).judge({ ...row, members: Object.fromEntries(others) });
  const byKind = new Map<string, number[]>();
  for (const { code, message, of } of judged) {
    // The prompt of a registry template already has notes about the dropped parts of messages.
    if (code !== 'template-drops' || (template.pattern !== undefined && of !== undefined)) continue;
    const numbers = byKind.get(message) ?? [];
    byKind.set(message, numbers);
    if (of !== undefined) numbers.push(of + 1);
  }
  return [...byKind].map(([message, numbers]) => `${placeOf(numbers)}${message}`);
}

/** Returns the beginning of a note about the messages with these numbers. */
export function placeOf(numbers: readonly number[]): string {
  const [only] = numbers;
  if (only === undefined) return '';
  if (numbers.length === 1) return `message ${only}: `;
  const more = numbers.length > MAX_LISTED_MESSAGES ? ` and ${numbers.length - MAX_LISTED_MESSAGES} more` : '';
  return `messages ${numbers.slice(0, MAX_LISTED_MESSAGES).join(', ')}${more}: `;
}
