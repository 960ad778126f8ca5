/**
 * The normal form of schemas, which is the same for equivalent schemas. `nullable` becomes one more type, and `const` becomes a list of one
 * value. A choice between plain types becomes a list of types.
 */

import type { Schema, SchemaObject } from '../../model/tools/schema.ts';
import { isObject } from '../../syntax/is-object.ts';
import { parts } from './resolved.ts';

/** Returns the normal form of a resolved schema and of all schemas in it. */
export function normal(schema: Schema): SchemaObject {
  if (typeof schema === 'boolean') return schema ? {} : { not: {} };
  const entries = Object.entries(schema).map(([keyword, value]): [string, unknown] => [keyword, part(keyword, value)]);
  const whole = Object.fromEntries(entries) as Record<string, unknown>;
  return unsaid(choice(valued(typed(whole))));
}

function part(keyword: string, value: unknown): unknown {
  if (parts.one.has(keyword) && isSchema(value)) return normal(value);
  if (parts.list.has(keyword) && Array.isArray(value)) return value.map(normal);
  if (!parts.named.has(keyword) || !isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, normal(one as Schema)]));
}

const isSchema = (value: unknown): value is Schema => typeof value === 'boolean' || isObject(value);

type Loose = Readonly<Record<string, unknown>>;

const isEmpty = (value: unknown) => typeof value === 'object' && value !== null && Object.keys(value).length === 0;
const structure = ['properties', 'required', 'additionalProperties', 'items'] as const;

/**
 * Turns `nullable` into one more type, value or variant. If there are several types, and keywords such as `properties` describe one of
 * them, each type becomes a variant.
 */
function typed({ nullable, ...schema }: Loose): Loose {
  const isNullable = nullable === true;
  const odd = nullable === undefined || typeof nullable === 'boolean' ? {} : { nullable };
  const schemaTypes = schema.type === undefined ? [] : ([schema.type].flat() as string[]);
  const types = [...new Set(isNullable && schemaTypes.length > 0 ? [...schemaTypes, 'null'] : schemaTypes)].sort();
  const values = isNullable && Array.isArray(schema.enum) ? { enum: [...new Set([...schema.enum, null])] } : {};
  const oneOf = isNullable && Array.isArray(schema.oneOf) ? { oneOf: [...schema.oneOf, { type: 'null' }] } : {};
  const inner = structure.filter((keyword) => schema[keyword] !== undefined);
  if (types.length < 2 || inner.length === 0)
    return {
      ...schema,
      ...odd,
      ...values,
      ...oneOf,
      ...(types.length > 0 && { type: types.length === 1 ? types[0] : types }),
    };
  const others = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => !isInner(keyword) && keyword !== 'type'),
  );
  const variants = types.map((type) => {
    const ownKeywords = inner.filter(
      (keyword) => (type === 'array') === (keyword === 'items') && /^(?:array|object)$/.test(type),
    );
    return unsaid({ type, ...Object.fromEntries(ownKeywords.map((keyword) => [keyword, schema[keyword]])) });
  });
  return { ...others, ...odd, anyOf: variants };
}

const isInner = (keyword: string) => (structure as readonly string[]).includes(keyword);

/** Turns `const` into a list of one value. Removes the type next to a list of values, since the values imply it. */
function valued({ const: only, ...schema }: Loose): Loose {
  const values = only === undefined ? schema.enum : [only];
  if (!Array.isArray(values)) return schema;
  const { type: _, ...others } = schema;
  return { ...others, enum: values };
}

/**
 * Merges the plain types among the variants into one variant, and the listed values into another, and puts these two first.
 * Replaces a choice with a single variant by that variant.
 */
function choice({ anyOf, ...schema }: Loose): Loose {
  if (!Array.isArray(anyOf)) return single(schema);
  const flat = anyOf.flatMap((variant: Loose) =>
    Object.keys(variant).length === 1 && Array.isArray(variant.anyOf) ? (variant.anyOf as Loose[]) : [variant],
  );
  const only = (keyword: string) => (variant: Loose) => Object.keys(variant).join() === keyword;
  const types = [...new Set(flat.filter(only('type')).flatMap(({ type }) => type as string | string[]))].sort();
  const listed = [...new Set(flat.filter(only('enum')).flatMap(({ enum: values }) => values as unknown[]))];
  // In a choice such as `"a" | "b" | null`, `null` is one of the listed values.
  const asValue = listed.length > 0 && types.includes('null');
  const values = asValue ? [...listed.filter((value) => value !== null), null] : listed;
  const rest = asValue ? types.filter((type) => type !== 'null') : types;
  const variants = [
    ...(rest.length > 0 ? [{ type: rest.length === 1 ? rest[0] : rest }] : []),
    ...(values.length > 0 ? [{ enum: values }] : []),
    ...flat.filter((variant) => !only('type')(variant) && !only('enum')(variant)),
  ];
  if (variants.length === 1 && !('type' in schema && 'type' in (variants[0] as Loose)))
    return { ...variants[0], ...schema };
  return { ...schema, anyOf: variants };
}

function single({ oneOf, ...schema }: Loose): Loose {
  if (!Array.isArray(oneOf)) return oneOf === undefined ? schema : { ...schema, oneOf };
  return oneOf.length === 1 ? { ...(oneOf[0] as Loose), ...schema } : { ...schema, oneOf };
}

/** Removes keywords that restrict nothing and empty descriptions, and sorts `required`. */
function unsaid(schema: Loose): SchemaObject {
  const { required } = schema;
  const keptEntries = Object.entries(schema).filter(
    ([keyword, value]) =>
      !(/^(?:properties|items|required|additionalProperties)$/.test(keyword) && isEmpty(value)) &&
      !(keyword === 'description' && value === ''),
  );
  const sorted = Array.isArray(required) && required.length > 0 ? { required: [...new Set(required)].sort() } : {};
  return { ...Object.fromEntries(keptEntries), ...sorted };
}
