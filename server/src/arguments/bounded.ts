/**
 * Reduces a schema to a form that is safe to check against: a finite tree of keywords that restrict a value. All other keywords
 * are dropped, and therefore not checked: patterns and formats, since a regular expression from a document could run forever;
 * keywords such as `uniqueItems`, which compare values with each other; references to other documents; and circular references.
 */

import type { Schema, SchemaObject } from '../model/tools/schema.ts';
import { getOwn } from '../syntax/get-own.ts';
import { isObject } from '../syntax/is-object.ts';

interface BoundedSchema {
  readonly schema: Schema;
  /** The number of schemas in the tree. */
  readonly size: number;
}

/** Schemas beyond these limits are replaced with a schema that allows everything. */
const limits = { depth: 40, size: 5000, references: 8 };

const cache = new WeakMap<SchemaObject, BoundedSchema>();

export function bounded(schema: Schema): BoundedSchema {
  if (typeof schema === 'boolean') return { schema, size: 1 };
  let boundedSchema = cache.get(schema);
  if (boundedSchema === undefined) {
    const copier = new Copier(schema);
    boundedSchema = { schema: copier.copy(schema), size: copier.size };
    cache.set(schema, boundedSchema);
  }
  return boundedSchema;
}

const types = new Set(['string', 'number', 'integer', 'boolean', 'null', 'array', 'object']);

class Copier {
  size = 0;
  private depth = 0;
  private readonly following: string[] = [];

  constructor(private readonly root: SchemaObject) {}

  copy(schema: unknown): Schema {
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema) || this.depth >= limits.depth || ++this.size > limits.size) return true;
    this.depth++;
    const result = typeof schema.$ref === 'string' ? this.referenced(schema.$ref) : this.object(schema);
    this.depth--;
    return result;
  }

  /** Replaces a reference such as `#/$defs/place` with the schema at that location. */
  private referenced(reference: string): Schema {
    if (this.following.length >= limits.references || !/^#(?:\/|$)/.test(reference)) return true;
    const names = reference.split('/').slice(1);
    let target: unknown = this.root;
    for (const name of names) {
      const key = name.replace(/~1/g, '/').replace(/~0/g, '~');
      target = isObject(target) ? getOwn(target, key) : undefined;
    }
    this.following.push(reference);
    const copy = this.copy(target);
    this.following.pop();
    return copy;
  }

  private object(schema: Record<string, unknown>): Schema {
    const entries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
      const part = getOwn(keywords, keyword)?.(value, this);
      return part === undefined ? [] : [[keyword === 'oneOf' ? 'anyOf' : keyword, part]];
    });
    const { additionalProperties, ...others }: SchemaObject = Object.fromEntries(entries);
    const closed = schema.patternProperties === undefined && additionalProperties !== undefined;
    const result: SchemaObject = { ...others, ...(closed && { additionalProperties }) };
    // In OpenAPI, `nullable` means `| null`.
    return schema.nullable === true ? { anyOf: [{ type: 'null' }, result] } : result;
  }
}

type Keep = (value: unknown, copier: Copier) => unknown;

const schemas: Keep = (value, copier) =>
  Array.isArray(value) && value.length > 0 ? value.map((part) => copier.copy(part)) : undefined;
const number: Keep = (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);

/** The supported keywords. Each function returns the value to keep for its keyword, or undefined to drop the keyword. */
const keywords: Readonly<Record<string, Keep>> = {
  type: (value) => {
    const typeNames = [value].flat();
    return typeNames.length > 0 && typeNames.every((type) => types.has(type as string)) ? value : undefined;
  },
  enum: (value) => (Array.isArray(value) && value.length > 0 ? value : undefined),
  const: (value) => value,
  properties: (value, copier) =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copier.copy(part)]))
      : undefined,
  required: (value) => (Array.isArray(value) ? value.filter((key) => typeof key === 'string') : undefined),
  additionalProperties: (value, copier) => copier.copy(value),
  items: (value, copier) => (Array.isArray(value) ? undefined : copier.copy(value)),
  anyOf: schemas,
  // `oneOf` demands exactly one match. If several match, the schema is at fault, not the call.
  oneOf: schemas,
  allOf: schemas,
  minimum: number,
  maximum: number,
  minLength: number,
  maxLength: number,
  minItems: number,
  maxItems: number,
  // These two restrict nothing, but hovers and completion use them.
  description: (value) => (typeof value === 'string' ? value : undefined),
  default: (value) => (typeof value === 'object' && value !== null ? undefined : value),
};
