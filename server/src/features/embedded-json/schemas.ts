/**
 * The schemas that apply at a position in a value. They come from the facts about the fields of bodies, and from declarations in a
 * document.
 */

import type { BodyMemberFact } from '../../grammar/index.ts';
import type { Schema, SchemaObject } from '../../model/tools/schema.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { isObject } from '../../syntax/is-object.ts';

export type Path = readonly (string | number)[];

/**
 * A schema built from facts. In the schema of a field, `section` names the section of the specification that defines the field. A schema
 * from a document cannot have `section`.
 */
export function membersSchema(facts: readonly BodyMemberFact[], prefix = ''): SchemaObject {
  const names = facts
    .filter(({ name }) => name.startsWith(prefix) && !name.slice(prefix.length).includes('.'))
    .map((fact) => ({ fact, key: fact.name.slice(prefix.length) }));
  const any = names.find(({ key }) => key === '*');
  const listed = names.filter(({ key }) => key !== '*');
  return {
    ...(listed.length > 0 && {
      properties: Object.fromEntries(listed.map(({ fact, key }) => [key, memberSchema(facts, fact)])),
      required: listed.flatMap(({ fact, key }) => (fact.usual ? key : [])),
    }),
    ...(any && { additionalProperties: memberSchema(facts, any.fact) }),
  };
}

function memberSchema(facts: readonly BodyMemberFact[], { name, type, values, doc, section }: BodyMemberFact): Schema {
  const inner = membersSchema(facts, `${name}.`);
  const isHolder = inner.properties !== undefined || inner.additionalProperties !== undefined;
  const listed = values && { enum: values };
  return {
    description: doc,
    section,
    ...(type && { type }),
    ...(isHolder && listed ? { anyOf: [listed, { type: 'object', ...inner }] } : { ...listed, ...inner }),
  };
}

/** The schemas that may apply to the value at a path. None if the path is not described. */
export function schemasAt(schema: Schema, path: Path): readonly SchemaObject[] {
  let schemaObjects = alternatives(schema);
  for (const step of path) {
    if (schemaObjects.length === 0) break;
    schemaObjects = schemaObjects.flatMap((one) => below(one, step));
  }
  return schemaObjects;
}

/** The schemas that may apply to a value: the schema itself, and all parts of its `anyOf` and `allOf`. */
function alternatives(schema: unknown): SchemaObject[] {
  if (!isObject(schema)) return [];
  const parts = [schema.anyOf, schema.allOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return [schema as SchemaObject, ...parts.flatMap(alternatives)];
}

/** The schemas of a field or an item. */
function below({ properties, items, additionalProperties }: SchemaObject, step: string | number): SchemaObject[] {
  if (typeof step === 'number') return alternatives(items);
  return alternatives(getOwn(properties ?? {}, step) ?? additionalProperties);
}

export interface Member {
  readonly key: string;
  readonly schema: Schema;
  readonly required: boolean;
}

/** The fields that an object may have according to its schemas, required ones first. */
export function membersOf(schemas: readonly SchemaObject[]): Member[] {
  const required = new Set(schemas.flatMap((schema) => schema.required ?? []));
  const properties = new Map(schemas.flatMap((schema) => Object.entries(schema.properties ?? {})));
  const all = [...properties].map(([key, schema]) => ({ key, schema, required: required.has(key) }));
  return [...all.filter((member) => member.required), ...all.filter((member) => !member.required)];
}

interface ListedValue {
  readonly value: unknown;
  readonly description?: string | undefined;
  readonly isDefault: boolean;
}

const MAX_SCHEMAS = 200;

/** The scalars that schemas list, without duplicates. The default comes first. */
export function listedIn(schemas: readonly SchemaObject[]): readonly ListedValue[] {
  const fallback = defaultOf(schemas);
  const listedValues = new Map<unknown, ListedValue>();
  const add = (value: unknown, description?: string) => {
    if (typeof value === 'object' && value !== null) return;
    if (!listedValues.has(value)) listedValues.set(value, { value, description, isDefault: value === fallback });
  };
  if (fallback !== undefined) add(fallback);
  for (const schema of schemas) {
    for (const value of (schema.enum ?? []).slice(0, MAX_SCHEMAS)) add(value);
    if ('const' in schema) add(schema.const, described([schema])?.text);
    const types = [schema.type].flat();
    if (types.includes('boolean')) for (const value of [true, false]) add(value);
    if (types.includes('null')) add(null);
  }
  return [...listedValues.values()];
}

/** The default that applies if a value is omitted. */
export function defaultOf(schemas: readonly SchemaObject[]): unknown {
  return schemas.find((schema) => schema.default !== undefined)?.default;
}

/** The description of a value. From the facts, it is Markdown and has a section number; from the document, it is plain text. */
export interface Described {
  readonly text: string;
  readonly section: string | undefined;
}

export function described(schemas: readonly SchemaObject[]): Described | undefined {
  const schemaObject = schemas.find(({ description }) => typeof description === 'string' && description !== '');
  if (schemaObject === undefined) return undefined;
  const { description, section } = schemaObject;
  return { text: description as string, section: typeof section === 'string' ? section : undefined };
}
