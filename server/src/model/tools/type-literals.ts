/** Converts literals in a type, and annotations, to parts of a JSON Schema. */
import type { Schema, SchemaObject } from './schema.ts';

/** Returns a schema to which annotations were added. */
export function described(schema: Schema, schemaObject: SchemaObject): Schema {
  if (schema === false || Object.keys(schemaObject).length === 0) return schema;
  return { ...(schema === true ? {} : schema), ...schemaObject };
}

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** Whether a schema allows a value by its `enum` or, if it has none, by its `type`. */
export function names({ type, enum: values }: SchemaObject, value: unknown): boolean {
  return values?.includes(value) ?? [type].flat().includes(kindOf(value));
}

/**
 * Returns the schema of a literal. `exact`: whether to return the schema that a person would write. If false, all possible
 * meanings of a string are allowed.
 */
export function literal(text: string, exact: boolean): Schema {
  if (/^["']/.test(text)) return { enum: strings(text).slice(0, exact ? 1 : undefined) };
  if (text === 'true' || text === 'false') return { enum: [text === 'true'] };
  const number = Number(text.replace(/\s+/g, ''));
  return Number.isNaN(number) ? true : { enum: [number] };
}

/** Returns the possible meanings of a quoted string, since Harmony writes single backslashes, whereas TypeScript has double ones. */
export function strings(quoted: string): string[] {
  const raw = quoted.slice(1, -1);
  if (!raw.includes('\\')) return [raw];
  try {
    return [JSON.parse(`"${raw}"`) as string, raw];
  } catch {
    return [raw.replace(/\\(['"\\])/g, '$1'), raw];
  }
}
