/** A conversation under a template: whether it is rejected, and what of it a model would not see. */
import { templates as registry, userRole } from '../../grammar/index.ts';
import { own } from '../../syntax/own.ts';
import { usual } from '../input/conversation.ts';
import { TemplateError } from '../jinja/errors.ts';
import type { Limits } from '../jinja/runtime/budget.ts';
import { plain } from '../jinja/runtime/text.ts';
import type { Value } from '../jinja/runtime/values.ts';
import type { Template } from '../template.ts';
import { valueOfData } from '../values.ts';
import { isMembers, type Members, type Row } from './row.ts';

/** What is to be said of something in a conversation. */
export interface Said {
  readonly code: 'template-rejects' | 'template-drops' | 'template-special-in-content';
  readonly message: string;
  /** The message, by its number; undefined for all of the conversation. */
  readonly of: number | undefined;
  /** The member of it. */
  readonly member?: string;
  /** Which of its calls. */
  readonly call?: number;
}

/** The same date for all rows: what they are depends on them alone. */
const clock = new Date('2026-01-31T12:00:00');

/** How many beginnings of a conversation are tried. */
const mostTried = 200;

export class RowChecker {
  /** Markers that the rule for the templates of the registry does not know. */
  private readonly markers: readonly string[];

  /** `limits`: what a template may take for a row. */
  constructor(
    private readonly template: Template,
    private readonly limits?: Limits,
  ) {
    const known = new Set(registry.flatMap(({ markers }) => markers));
    this.markers = template.markers.filter((marker) => !known.has(marker));
  }

  judge({ members, messages, exact }: Row): readonly Said[] {
    let prompt: string;
    try {
      prompt = this.render(members, messages, exact);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      const of = error.fault === 'budget' ? undefined : this.firstRefused(members, messages, error.message);
      const message = `The template ${this.template.name} rejects this conversation: ${error.message}`;
      return [{ code: 'template-rejects', message, of }];
    }
    return [...this.dropped(messages, prompt), ...this.injected(messages)];
  }

  private render(row: Members, messages: readonly unknown[], exact?: ReadonlyMap<string, Value>): string {
    const variables = new Map<string, Value>(usual);
    variables.set('add_generation_prompt', false);
    for (const [name, value] of Object.entries(row)) variables.set(name, exact?.get(name) ?? valueOfData(value));
    if (!exact || messages !== row.messages) variables.set('messages', valueOfData(messages));
    return plain(this.template.render(variables, { clock, ...(this.limits && { limits: this.limits }) }).text);
  }

  /** The message with which the template begins to refuse for the same reason. */
  private firstRefused(row: Members, messages: readonly unknown[], reason: string): number | undefined {
    for (let count = 1; count <= Math.min(messages.length, mostTried); count++) {
      try {
        this.render(row, messages.slice(0, count));
      } catch (error) {
        if (error instanceof TemplateError && error.message === reason) return count - 1;
      }
    }
    return undefined;
  }

  private dropped(messages: readonly unknown[], prompt: string): Said[] {
    const found: Said[] = [];
    const add = (of: number, member: string, what: string, call?: number) =>
      found.push({
        code: 'template-drops',
        message: `The template ${this.template.name} leaves ${what} out of the prompt, or alters it: the model does not see it as it is here.`,
        ...{ of, member, ...(call !== undefined && { call }) },
      });
    const lastAsked = messages.findLastIndex((message) => isMembers(message) && message.role === userRole);
    messages.forEach((message, i) => {
      if (!isMembers(message)) return;
      if (textsIn(message.content).some((text) => !holds(prompt, text)))
        add(i, 'content', 'the content of this message');
      const calls = Array.isArray(message.tool_calls) ? message.tool_calls : [];
      const call = calls.findIndex((one) => !holdsCall(prompt, one));
      if (call >= 0) add(i, 'tool_calls', 'arguments of this call', call);
      if (i > lastAsked) {
        for (const name of ['reasoning_content', 'reasoning', 'thinking']) {
          const text = own(message, name);
          if (typeof text === 'string' && !holds(prompt, text)) add(i, name, 'this reasoning');
        }
      }
    });
    return found;
  }

  private injected(messages: readonly unknown[]): Said[] {
    if (this.markers.length === 0) return [];
    return messages.flatMap((message, of): Said[] => {
      if (!isMembers(message)) return [];
      const texts = textsIn(message.content);
      const found = this.markers.filter((marker) => texts.some((text) => text.includes(marker)));
      if (found.length === 0) return [];
      const text = `The template ${this.template.name} writes ${found.join(', ')} between messages. In a content it ends the message, or forges another one, as soon as a model reads it.`;
      return [{ code: 'template-special-in-content', message: text, of, member: 'content' }];
    });
  }
}

/** The texts of a content: itself, or those of its parts. */
function textsIn(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => (isMembers(part) && typeof part.text === 'string' ? part.text : []));
}

/** Whether a prompt has a text, but for the space at its ends. */
function holds(prompt: string, text: string): boolean {
  const inked = text.trim();
  return inked === '' || prompt.includes(inked) || prompt.includes(JSON.stringify(inked).slice(1, -1));
}

function holdsCall(prompt: string, call: unknown): boolean {
  const called = isMembers(call) ? (isMembers(call.function) ? call.function : call) : undefined;
  if (called === undefined) return true;
  return leaves(called.arguments, 0).every((leaf) => holds(prompt, leaf));
}

/** The values of arguments, which may be a string of JSON. */
function leaves(value: unknown, depth: number): string[] {
  if (depth > 20) return [];
  if (typeof value === 'string') {
    if (depth > 0) return [value];
    try {
      return leaves(JSON.parse(value), 1);
    } catch {
      return [value];
    }
  }
  if (typeof value === 'number') return Number.isInteger(value) ? [String(value)] : [];
  if (Array.isArray(value)) return value.flatMap((one) => leaves(one, depth + 1));
  return isMembers(value) ? Object.values(value).flatMap((one) => leaves(one, depth + 1)) : [];
}
