/** A tool, independent of the format in which it is declared, and the parts of it that a format loses. */
import type { Schema } from '../../model/tools/schema.ts';
import type { Span } from '../../syntax/span.ts';

/** A path in a schema: keywords, names of properties, list indexes. */
export type Path = readonly (string | number)[];

export interface Tool {
  /** The namespace of the tool as a recipient: `functions`, or that of built-in tools, such as `browser`. */
  readonly namespace: string;
  readonly name: string;
  /** The description of the tool; empty if there is none. */
  readonly description: string;
  /** The JSON Schema for the arguments; undefined if the arguments are unspecified. */
  readonly parameters: Schema | undefined;
  /** Whether calls must conform to the schema; only in OpenAI's formats. */
  readonly strict?: boolean | undefined;
  /** The source position of a part, in UTF-16 offsets: `['description']`, `['parameters', …]`. */
  readonly placeOf: (path: Path) => Span;
}

/** A part that is lost, with its position in the source. */
export interface ToolLoss extends Span {
  /** The name of the tool as a recipient, or the name of a response format. */
  readonly tool: string;
  /** A sentence that names the loss and its reason. */
  readonly reason: string;
}

/** The result of reading or writing, together with the losses. */
export interface WithLosses<T> {
  readonly value: T;
  readonly losses: readonly ToolLoss[];
}

/** The name of the tool in calls, such as `functions.get_weather`. */
export const recipientOf = ({ namespace, name }: Pick<Tool, 'namespace' | 'name'>) =>
  namespace === '' ? name : `${namespace}.${name}`;

export function lossAt(tool: Tool, path: Path, reason: string): ToolLoss {
  const { start, end } = tool.placeOf(path);
  return { tool: recipientOf(tool), reason, start, end };
}
