/** A chat template of any kind: what makes one prompt of a conversation. */

import type { Limits } from './jinja/runtime/budget.ts';
import type { Text } from './jinja/runtime/text.ts';
import type { Value } from './jinja/runtime/values.ts';
import type { Pattern } from './registry/pattern.ts';

export interface Template {
  readonly name: string;
  readonly kind: 'pattern' | 'jinja';
  /** The text that offsets of its errors are in. */
  readonly text: string;
  /** The markers between messages in its output, as far as they are known without running it. */
  readonly markers: readonly string[];
  /** Its source's variables for tokens: `bos_token` and the like. */
  readonly variables: ReadonlyMap<string, Value>;
  /** The pattern it is made of, if it is data. */
  readonly pattern?: Pattern;
  /** Writes the prompt of a conversation, or throws a `TemplateError`. */
  render(conversation: Variables, options?: RenderOptions): Prompt;
}

/** The names that a template can use: `messages`, `tools`, `add_generation_prompt` and whatever else it asks for. */
export type Variables = ReadonlyMap<string, Value>;

export interface RenderOptions {
  readonly limits?: Limits;
  /** The time on the clock. */
  readonly clock?: Date;
  /** Strings of the conversation carry where they are from. */
  readonly traces?: boolean;
}

export interface Prompt {
  readonly text: Text;
  /** The time on the clock, if the prompt depends on it. */
  readonly clock: Date | undefined;
  /** There was too much to trace: what is mapped to nothing may be from somewhere all the same. */
  readonly untraced?: boolean;
  /** Of a Jinja template: its `{% generation %}` texts, in order, where `transformers` takes them to be (code points). */
  readonly generations?: readonly { readonly start: number; readonly end: number }[];
  /** Notes about the prompt, as text: something was left out, or has several meanings. */
  readonly notes: readonly string[];
}
