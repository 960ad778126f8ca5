/** JSON to fill in, as a schema asks for it: required members, and stops where a value is to be written. */
import { isObject } from '../../model/body-json.ts';
import type { Schema } from '../../model/tools/schema.ts';
import { own } from '../../syntax/own.ts';
import type { Filling, Stop } from './snippet.ts';

/** JSON that may stand in a transcript: no string holds a token. */
export const json = (value: unknown) => JSON.stringify(value).replaceAll('<|', '\\u003c|');

/** Deeper objects are left to whoever fills them in; longer lists are none to choose from. */
const most = { depth: 3, members: 30, choices: 20 };

/** An object with the required members. */
export function objectOf(schema: Schema | undefined, depth = 0): Filling {
  const { properties = {}, required = [] } = typeof schema === 'object' ? schema : {};
  const keys = [...new Set(required)].slice(0, most.members).filter((key) => own(properties, key) !== undefined);
  if (keys.length === 0 || depth >= most.depth) return ['{', {}, '}'];
  const members = keys.map((key) => [`${json(key)}: `, ...valueOf(own(properties, key), depth + 1)]);
  return ['{', ...members.flatMap((member, i) => (i === 0 ? member : [', ', ...member])), '}'];
}

/** A value: in quotes or braces, as its type needs them; to choose from, where the schema lists it. */
export function valueOf(schema: Schema | undefined, depth = 0): Filling {
  if (typeof schema !== 'object') return [{ sample: 'null' }];
  const listed = choices(schema);
  if (listed !== undefined) return [{ choices: listed }];
  const [first] = [schema.anyOf, schema.allOf].flatMap((list) => (Array.isArray(list) ? list : []));
  if (schema.type === undefined && isObject(first)) return valueOf(first as Schema, depth);
  const type = [schema.type].flat().find((name) => name !== 'null') ?? 'null';
  if (type === 'object') return objectOf(schema, depth);
  return own(forms, type as string) ?? [{ sample: 'null' }];
}

const hole: Stop = {};
const forms: Readonly<Record<string, Filling>> = {
  string: ['"', hole, '"'],
  array: ['[', hole, ']'],
  number: [{ sample: '0' }],
  integer: [{ sample: '0' }],
};

function choices({ enum: values, type, ...rest }: Exclude<Schema, boolean>): readonly string[] | undefined {
  const listed = values ?? ('const' in rest ? [rest.const] : type === 'boolean' ? [true, false] : undefined);
  return listed !== undefined && listed.length > 0 && listed.length <= most.choices ? listed.map(json) : undefined;
}
