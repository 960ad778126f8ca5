/** Hovers in JSON: the purpose and type of a field, and the declaration of the tool that a call names. */
import { typeText } from '../../arguments/words.ts';
import type { Schema } from '../../model/tools/schema.ts';
import { MAX_JSON_LENGTH } from '../../syntax/json/cursor.ts';
import { type JsonSpot, spotAt } from '../../syntax/json/places.ts';
import { type Explanation, explanation } from '../hover/explanation.ts';
import { asText, code, paragraphs, source } from '../hover/markdown.ts';
import { knownOf, type Payload, type PayloadContext } from './payload.ts';
import { defaultOf, described, listedIn, type Member, membersOf, schemasAt } from './schemas.ts';
import { json } from './value-skeleton.ts';

/** Explains the key or value at the cursor. `explainTool`: returns the text of a hover about a tool. */
export function explainInside(payload: Payload, explainTool: (tool: string) => string): Explanation | undefined {
  const { text, at } = payload;
  if (text.length > MAX_JSON_LENGTH) return explainLong(payload);
  const spot = spotAt(text, at);
  if (spot === undefined || spot.kind === 'sign') return undefined;
  const context = knownOf(payload, spot.path, (depth, key) => stringIn(spot, depth, key));
  const markdown = spot.kind === 'key' ? explainKey(spot, context) : explainValue(spot, context, explainTool);
  return explanation(payload.span(spot.start, spot.end), markdown);
}

function stringIn({ holders }: JsonSpot, depth: number, key: string): string | undefined {
  const holder = holders[depth];
  const member = holder?.kind === 'object' ? holder.members.findLast((one) => one.key.value === key) : undefined;
  return member?.value?.kind === 'string' ? member.value.value : undefined;
}

function explainKey({ path, value }: JsonSpot, context: PayloadContext): string | undefined {
  const above = path.slice(context.skip);
  const key = String(value);
  const keyMember = membersOf(schemasAt(context.schema, above)).find((member) => member.key === key);
  const schemas = keyMember ? schemasAt(keyMember.schema, []) : schemasAt(context.schema, [...above, key]);
  if (schemas.length === 0) return undefined;
  const description = described(schemas);
  if (description?.section) {
    const name = [...above, key].filter((step) => typeof step === 'string').join('.');
    return paragraphs(`**${code(name)}** · ${context.member}`, description.text, source(description.section));
  }
  const { call } = context;
  const { schema = schemas[0] as Schema, required = false } = keyMember ?? {};
  if (call === undefined) return context.facts ? undefined : aboutMember({ key, schema, required }, context.member);
  const what = path.length > call.from ? 'field of an argument' : 'argument';
  return explainArgument(call.declared.tool, { key, schema, required }, what);
}

/** Explains an argument of a tool: its type, and its description from the document. */
export function explainArgument(tool: string, member: Member, what = 'argument'): string {
  return aboutMember(member, `${what} of ${code(tool)}`);
}

function aboutMember({ key, schema, required }: Member, what: string): string {
  const schemas = schemasAt(schema, []);
  const description = described(schemas);
  const fallback = defaultOf(schemas);
  return paragraphs(
    `**${code(key)}** · ${what}`,
    `${code(typeText(schema))}${required ? ', required' : ', optional'}`,
    description && asText(description.text),
    fallback !== undefined && `Default: ${code(json(fallback))}`,
  );
}

function explainValue(
  { path, value }: JsonSpot,
  context: PayloadContext,
  explainTool: (tool: string) => string,
): string | undefined {
  if (context.namesTool && typeof value === 'string') return explainTool(value);
  const schemas = schemasAt(context.schema, path.slice(context.skip));
  const listedValue = listedIn(schemas).find((one) => one.value === value);
  const description = described(schemas);
  // The values of a boolean or a constant need no explanation.
  if (listedValue === undefined || typeof value !== 'string') return undefined;
  return paragraphs(
    `**${code(json(value))}**${listedValue.isDefault ? ' · the default' : ''}`,
    listedValue.description !== undefined && asText(listedValue.description),
    description && (description.section ? description.text : asText(description.text)),
    description?.section && source(description.section),
  );
}

/** Explains a key in JSON that is too long to be parsed for a hover. The hover says so. */
function explainLong(payload: Payload): Explanation | undefined {
  const { text, at } = payload;
  const from = Math.max(0, at - 100);
  const word = [...text.slice(from, at + 100).matchAll(/"[\w.$-]+"(?=\s*:)/g)].find(
    ({ index, 0: { length } }) => from + index <= at && at < from + index + length,
  );
  if (word === undefined) return undefined;
  const span = payload.span(from + word.index, from + word.index + word[0].length);
  const limit = `${MAX_JSON_LENGTH / 1000},000`;
  return explanation(span, `This JSON has more than ${limit} characters, so its keys are not explained.`);
}
