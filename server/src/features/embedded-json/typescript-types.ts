/** Writes the declaration of a tool whose parameters are a JSON schema in the syntax of Harmony (HARM-36). */
import type { Schema, SchemaObject } from '../../model/tools/schema.ts';
import { defaultOf, described, membersOf, schemasAt } from './schemas.ts';
import { json } from './value-skeleton.ts';

/** The limits of a declaration, which should be readable at a glance in a hover. Parts beyond these limits are replaced with `…`. */
const TYPE_LIMITS = { depth: 4, members: 40, parts: 20 };

/** The declaration of a tool: `type NAME = (_: { … }) => any;`. The schema must be bounded. */
export function typeScriptOf(tool: string, schema: Schema): string {
  const members = membersOf(schemasAt(schema, []));
  const parameters = members.length === 0 ? '' : `_: ${objectType(schemasAt(schema, []), 0)}`;
  return `type ${tool} = (${parameters}) => any;`;
}

function typeOf(schema: Schema, depth: number): string {
  if (typeof schema === 'boolean') return 'any';
  const { type, items, anyOf } = schema;
  const values = schema.enum ?? ('const' in schema ? [schema.const] : undefined);
  if (values) return union(values.map((value) => JSON.stringify(value)));
  if (anyOf) return union(anyOf.map((part) => typeOf(part, depth)));
  if (type === 'array' && items !== undefined) {
    const item = typeOf(items, depth);
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
  }
  if (type === 'object' && schema.properties) return objectType([schema], depth);
  return union([type ?? 'any'].flat());
}

function union(parts: readonly string[]): string {
  const uniqueParts = [...new Set(parts.slice(0, TYPE_LIMITS.parts))];
  return [...uniqueParts, ...(parts.length > TYPE_LIMITS.parts ? ['…'] : [])].join(' | ');
}

function objectType(schemas: readonly SchemaObject[], depth: number): string {
  if (depth >= TYPE_LIMITS.depth) return '{ … }';
  const indent = '  '.repeat(depth + 1);
  const members = membersOf(schemas);
  const lines = members.slice(0, TYPE_LIMITS.members).flatMap(({ key, schema, required }) => {
    const memberSchemas = schemasAt(schema, []);
    const descriptionLines = described(memberSchemas)?.text.split(/\r\n?|\n/) ?? [];
    const fallback = defaultOf(memberSchemas);
    const name = /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key) ? key : JSON.stringify(key);
    const member = `${name}${required ? '' : '?'}: ${typeOf(schema, depth + 1)},`;
    return [
      ...descriptionLines.map((line) => `// ${line}`),
      member + (fallback === undefined ? '' : ` // default: ${json(fallback)}`),
    ];
  });
  if (members.length > TYPE_LIMITS.members) lines.push('// …');
  return `{\n${lines.map((line) => indent + line).join('\n')}\n${'  '.repeat(depth)}}`;
}
