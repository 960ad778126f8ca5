/** Completion in JSON: the fields that declarations define, and the values that they list (2.2 §8, 0.1 §8). */
import { typeText } from '../../arguments/words.ts';
import type { SchemaObject } from '../../model/tools/schema.ts';
import { type JsonCursor, jsonCursor } from '../../syntax/json/cursor.ts';
import type { Offer, Offers } from '../completion/completion-items.ts';
import { paragraphs, source } from '../hover/markdown.ts';
import { CompletionItemKind } from '../support/kinds.ts';
import { knownOf, MAX_TOOLS, type Payload } from './payload.ts';
import { type Described, defaultOf, described, listedIn, membersOf, schemasAt } from './schemas.ts';
import { json, objectPieces, type Piece, plain, snippet, valuePieces } from './value-skeleton.ts';

/** Offers completions at the cursor. `typed`: whether a typed character triggered the request. */
export function completeInside(payload: Payload, typed: boolean): Offers | undefined {
  const cursor = jsonCursor(payload.text, payload.at);
  if (cursor === undefined) return typed ? undefined : offerWhole(payload);
  // A typed space opens the list of fields only after a comma, where another field must follow.
  if (typed && cursor.kind === 'key' && !cursor.quoted && !/, $/.test(payload.text.slice(0, payload.at)))
    return undefined;
  const context = knownOf(payload, cursor.path, (depth, key) => cursor.frames[depth]?.strings.get(key));
  // Without a declaration of the tool, its arguments are unknown.
  if (payload.kind === 'arguments' && context.call === undefined) return undefined;
  const schemas = schemasAt(context.schema, cursor.path.slice(context.skip));
  const offers = cursor.kind === 'key' ? keys(payload, cursor, schemas) : values(payload, cursor, schemas, typed);
  return offers.length === 0 ? undefined : { ...payload.span(cursor.start, cursor.end), offers };
}

type Schemas = ReturnType<typeof schemasAt>;

/** The fields that the object does not have yet, each with the quotes or brackets of its value. */
function keys(payload: Payload, cursor: JsonCursor, schemas: Schemas): readonly Offer[] {
  const present = cursor.frames.at(-1)?.keys;
  const after = cursor.next === '"' ? ', ' : '';
  return membersOf(schemas).flatMap(({ key, schema, required }): Offer[] => {
    if (present?.has(key)) return [];
    const memberSchemas = schemasAt(schema, []);
    const colon = cursor.next === ':';
    const pieces = [`${json(key)}: `, ...valuePieces(memberSchemas), after];
    return [
      {
        label: key,
        kind: CompletionItemKind.Property,
        text: payload.write(colon ? json(key) : `${json(key)}: `) + (colon ? '' : after),
        ...(!colon && { snippet: snippet(pieces, payload.write) }),
        detail: typeText(schema) + (required ? '' : ' (optional)'),
        ...documented(described(memberSchemas), defaultOf(memberSchemas)),
      },
    ];
  });
}

/**
 * The values that a declaration lists; inside quotes, only the strings among them. If there are none, an object with its required fields is
 * offered, but only on request.
 */
function values(payload: Payload, { quoted }: JsonCursor, schemas: Schemas, typed: boolean): readonly Offer[] {
  const listedValues = listedIn(schemas).filter(({ value }) => !quoted || typeof value === 'string');
  if (listedValues.length === 0 && !typed && !quoted && membersOf(schemas).length > 0)
    return [createOffer(payload, '{…}', objectPieces(schemas))];
  return listedValues.map(({ value, description, isDefault }) => ({
    label: String(value),
    kind: CompletionItemKind.EnumMember,
    text: payload.write(json(value)),
    ...(isDefault && { detail: 'default' }),
    ...(description && { said: description }),
  }));
}

/** Offers for an empty position: a call to each declared tool, or an object to fill in (arguments, an envelope or a signature). */
function offerWhole(payload: Payload): Offers | undefined {
  if (payload.text.trim() !== '') return undefined;
  const of = (tool?: string) => knownOf(payload, ['name'], (_, key) => (key === 'name' ? tool : undefined));
  const { schema, namesTool, call } = of();
  const whole = (label: string, one: SchemaObject) => createOffer(payload, label, objectPieces(schemasAt(one, [])));
  const tools = namesTool && payload.kind !== 'output' ? payload.tools().slice(0, MAX_TOOLS) : [];
  const offers = tools.map(({ tool, doc }): Offer => {
    const { schema } = of(tool);
    return { ...whole(tool, { ...schema, properties: { ...schema.properties, name: { enum: [tool] } } }), said: doc };
  });
  // Without a declaration, the arguments are unknown.
  if (tools.length === 0 && (payload.kind !== 'arguments' || call)) offers.push(whole('{…}', schema));
  return offers.length === 0 ? undefined : { ...payload.span(payload.at, payload.at), offers };
}

function createOffer(payload: Payload, label: string, pieces: readonly Piece[]): Offer {
  const text = plain(pieces, payload.write);
  return { label, kind: CompletionItemKind.Value, text, snippet: snippet(pieces, payload.write), detail: text };
}

/** The documentation of an offer: a description from the document as plain text, a description from the facts as Markdown. */
export function documented(description: Described | undefined, fallback: unknown): Pick<Offer, 'doc' | 'said'> {
  if (description?.section) return { doc: paragraphs(description.text, source(description.section)) };
  const lines = [description?.text, fallback === undefined ? undefined : `Default: ${json(fallback)}`];
  return { said: lines.filter(Boolean).join('\n\n') };
}
