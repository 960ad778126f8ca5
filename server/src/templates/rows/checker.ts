/** Checks a conversation with a template: whether the template rejects it, and which parts of it a model would not see. */

import { userRole } from '../../grammar/index.ts';
import { templates as registry } from '../../grammar/template-names.ts';
import type { Severity } from '../../rules/support/rule.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { isObject } from '../../syntax/is-object.ts';
import { usual } from '../input/conversation.ts';
import { TemplateError } from '../jinja/errors.ts';
import type { Limits } from '../jinja/runtime/budget.ts';
import { plain } from '../jinja/runtime/text.ts';
import type { Value } from '../jinja/runtime/values.ts';
import { forgedBy, whyForged, whyLossy } from '../registry/losses.ts';
import { anyOf } from '../spans.ts';
import { standInsFor } from '../stand-ins.ts';
import type { Template } from '../template.ts';
import { valueOfData } from '../values.ts';
import { nameOfTool, parametersOf, withMarks } from './marks.ts';
import { refusal } from './refusal.ts';
import type { Members, Row } from './row.ts';
import { SearchedText } from './searched-text.ts';

/** A problem that a template has with a conversation. */
export interface RenderedMessage {
  readonly code:
    | 'template-rejects'
    | 'template-drops'
    | 'template-arguments-twice'
    | 'template-writes-none'
    | 'template-trims'
    | 'template-special-in-content'
    | 'template-lossy';
  readonly message: string;
  /** A severity that is milder than usual for the code. */
  readonly milder?: Severity;
  /** The index of the message; undefined if the problem concerns the whole conversation. */
  readonly of: number | undefined;
  /** The field of the message or of the conversation. */
  readonly member?: string;
  /** The index of the call in the message. */
  readonly call?: number;
}

/** A fixed date, so that the result depends on nothing but the row. */
const clock = new Date('2026-01-31T12:00:00');

/** The phrases that messages use for the parts that can be dropped. */
const phrases = {
  content: 'the content of this message',
  tool_calls: 'arguments of this call',
  tools: 'the tools of this conversation',
  parameters: 'the parameters of tools',
} as const;

/** The phrases that are plural. */
const manyThings: ReadonlySet<string> = new Set([phrases.tool_calls, phrases.tools, phrases.parameters]);

/** The fields of an answer that may contain its reasoning. */
const reasons = ['reasoning_content', 'reasoning', 'thinking'] as const;

/** The maximum number of markers that a message about markers in content lists. */
const MAX_LISTED_MARKERS = 10;

/** The maximum number of beginnings of a conversation that are rendered in order to find the message that the template rejects. */
const MAX_RENDERED_PREFIXES = 200;

interface Judging {
  /** The limits for rendering a row. */
  readonly limits?: Limits | undefined;
  /** Variables for the template besides those in the row. */
  readonly given?: ReadonlyMap<string, Value>;
}

export class RowChecker {
  /** Matches the template's markers; undefined if there are none, or if the rule for registry templates covers them. */
  private readonly markers: RegExp | undefined;
  /** The variables that are always passed to the template. */
  private readonly always: ReadonlyMap<string, Value>;

  private readonly limits: Limits | undefined;

  constructor(
    readonly template: Template,
    { limits, given: variables = new Map() }: Judging = {},
  ) {
    this.limits = limits;
    this.always = new Map<string, Value>([
      ...usual,
      ...standInsFor(template),
      ['add_generation_prompt', false],
      ...variables,
    ]);
    const registryMarkers = new Set(registry.flatMap(({ markers }) => markers));
    this.markers = anyOf(template.markers.filter((marker) => !registryMarkers.has(marker)));
  }

  judge({ members, messages, exact, native }: Row): readonly RenderedMessage[] {
    let prompt: string;
    try {
      prompt = this.render(members, messages, exact);
    } catch (error) {
      if (!(error instanceof TemplateError)) throw error;
      const of = error.fault === 'budget' ? undefined : this.firstRefused(members, messages, error.message);
      return [{ code: 'template-rejects', message: refusal(this.template.name, error), of }];
    }
    const searched = new SearchedText(prompt);
    const dropped = [...this.droppedTools(members, searched), ...this.dropped(messages, searched)];
    const twice = native ? [...this.twice(messages, searched), ...this.none(members, messages, prompt)] : [];
    return [
      ...dropped,
      ...twice,
      ...this.masked(members, messages, searched, dropped),
      ...this.injected(messages),
      ...this.lossy(members, messages),
    ];
  }

  /** Finds dropped values that also occur elsewhere in the prompt: replaces the values with unique words, and renders again. */
  private masked(
    row: Members,
    messages: readonly unknown[],
    prompt: SearchedText,
    dropped: readonly RenderedMessage[],
  ): RenderedMessage[] {
    const reportedKeys = new Set(dropped.map(({ of, member, call }) => `${of} ${member} ${call}`));
    const { marked, named: tools, marks } = withMarks(row, messages, prompt, this.template.text);
    if (marks.length === 0) return [];
    let markedPrompt: string;
    try {
      markedPrompt = this.render({ ...row, tools }, marked);
    } catch (error) {
      // The template may require the values that were replaced.
      if (error instanceof TemplateError) return [];
      throw error;
    }
    const problems: RenderedMessage[] = [];
    for (const { word, of, member, call } of marks) {
      const key = `${of} ${member} ${call}`;
      if (markedPrompt.includes(word) || reportedKeys.has(key)) continue;
      reportedKeys.add(key);
      problems.push(this.drop(of, member, phrases[member], call));
    }
    return problems;
  }

