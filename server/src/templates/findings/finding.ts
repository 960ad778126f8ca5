/** Facts, with evidence, that users should know about a template before they train or serve a model with it. */

import type { Severity } from '../../rules/support/rule.ts';
import { TemplateError } from '../jinja/errors.ts';
import type { Limits } from '../jinja/runtime/budget.ts';
import { plain } from '../jinja/runtime/text.ts';
import type { Value } from '../jinja/runtime/values.ts';
import type { JinjaTemplate } from '../jinja-template.ts';
import { standIns } from '../stand-ins.ts';
import type { Template } from '../template.ts';
import { valueOfData } from '../values.ts';
import { type Slip, slipsIn } from './slips.ts';

export interface Finding {
  /** A code in `templateEffects` (rules/template-problems.ts), which defines the severity of each code. */
  readonly code: string;
  /** A message that describes the template's effect, why it matters, and the remedy. */
  readonly message: string;
  /** The offset in the template; undefined for a finding that concerns the whole template. */
  readonly at: number | undefined;
  /** A severity that is milder than usual for the code. */
  readonly milder?: Severity | undefined;
  readonly evidence: Evidence;
}

export interface Evidence {
  /** The input with which the template was tested. */
  readonly given: Readonly<Record<string, unknown>>;
  /** The prompt for `given`, and the prompts with which it is compared. */
  readonly prompts: readonly { readonly label: string; readonly text: string }[];
  /** The first offset at which the two prompts differ. For words that are missing from a prompt, `missing` is set instead. */
  readonly difference?: number;
  readonly missing?: string;
}

/** A prompt, or the reason why there is none. */
export type Attempt =
  | { readonly text: string; readonly usesClock: boolean }
  | { readonly error: string; readonly at: number | undefined; readonly fault: TemplateError['fault'] };

export const isMade = (one: Attempt): one is Extract<Attempt, { readonly text: string }> => 'text' in one;

/** The offset at which a finding is reported: that of the first of these names that the template contains. */
export const placeOf = (template: Template, ...names: readonly string[]) => firstPlaceOf(template, names);

/** The same as `placeOf`, for a list of names. */
export function firstPlaceOf({ text }: Template, names: readonly string[]): number | undefined {
  return names.map((name) => text.indexOf(name)).find((at) => at >= 0);
}

/** The date for all conversations, which is fixed so that results are reproducible. */
const clock = new Date('2026-01-31T12:00:00');
/** The limits for one conversation, which consists of a few messages. */
const limits: Limits = {
  steps: 500_000,
  time: 2_000,
  text: 1 << 22,
  texts: 1 << 25,
  list: 1 << 18,
  lists: 1 << 20,
  depth: 100,
};
/** The limit for all conversations together, in milliseconds. */
const MAX_TOTAL_TIME = 5_000;

/** A template that is tested with conversations, and the time that is left for these tests. */
export class Trial {
  private left = MAX_TOTAL_TIME;
  private slips: readonly Slip[] | undefined;

  constructor(
    readonly template: JinjaTemplate,
    private readonly unwanted?: () => boolean,
    /** Whether the template accepts content only as a list of parts. */
    readonly asParts = false,
  ) {}

  /** Returns a conversation in the form in which it is passed to the template. */
  given(conversation: Evidence['given']): Evidence['given'] {
    const { messages } = conversation;
    return this.asParts && Array.isArray(messages)
      ? { ...conversation, messages: messages.map(inTextParts) }
      : conversation;
  }

  /** Returns the first misspelling in the template of one of these words or, by default, of any known word. */
  slip(words?: readonly string[]): Slip | undefined {
    this.slips ??= slipsIn(this.template);
    return this.slips.find((slip) => words === undefined || words.includes(slip.meant));
  }

  attempt(conversation: Readonly<Record<string, unknown>>): Attempt {
    const input = this.given(conversation);
    const variables = new Map<string, Value>(Object.entries(input).map(([name, value]) => [name, valueOfData(value)]));
    // Without stand-ins, tokens that the template's source does not define would be missing from the prompt.
    for (const [name, text] of standIns) if (!this.template.variables.has(name)) variables.set(name, text);
    const time = Math.min(limits.time, Math.max(0, this.left));
    const start = Date.now();
    try {
      const { text, clock: usedClock } = this.template.render(variables, {
        clock,
        limits: { ...limits, time, ...(this.unwanted && { unwanted: this.unwanted }) },
      });
      return { text: plain(text), usesClock: usedClock !== undefined };
    } catch (error) {
      if (error instanceof TemplateError) return { error: error.message, at: error.at, fault: error.fault };
      throw error;
    } finally {
      this.left -= Date.now() - start;
    }
  }
}

/** Turns a string that is the content of a message into a list of one part. */
const inTextParts = <T extends { readonly content?: unknown }>(message: T) =>
  typeof message.content === 'string'
    ? { ...message, content: message.content === '' ? [] : [{ type: 'text', text: message.content }] }
    : message;

/** The first offset at which two texts differ; undefined if the second text begins with the first. */
export function firstDifference(before: string, after: string): number | undefined {
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  return at === before.length ? undefined : at;
}
