/** Reads a prompt that a template of the registry has written back into messages. */

import { generationRole } from '../../grammar/messages.ts';
import { writesRoles } from '../../model/template-roles.ts';
import { plain } from '../jinja/runtime/text.ts';
import type { ChatTemplate } from './index.ts';
import { formatPattern, frameOf, type Pattern, type PatternMessage } from './pattern.ts';

export interface Imported {
  readonly messages: readonly { readonly role: string; readonly content: string }[];
  /** Whether the prompt ends with the generation prompt. */
  readonly addGenerationPrompt: boolean;
  /** Whether the result is unambiguous, because a token closes every message. */
  readonly exact: boolean;
}

/**
 * Reads a prompt. Throws, with a message for users, if the template cannot have written the prompt, or if the prompt is ambiguous
 * (TPL-23, TPL-24).
 */
export function importPrompt({ name, pattern }: ChatTemplate, prompt: string): Imported {
  const [before, after] = frameOf(pattern, 'x');
  if (!writesRoles(pattern.message))
    throw new Error(
      `the template ${name} writes neither roles nor the ends of messages, so its prompts cannot be split into messages again`,
    );
  const conversation = new Reader(pattern, prompt).read();
  const expectedPrompt = plain(formatPattern(pattern, conversation.messages, conversation.addGenerationPrompt));
  if (expectedPrompt !== prompt)
    throw new Error(`this is not a prompt of the template ${name}: ${differing(prompt, expectedPrompt)}`);
  return { ...conversation, exact: before !== '' && after !== '' };
}

function differing(prompt: string, expectedPrompt: string): string {
  let at = 0;
  while (at < prompt.length && prompt[at] === expectedPrompt[at]) at++;
  const line = prompt.slice(0, at).split('\n').length;
  return `on line ${line}, it has ${JSON.stringify(prompt.slice(at, at + 40))} where the template would write ${JSON.stringify(expectedPrompt.slice(at, at + 40))}`;
}

/** Matches a role in a marker. */
const role = '[\\w.:-]{1,100}';
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

class Reader {
  private readonly opener: RegExp;
  private readonly closer: string;

  constructor(
    private readonly pattern: Pattern,
    private readonly prompt: string,
  ) {
    const [before = '', closer = ''] = pattern.message.split('{content}');
    const source = before
      .split(/\{(?:role|Role|ROLE)\}/)
      .map(escaped)
      .join(`(${role})`);
    this.opener = new RegExp(source, 'y');
    this.closer = closer;
  }

  read(): Omit<Imported, 'exact'> {
    const { begin = '', generation } = this.pattern;
    const messages: PatternMessage[] = [];
    let at = this.prompt.startsWith(begin) ? begin.length : 0;
    for (let first = true; at < this.prompt.length; first = false) {
      if (!first) at = this.separated(at);
      if (this.prompt.slice(at) === generation) return { messages: texts(messages), addGenerationPrompt: true };
      const name = this.opened(at);
      if (name === undefined) break;
      at = this.opener.lastIndex;
      const end = this.endOf(at);
      const isOpen = end === undefined;
      const content = this.prompt.slice(at, end);
      messages.push({ role: isOpen ? generationRole : name, content });
      at = end === undefined ? this.prompt.length : end + this.closer.length;
    }
    return { messages: texts(messages), addGenerationPrompt: false };
  }

  private separated(at: number): number {
    const { separator = '' } = this.pattern;
    return this.prompt.startsWith(separator, at) ? at + separator.length : at;
  }

  private opened(at: number): string | undefined {
    this.opener.lastIndex = at;
    const name = this.opener.exec(this.prompt)?.[1];
    return name === undefined || this.pattern.message.includes('{role}') ? name : name.toLowerCase();
  }

  /** The end of the content; undefined if its end marker is missing. */
  private endOf(from: number): number | undefined {
    if (this.closer !== '') {
      const end = this.prompt.indexOf(this.closer, from);
      return end < 0 ? undefined : end;
    }
    const { separator = '', generation } = this.pattern;
    const last = this.prompt.length - separator.length;
    for (let at = this.prompt.indexOf(separator, from); at >= 0; at = this.prompt.indexOf(separator, at + 1)) {
      const next = at + separator.length;
      if (this.opened(next) !== undefined || this.prompt.slice(next) === generation) return at;
      // Without a separator, a search after the end of the prompt would find the end again and again.
      if (at === last) break;
    }
    return this.prompt.length;
  }
}

const texts = (messages: readonly PatternMessage[]) =>
  messages.map(({ role: name, content }) => ({ role: name, content: plain(content) }));
