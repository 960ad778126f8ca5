/** The subset of JSON Schema to which declarations of tools are converted. */
import { append } from '../../syntax/lists.ts';
export interface SchemaObject {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly [keyword: string]: unknown;
}

export type Schema = boolean | SchemaObject;

/** Returns the shortest schema that accepts every value accepted by any of the given schemas. */
export function union(parts: readonly Schema[]): Schema {
  if (parts.length === 1) return parts[0] as Schema;
  const types = new Set<string>();
  const values = new Set<unknown>();
  const others: SchemaObject[] = [];
  for (const part of parts) {
    if (typeof part === 'boolean') return true;
    const [keyword, ...more] = Object.keys(part);
    if (more.length === 0 && keyword === 'type') for (const type of [part.type].flat()) types.add(type as string);
    else if (more.length === 0 && keyword === 'enum') for (const value of part.enum ?? []) values.add(value);
    else if (more.length === 0 && keyword === 'anyOf') append(others, part.anyOf as SchemaObject[]);
    else others.push(part);
  }
  const free = [...values].filter((value) => !types.has(value === null ? 'null' : typeof value));
  // Next to other literals, as in `"a" | "b" | null`, null is listed with them instead of being a separate type.
  if (free.length > 0 && types.delete('null')) free.push(null);
  const result: SchemaObject[] = [
    ...(types.size > 0 ? [{ type: types.size === 1 ? ([...types][0] as string) : [...types] }] : []),
    ...(free.length > 0 ? [{ enum: free }] : []),
    ...others,
  ];
  return result.length === 1 ? (result[0] as Schema) : { anyOf: result };
}