  /** Reports dropped tools and parameters, whose names the prompt does not contain. */
  private droppedTools({ tools }: Members, prompt: SearchedText): RenderedMessage[] {
    if (!Array.isArray(tools)) return [];
    if (!tools.every((tool) => prompt.has(nameOfTool(tool) ?? '')))
      return [this.drop(undefined, 'tools', phrases.tools)];
    if (tools.flatMap(parametersOf).every((name) => prompt.has(name))) return [];
    return [this.drop(undefined, 'tools', phrases.parameters)];
  }

  private drop(of: number | undefined, member: string, what: string, call?: number): RenderedMessage {
    return {
      code: 'template-drops',
      message: `The template ${this.template.name} drops or changes ${what}, so the model does not see ${manyThings.has(what) ? 'them' : 'it'} as written. ${of === undefined ? 'Use' : 'Change the message, or use'} another template.`,
      of,
      member,
      ...(call !== undefined && { call }),
    };
  }

  private render(row: Members, messages: readonly unknown[], exact?: ReadonlyMap<string, Value>): string {
    const variables = new Map(this.always);
    for (const [name, value] of Object.entries(row)) variables.set(name, exact?.get(name) ?? valueOfData(value));
    if (!exact || messages !== row.messages) variables.set('messages', valueOfData(messages));
    return plain(this.template.render(variables, { clock, ...(this.limits && { limits: this.limits }) }).text);
  }

  /** The index of the first message at which the template rejects the conversation for this reason. */
  private firstRefused(row: Members, messages: readonly unknown[], reason: string): number | undefined {
    for (let count = 1; count <= Math.min(messages.length, MAX_RENDERED_PREFIXES); count++) {
      try {
        this.render(row, messages.slice(0, count));
      } catch (error) {
        if (error instanceof TemplateError && error.message === reason) return count - 1;
      }
    }
    return undefined;
  }

  private dropped(messages: readonly unknown[], prompt: SearchedText): RenderedMessage[] {
    const problems: RenderedMessage[] = [];
    const add = (...what: Parameters<RowChecker['drop']>) => problems.push(this.drop(...what));
    const lastAsked = messages.findLastIndex((message) => isObject(message) && message.role === userRole);
    messages.forEach((message, i) => {
      if (!isObject(message)) return;
      const texts = textsIn(message.content);
      if (texts.some((text) => !holds(prompt, text))) add(i, 'content', phrases.content);
      else if (texts.some((text) => isTrimmed(prompt, text))) problems.push(trimmed(this.template.name, i));
      const calls = callsIn(message);
      const call = calls.findIndex((one) => !holdsCall(prompt, one));
      if (call >= 0)
        add(i, 'tool_calls', prompt.has(nameOfTool(calls[call]) ?? '') ? phrases.tool_calls : 'this call', call);
      if (i > lastAsked) {
        for (const name of reasons) {
          const text = getOwn(message, name);
          if (typeof text === 'string' && !holds(prompt, text)) problems.push(this.unreasoned(message, i, name));
        }
      }
    });
    return problems;
  }

  /**
   * Reports arguments that are a JSON string and that the template encodes as a JSON string again. Only the first such call in each
   * message is reported.
   */
  private twice(messages: readonly unknown[], prompt: SearchedText): RenderedMessage[] {
    const message = `The template ${this.template.name} encodes these arguments twice, with a backslash before each quote, because they are already a JSON string. The model learns to write such calls. Write the arguments as an object, or use a template that writes a string unchanged.`;
    return messages.flatMap((one, of): RenderedMessage[] => {
      const call = callsIn(one).findIndex((each) => {
        const callArguments = argumentsOf(each);
        return (
          typeof callArguments === 'string' && callArguments.includes('"') && prompt.has(JSON.stringify(callArguments))
        );
      });
      return call < 0 ? [] : [{ code: 'template-arguments-twice', message, of, member: 'tool_calls', call }];
    });
  }

  /**
   * Reports null content that the template writes as `None`. This is the case if replacing null content with an empty string reduces the
   * number of `None` in the prompt.
   */
  private none(row: Members, messages: readonly unknown[], prompt: string): RenderedMessage[] {
    const isNull = (one: unknown) => isObject(one) && one.content === null;
    if (!messages.some(isNull) || !prompt.includes('None')) return [];
    let without: string;
    try {
      without = this.render(
        row,
        messages.map((one) => (isNull(one) ? { ...(one as Members), content: '' } : one)),
      );
    } catch (error) {
      if (error instanceof TemplateError) return [];
      throw error;
    }
    if (without.split('None').length === prompt.split('None').length) return [];
    const message = `The template ${this.template.name} writes \`content: null\` as \`None\`: the model learns to write \`None\`. Use the empty string instead.`;
    return [{ code: 'template-writes-none', message, of: messages.findIndex(isNull), member: 'content' }];
  }

