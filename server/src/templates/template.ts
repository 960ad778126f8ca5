/** A chat template of any kind: it turns a conversation into one prompt. */

import type { Limits } from './jinja/runtime/budget.ts';
import type { Text } from './jinja/runtime/text.ts';
import type { Value } from './jinja/runtime/values.ts';
import type { Pattern } from './registry/pattern.ts';

export interface Template {
  readonly name: string;
  readonly kind: 'pattern' | 'jinja';
  /** The text to which the offsets of its errors refer. */
  readonly text: string;
  /** The markers between messages in its output, as far as they are known without rendering. */
  readonly markers: readonly string[];
  /** The token variables from its source: `bos_token` and the like. */
  readonly variables: ReadonlyMap<string, Value>;
  /** The pattern of a template that is data instead of Jinja (`registry/pattern.ts`). */
  readonly pattern?: Pattern;
  /** Writes the prompt for a conversation, or throws a `TemplateError`. */
  render(conversation: Variables, options?: RenderOptions): Prompt;
}

/** The variables that a template can use: `messages`, `tools`, `add_generation_prompt` and any others it reads. */
export type Variables = ReadonlyMap<string, Value>;

export interface RenderOptions {
  readonly limits?: Limits;
  /** The current time for the template. */
  readonly clock?: Date;
  /** Whether strings of the conversation carry their origin. */
  readonly traces?: boolean;
}

export interface Prompt {
  readonly text: Text;
  /** The time that was used, if the prompt depends on it. */
  readonly clock: Date | undefined;
  /** Whether tracing hit its limit: text without an origin may still come from a message. */
  readonly untraced?: boolean;
  /** For a Jinja template: its `{% generation %}` texts in order, at the positions that `transformers` assumes (code points). */
  readonly generations?: readonly { readonly start: number; readonly end: number }[];
  /** Notes about the prompt for the user: something was dropped, or is ambiguous. */
  readonly notes: readonly string[];
}
