/**
 * Finds the formats that a developer message requires for answers (HARM-37), each of which is a heading `## NAME` with a JSON
 * Schema in the section `# Response Formats`.
 */

import type { Block } from '../../syntax/block.ts';
import { isObject } from '../../syntax/is-object.ts';
import { parseValues } from '../../syntax/json/values.ts';
import type { Span } from '../../syntax/span.ts';
import type { ToolDeclaration } from './declarations.ts';
import type { Schema, SchemaObject } from './schema.ts';

/** The name under which the schema of the assistant's answers is stored like that of a tool. A tool cannot have this name. */
export const answer = '# Response Formats';

const section = /^# Response Formats[ \t]*$/m;
const heading = /^## (\S+)[ \t]*$/gm;

/** A format that answers must have. */
export interface ResponseFormat {
  readonly name: string;
  /** The text of the comment lines after the heading. */
  readonly description: string;
  readonly schema: SchemaObject;
}

/** A format in a text. All offsets are UTF-16 units in that text. */
interface WrittenFormat extends ResponseFormat, Span {
  readonly nameStart: number;
  readonly schemaStart: number;
}

/**
 * Returns the start of the section in a body, and its formats. The result is undefined if there are no formats, or if one cannot be parsed.
 */
export function formatsIn(body: string): { readonly start: number; readonly formats: WrittenFormat[] } | undefined {
  const start = section.exec(body)?.index;
  if (start === undefined) return undefined;
  const headings = [...body.matchAll(heading)].filter(({ index }) => index > start);
  const formats = headings.flatMap((match) => formatAt(body, match) ?? []);
  return formats.length > 0 && formats.length === headings.length ? { start, formats } : undefined;
}

/** Returns the formats of a message as a single declaration, since an answer may have any of them. */
export function responseFormats({ text, bodyStart, bodyEnd }: Block): ToolDeclaration[] {
  const body = text.slice(bodyStart, bodyEnd);
  const { start, formats } = formatsIn(body) ?? { formats: [] };
  const [first] = formats;
  if (first === undefined) return [];
  const schemas = formats.map(({ schema }) => schema);
  return [
    {
      tool: answer,
      start: bodyStart + first.nameStart,
      end: bodyStart + first.nameStart + first.name.length,
      doc: formats.map(({ name }) => name).join(', '),
      signature: body.slice(start),
      aliases: new Map(),
      parameters: schemas.length === 1 ? (schemas[0] as Schema) : { anyOf: schemas },
    },
  ];
}

/** The format at a heading: its name, its comment lines, and its schema. */
function formatAt(body: string, { 0: line, 1: name = '', index }: RegExpMatchArray): WrittenFormat | undefined {
  const from = (index as number) + line.length;
  const [comments = ''] = /^(?:\s*\/\/[^\n]*)*/.exec(body.slice(from)) ?? [];
  const at = from + comments.length;
  const { values } = parseValues(body.slice(at));
  const [jsonValue] = values;
  if (jsonValue === undefined || !isObject(jsonValue.value)) return undefined;
  const lines = comments.split('\n').flatMap((text) => /^\s*\/\/ ?(.*)$/.exec(text)?.[1] ?? []);
  return {
    name,
    description: lines.join('\n'),
    schema: jsonValue.value,
    start: index as number,
    nameStart: (index as number) + 3,
    schemaStart: at + jsonValue.start,
    end: at + jsonValue.end,
  };
}