  /** Reports dropped reasoning, and names the field that the template would have read. */
  private unreasoned(message: Members, of: number, member: string): RenderedMessage {
    const dropped = this.drop(of, member, 'this reasoning');
    const fieldName = reasons.find((name) => getOwn(message, name) === undefined && readsMember(this.template, name));
    if (fieldName === undefined) return dropped;
    return {
      ...dropped,
      message: `${dropped.message} Rename \`${member}\` to \`${fieldName}\`, which the template reads.`,
    };
  }

  private injected(messages: readonly unknown[]): RenderedMessage[] {
    const { markers } = this;
    if (markers === undefined) return [];
    return messages.flatMap((message, of): RenderedMessage[] => {
      if (!isObject(message)) return [];
      const contentMarkers = new Set(textsIn(message.content).flatMap((text) => text.match(markers) ?? []));
      if (contentMarkers.size === 0) return [];
      const markerList = [...contentMarkers].slice(0, MAX_LISTED_MARKERS).join(', ');
      const [is, it] = contentMarkers.size > 1 ? ['are control tokens', 'they'] : ['is a control token', 'it'];
      const them = contentMarkers.size > 1 ? 'them' : 'it';
      const text = `${markerList} ${is} of the template ${this.template.name} or its tokenizer. Within content, ${it} can end the message or forge another one. Remove or rewrite ${them}, or use a template that escapes ${them}.`;
      return [{ code: 'template-special-in-content', message: text, of, member: 'content' }];
    });
  }

  /**
   * Reports a prompt that cannot be read back (TPL-23, TPL-24). If the row itself names the template, a rule reports the prompt
   * instead.
   */
  private lossy({ name: chosen }: Members, messages: readonly unknown[]): RenderedMessage[] {
    const { name, pattern } = this.template;
    if (pattern === undefined || messages.length === 0 || chosen === name) return [];
    const lossy = whyLossy(name, pattern);
    if (lossy !== undefined) return [{ code: 'template-lossy', message: lossy, of: undefined, milder: 'information' }];
    const forged = forgedBy(pattern);
    return messages.flatMap((message, of): RenderedMessage[] => {
      const texts = isObject(message) ? textsIn(message.content) : [];
      const word = forged && texts.flatMap((text) => text.match(forged) ?? [])[0];
      if (word === undefined) return [];
      return [{ code: 'template-lossy', message: whyForged(name, word), of, member: 'content' }];
    });
  }
}

/** The text of content, or the texts of its parts. */
function textsIn(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => (isObject(part) && typeof part.text === 'string' ? part.text : []));
}

const trimmed = (name: string, of: number): RenderedMessage => ({
  code: 'template-trims',
  message: `The template ${name} removes white space at the beginning or end of this content, so the model does not see it.`,
  of,
  member: 'content',
});

/** Whether a prompt that contains the trimmed text lacks the white space at the ends of the text. */
function isTrimmed(prompt: SearchedText, text: string): boolean {
  const inked = text.trim();
  return inked !== '' && inked !== text && !hasWritten(prompt, text);
}

/** Whether a prompt contains a text, ignoring white space at its ends. */
function holds(prompt: SearchedText, text: string): boolean {
  const inked = text.trim();
  return inked === '' || hasWritten(prompt, inked);
}

/** Whether a prompt contains a text, either unchanged or with JSON escapes. */
function hasWritten(prompt: SearchedText, text: string): boolean {
  if (prompt.has(text)) return true;
  const escapedText = JSON.stringify(text).slice(1, -1);
  return escapedText !== text && prompt.has(escapedText);
}

/** Whether a prompt contains the arguments of a call, either as a whole or value by value. */
function holdsCall(prompt: SearchedText, call: unknown): boolean {
  const callArguments = argumentsOf(call);
  return (
    (typeof callArguments === 'string' && hasWritten(prompt, callArguments)) ||
    leaves(callArguments, 0).every((leaf) => holds(prompt, leaf))
  );
}

const callsIn = (message: unknown): readonly unknown[] =>
  isObject(message) && Array.isArray(message.tool_calls) ? message.tool_calls : [];

/** The arguments of a call. They may be in a `function` object. */
function argumentsOf(call: unknown): unknown {
  const called = isObject(call) && isObject(call.function) ? call.function : call;
  return isObject(called) ? called.arguments : undefined;
}

/** Whether a template mentions a field, as in `message.thinking`, `message['thinking']` or `'thinking' in message`. */
const readsMember = ({ text }: Template, name: string) => new RegExp(`\\.${name}\\b|['"]${name}['"]`).test(text);

/** The individual values in arguments, which may be a JSON string. */
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
  // `JSON.parse` does not keep all digits of larger numbers.
  if (typeof value === 'number') return Number.isSafeInteger(value) ? [String(value)] : [];
  if (Array.isArray(value)) return value.flatMap((one) => leaves(one, depth + 1));
  return isObject(value) ? Object.values(value).flatMap((one) => leaves(one, depth + 1)) : [];
}
