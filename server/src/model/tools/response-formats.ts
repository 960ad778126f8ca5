/** The formats that a developer message asks answers to have (HARM-37): `# Response Formats`, `## NAME`, a JSON Schema. */
import type { Block } from '../../syntax/block.ts';
import { parseValues } from '../../syntax/json/values.ts';
import { isObject } from '../body-json.ts';
import type { ToolDeclaration } from './declarations.ts';
import type { Schema } from './schema.ts';

/** In place of a tool, what answers of the assistant are held against. No tool can have that name. */
export const answer = '# Response Formats';

const section = /^# Response Formats[ \t]*$/m;
const format = /^## (\S+)[ \t]*$/gm;

/** The formats of a message, as one declaration: an answer may have any of them. None if one cannot be read. */
export function responseFormats({ text, bodyStart, bodyEnd }: Block): ToolDeclaration[] {
  const body = text.slice(bodyStart, bodyEnd);
  const start = section.exec(body)?.index;
  if (start === undefined) return [];
  const names = [...body.matchAll(format)].filter(({ index }) => index > start);
  const schemas = names.map(({ index, 0: line }) => schemaAfter(body, index + line.length));
  if (names.length === 0 || !schemas.every((schema) => schema !== undefined)) return [];
  const [first] = names as [RegExpExecArray];
  return [
    {
      tool: answer,
      start: bodyStart + first.index + 3,
      end: bodyStart + first.index + first[0].trimEnd().length,
      doc: names.map(([, name]) => name).join(', '),
      signature: body.slice(start),
      aliases: new Map(),
      parameters: schemas.length === 1 ? (schemas[0] as Schema) : { anyOf: schemas },
    },
  ];
}

/** The schema after a heading and the comment lines below it. */
function schemaAfter(body: string, at: number): Schema | undefined {
  const from = at + (/^(?:\s*\/\/[^\n]*)*/.exec(body.slice(at))?.[0].length ?? 0);
  const { values } = parseValues(body.slice(from));
  const value = values[0]?.value;
  return isObject(value) ? value : undefined;
}
