/** A tool, independent of the format of its declaration, and the losses in a format. */
import type { Schema } from '../../model/tools/schema.ts';
import type { Span } from '../../syntax/span.ts';

/** A path in a schema: keywords, names of properties, list indexes. */
export type Path = readonly (string | number)[];

export interface Tool {
  /** The namespace of the tool as a recipient: `functions`, or that of built-in tools, such as `browser`. */
  readonly namespace: string;
  readonly name: string;
  /** The description, or an empty string. */
  readonly description: string;
  /** The JSON Schema for its arguments; undefined if they are unspecified. */
  readonly parameters: Schema | undefined;
  /** Only in OpenAI's formats: whether calls must conform to the schema. */
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

/** The name in calls: `functions.get_weather`. */
export const recipientOf = ({ namespace, name }: Pick<Tool, 'namespace' | 'name'>) =>
  namespace === '' ? name : `${namespace}.${name}`;

export function lossAt(tool: Tool, path: Path, reason: string): ToolLoss {
  const { start, end } = tool.placeOf(path);
  return { tool: recipientOf(tool), reason, start, end };
}
