/** A tool as every form declares it, and what of it a form cannot hold. */
import type { Schema } from '../../model/tools/schema.ts';
import type { Span } from '../../syntax/span.ts';

/** The way into a schema: keywords, names of properties, places in a list. */
export type Path = readonly (string | number)[];

export interface Tool {
  /** The namespace of its recipient: `functions`, or that of built-in tools, such as `browser`. */
  readonly namespace: string;
  readonly name: string;
  /** Empty if there is none. */
  readonly description: string;
  /** The JSON Schema of its arguments; undefined where nothing is said of them. */
  readonly parameters: Schema | undefined;
  /** Only in OpenAI's forms: whether calls must keep to the schema. */
  readonly strict?: boolean | undefined;
  /** Where something of it is written in its source, in UTF-16 offsets: `['description']`, `['parameters', …]`. */
  readonly placeOf: (path: Path) => Span;
}

/** Something that is no longer said, with its place in the source. */
export interface ToolLoss extends Span {
  /** The tool as a recipient, or the name of a response format. */
  readonly tool: string;
  /** A sentence: what, and why. */
  readonly reason: string;
}

/** The result of reading or writing, and its losses. */
export interface WithLosses<T> {
  readonly value: T;
  readonly losses: readonly ToolLoss[];
}

/** As calls name it: `functions.get_weather`. */
export const recipientOf = ({ namespace, name }: Pick<Tool, 'namespace' | 'name'>) =>
  namespace === '' ? name : `${namespace}.${name}`;

export function lossAt(tool: Tool, path: Path, reason: string): ToolLoss {
  const { start, end } = tool.placeOf(path);
  return { tool: recipientOf(tool), reason, start, end };
}
