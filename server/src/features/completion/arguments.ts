/** Completion in the arguments of a call: the keys that the tool declares, and values where it lists them (2.2 §8, 0.1 §8). */
import { bounded } from '../../arguments/bounded.ts';
import { typeText } from '../../arguments/words.ts';
import { isObject } from '../../model/body-json.ts';
import { meaning } from '../../model/message.ts';
import { builtinSchema, schemaOf } from '../../model/tools/declarations.ts';
import type { Schema, SchemaObject } from '../../model/tools/schema.ts';
import { type JsonCursor, jsonCursor } from '../../syntax/json/cursor.ts';
import { own } from '../../syntax/own.ts';
import { CompletionItemKind } from '../support/kinds.ts';
import { declarationFor } from '../support/names.ts';
import type { Offer, Offers, Request } from './offer.ts';
import { json, valueOf } from './skeleton.ts';

/** In the body of a call of 2.x, all of which is arguments. */
export function completeArguments(request: Request): Offers | undefined {
  const { block } = request;
  const { kind, tool, constraint, hint } = meaning(block);
  if (kind !== 'call' || tool === undefined || tool === 'python') return undefined;
  if ((constraint ?? hint ?? 'json') !== 'json') return undefined;
  const cursor = cursorIn(request, block.bodyStart, block.bodyEnd);
  return cursor && offersFor(request, cursor, cursor.path, tool, block.bodyStart);
}

/** A blank that is typed between members asks for nothing yet. */
export function cursorIn({ block, at, typed }: Request, from: number, to: number): JsonCursor | undefined {
  const cursor = jsonCursor(block.text.slice(from, to), at - from);
  return typed && cursor?.kind === 'key' && !cursor.quoted ? undefined : cursor;
}

/** What a tool's declaration says of the place that a path leads to in the arguments of a call. `base`: of the cursor. */
export function offersFor(
  { transcript, place }: Request,
  cursor: JsonCursor,
  path: readonly (string | number)[],
  tool: string,
  base: number,
): Offers | undefined {
  const declaration = declarationFor(transcript, tool, place.index);
  const declared = declaration ? schemaOf(declaration) : builtinSchema(tool);
  return declared === undefined ? undefined : offersOf(bounded(declared).schema, cursor, path, base);
}

/** What a schema says of the place that a path leads to. */
export function offersOf(
  schema: unknown,
  cursor: JsonCursor,
  path: readonly (string | number)[],
  base: number,
): Offers | undefined {
  const root = alternatives(schema);
  const schemas = path.reduce<SchemaObject[]>((above, step) => above.flatMap((schema) => below(schema, step)), root);
  if (cursor.kind === 'value') return offerValues(cursor, schemas, base);
  const properties = Object.fromEntries(schemas.flatMap((schema) => Object.entries(schema.properties ?? {})));
  return offerKeys(cursor, { properties, required: schemas.flatMap(({ required = [] }) => required) }, base);
}

/** The schemas that may hold for a value: all parts of one that is made of several. */
function alternatives(schema: unknown): SchemaObject[] {
  if (!isObject(schema)) return [];
  const parts = [schema.anyOf, schema.allOf].flatMap((list) => (Array.isArray(list) ? list : []));
  return [schema as SchemaObject, ...parts.flatMap(alternatives)];
}

/** The schemas of a member or an item. */
function below({ properties, items, additionalProperties }: SchemaObject, step: string | number): SchemaObject[] {
  if (typeof step === 'number') return alternatives(items);
  return alternatives(own(properties ?? {}, step) ?? additionalProperties);
}

/** The declared keys that are not there yet, those that must be first. */
function offerKeys(
  cursor: JsonCursor,
  { properties = {}, required = [] }: SchemaObject,
  base: number,
): Offers | undefined {
  const { keys } = cursor.frames[cursor.frames.length - 1] ?? {};
  const missing = Object.entries(properties).filter(([key]) => !keys?.has(key));
  const isOptional = (key: string) => !required.includes(key);
  missing.sort(([a], [b]) => Number(isOptional(a)) - Number(isOptional(b)));
  return spanned(
    cursor,
    base,
    missing.map(([key, schema]) => ({
      label: key,
      kind: CompletionItemKind.Property,
      ...(cursor.colon ? { text: json(key) } : memberOf(key, schema)),
      detail: typeText(schema) + (isOptional(key) ? ' (optional)' : ''),
      doc: descriptionOf(schema),
    })),
  );
}

/** A member to be filled in. What can be chosen for it is listed next; else it has its quotes or brackets. */
function memberOf(key: string, schema: Schema): Pick<Offer, 'text' | 'opens'> {
  const lists = alternatives(schema).some((one) => listed(one).length > 0);
  const [first, ...rest] = lists ? [''] : valueOf(schema);
  const begin = `${json(key)}: `;
  if (typeof first !== 'string') return { text: begin };
  return rest.length === 0 ? { text: begin, opens: true } : { text: [begin + first, ...rest] };
}

/** The values that a schema lists; in quotes, the strings among them. */
function offerValues(cursor: JsonCursor, schemas: readonly SchemaObject[], base: number): Offers | undefined {
  const values = new Set(schemas.flatMap(listed).filter((value) => !cursor.quoted || typeof value === 'string'));
  return spanned(
    cursor,
    base,
    [...values].map((value) => ({
      label: String(value),
      kind: CompletionItemKind.EnumMember,
      text: json(value),
    })),
  );
}

const most = 200;

function listed(schema: SchemaObject): readonly unknown[] {
  const scalars = [...(schema.enum ?? []), ...('const' in schema ? [schema.const] : [])]
    .filter((value) => typeof value !== 'object' || value === null)
    .slice(0, most);
  const types = [schema.type].flat();
  return [...scalars, ...(types.includes('boolean') ? [true, false] : []), ...(types.includes('null') ? [null] : [])];
}

function descriptionOf(schema: Schema): string | undefined {
  const description = isObject(schema) ? schema.description : undefined;
  return typeof description === 'string' ? description : undefined;
}

function spanned({ start, end }: JsonCursor, base: number, offers: readonly Offer[]): Offers | undefined {
  return offers.length === 0 ? undefined : { start: base + start, end: base + end, offers };
}
