/**
 * Turns a schema into a finite, self-contained tree, in which the targets of local references replace the references. Circular and
 * external references, and parts that are too deep or too large, become schemas that allow everything, and are noted.
 */

import type { Schema, SchemaObject } from '../../model/tools/schema.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { isObject } from '../../syntax/is-object.ts';
import type { Path } from './tool.ts';

const limits = { depth: 30, size: 5000, losses: 50 };

/** Keywords whose values are schemas, lists of schemas, or schemas by name. All other keywords have plain values. */
export const parts = {
  one: new Set(['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames']),
  list: new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']),
  named: new Set(['properties', 'patternProperties', 'dependentSchemas']),
};

/** Keywords for definitions. They are omitted, since the references to them are replaced by the definitions. */
const aside = new Set(['$defs', 'definitions']);

interface Resolved {
  readonly schema: Schema;
  readonly losses: readonly { readonly path: Path; readonly reason: string }[];
}

export function resolved(schema: Schema): Resolved {
  const resolver = new Resolver(schema);
  return { schema: resolver.whole(), losses: resolver.losses };
}

const anything = ', so the type is `any`';

class Resolver {
  readonly losses: { path: Path; reason: string }[] = [];
  private size = 0;
  private readonly following: string[] = [];
  private readonly followed = new Set<string>();

  constructor(private readonly root: Schema) {}

  whole(): Schema {
    const all = this.resolve(this.root, []);
    for (const key of aside)
      for (const name of Object.keys(isObject(this.root) ? (getOwn(this.root, key) ?? {}) : {}))
        if (![...this.followed].some((one) => one.startsWith(`#/${key}/${pointer(name)}`)))
          this.lose([key, name], 'is dropped: nothing refers to it');
    return all;
  }

  private resolve(schema: unknown, path: Path): Schema {
    if (typeof schema === 'boolean') return schema;
    if (!isObject(schema)) {
      this.lose(path, `is not a schema${anything}`);
      return true;
    }
    if (path.length > limits.depth * 2 || ++this.size > limits.size) {
      if (this.size <= limits.size + 1)
        this.lose(path, `is nested too deeply, or the schema has too many parts${anything}`);
      return true;
    }
    if (typeof schema.$ref === 'string') return this.referenced(schema.$ref, schema, path);
    const resolvedEntries = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] =>
      aside.has(keyword) ? [] : [[keyword, this.part(keyword, value, [...path, keyword])]],
    );
    const { allOf, ...others } = Object.fromEntries(resolvedEntries);
    const [only] = Array.isArray(allOf) ? allOf : [];
    // Some programs put a reference into an `allOf` of its own in order to write a description next to it.
    if (Array.isArray(allOf) && allOf.length === 1 && isObject(only))
      return this.both(only, others, [...path, 'allOf']);
    return Object.fromEntries(resolvedEntries);
  }

  private part(keyword: string, value: unknown, path: Path): unknown {
    if (parts.one.has(keyword) && !Array.isArray(value)) return this.resolve(value, path);
    if (parts.list.has(keyword) && Array.isArray(value)) return value.map((one, i) => this.resolve(one, [...path, i]));
    if (!parts.named.has(keyword) || !isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, this.resolve(one, [...path, name])]));
  }

  /** Replaces a reference such as `#/$defs/place` with its target, merged with the keywords next to the reference. */
  private referenced(reference: string, { $ref: _, ...beside }: SchemaObject, path: Path): Schema {
    const target = this.following.includes(reference) ? undefined : pointed(this.root, reference);
    if (target === undefined) {
      const why = this.following.includes(reference) ? 'refers to itself' : 'does not exist in this schema';
      this.lose([...path, '$ref'], `refers to \`${reference}\`, which ${why}${anything}`);
      return this.resolve(beside, path);
    }
    this.following.push(reference);
    this.followed.add(reference);
    const there = this.resolve(target, path);
    this.following.pop();
    const here = this.resolve(beside, path);
    return isObject(there) && isObject(here) ? this.both(there, here, [...path, '$ref']) : there;
  }

  /** Merges a schema with the keywords next to the reference to that schema; these keywords take precedence. */
  private both(there: SchemaObject, here: SchemaObject, path: Path): SchemaObject {
    for (const keyword of Object.keys(here))
      if (
        getOwn(there, keyword) !== undefined &&
        JSON.stringify(getOwn(there, keyword)) !== JSON.stringify(getOwn(here, keyword))
      )
        this.lose(path, `leads to a different \`${keyword}\` than the one next to it, which takes precedence`);
    return { ...there, ...here };
  }

  private lose(path: Path, reason: string): void {
    if (this.losses.length < limits.losses) this.losses.push({ path, reason });
  }
}

/** A name with the escapes that references use. */
const pointer = (name: string) => name.replace(/~/g, '~0').replace(/\//g, '~1');

/** The target of a reference such as `#/$defs/place`. */
function pointed(root: unknown, reference: string): unknown {
  if (!/^#(?:\/|$)/.test(reference)) return undefined;
  let target = root;
  for (const name of reference.split('/').slice(1)) {
    const key = name.replace(/~1/g, '/').replace(/~0/g, '~');
    target = Array.isArray(target) ? target[Number(key)] : isObject(target) ? getOwn(target, key) : undefined;
  }
  return target;
}
