/** Literals in a type, and their annotations, as parts of a JSON Schema. */
import type { Schema, SchemaObject } from './schema.ts';

/** A schema with its annotations. */
export function described(schema: Schema, schemaObject: SchemaObject): Schema {
  if (schema === false || Object.keys(schemaObject).length === 0) return schema;
  return { ...(schema === true ? {} : schema), ...schemaObject };
}

const kindOf = (value: unknown) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** Whether a value is allowed by a schema's `enum` or, without an `enum`, by its `type`. */
export function names({ type, enum: values }: SchemaObject, value: unknown): boolean {
  return values?.includes(value) ?? [type].flat().includes(kindOf(value));
}

/** The schema of a literal. `exact`: as a person would write it; otherwise a string allows all of its possible meanings. */
export function literal(text: string, exact: boolean): Schema {
  if (/^["']/.test(text)) return { enum: strings(text).slice(0, exact ? 1 : undefined) };
  if (text === 'true' || text === 'false') return { enum: [text === 'true'] };
  const number = Number(text.replace(/\s+/g, ''));
  return Number.isNaN(number) ? true : { enum: [number] };
}

/** The meanings of a quoted string: Harmony writes single backslashes, TypeScript double ones. */
export function strings(quoted: string): string[] {
  const raw = quoted.slice(1, -1);
  if (!raw.includes('\\')) return [raw];
  try {
    return [JSON.parse(`"${raw}"`) as string, raw];
  } catch {
    return [raw.replace(/\\(['"\\])/g, '$1'), raw];
  }
}
