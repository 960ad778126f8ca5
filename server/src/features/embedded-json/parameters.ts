/**
 * Completion, hovers and signatures for calls in ChatML that are written with tags instead of JSON: `<function=NAME>`, and a
 * `<parameter=KEY>` for each argument.
 */
import { typeText } from '../../arguments/words.ts';
import { taggedParts } from '../../model/calls/tagged-parts.ts';
import { headerInfo } from '../../model/message.ts';
import type { SchemaObject } from '../../model/tools/schema.ts';
import { MAX_JSON_LENGTH } from '../../syntax/json/cursor.ts';
import type { Span } from '../../syntax/span.ts';
import type { Offer, Offers } from '../completion/completion-items.ts';
import { type Explanation, explanation } from '../hover/explanation.ts';
import type { Cursor } from '../support/cursor.ts';
import type { ClientAbilities } from '../support/feature.ts';
import { CompletionItemKind } from '../support/kinds.ts';
import { documented } from './completion.ts';
import { explainArgument } from './explain-value.ts';
import { about } from './in-text.ts';
import { argumentsSchema, type Declared, MAX_TOOLS } from './payload.ts';
import { defaultOf, described, listedIn, membersOf, schemasAt } from './schemas.ts';
import { signatureOf } from './signature.ts';

/** The part of a call at the cursor: the name of the function, the name of a parameter, or a value. Offsets are relative to the block. */
interface Spot extends Span {
  readonly kind: 'function' | 'parameter' | 'value';
  /** Whether `>` follows the name. */
  readonly closed: boolean;
  readonly declared: Declared | undefined;
  readonly schema: SchemaObject;
  /** The parameter at the cursor, and all parameters of the call. */
  readonly key: string | undefined;
  readonly given: ReadonlySet<string>;
  tools(): readonly Declared[];
}

const tag = /<(?:(function|parameter)=([^<>\s]*)(>?)|\/(?:parameter|function)>)/g;

function spotAt(cursor: Cursor): Spot | undefined {
  const { block, at } = cursor;
  if (block.kind !== 'message' || !block.family.has.taggedParts) return undefined;
  const part = taggedParts(block, headerInfo(block).role).find(
    ({ name, open, inner }) => name === 'tool_call' && open && inner.start <= at && at <= inner.end,
  );
  if (part === undefined || part.inner.end - part.inner.start > MAX_JSON_LENGTH) return undefined;
  const text = block.text.slice(part.inner.start, part.inner.end);
  if (!/^\s*<function=/.test(text)) return undefined;
  const { declared, tools } = about(cursor);
  const given = new Set<string>();
  let tool: string | undefined;
  let key: string | undefined;
  let from = -1;
  let spot: Pick<Spot, 'kind' | 'start' | 'end' | 'closed' | 'key'> | undefined;
  for (const { 0: whole, 1: kind, 2: name = '', 3: sign, index } of text.matchAll(tag)) {
    const start = part.inner.start + index;
    const end = start + whole.length;
    if (key !== undefined && from <= at && at <= start)
      spot ??= { kind: 'value', start: from, end: start, closed: true, key };
    if (kind === 'function') tool ??= name;
    if (kind === 'parameter') given.add(name);
    const nameEnd = end - (sign?.length ?? 0);
    const nameStart = nameEnd - name.length;
    if (kind !== undefined && nameStart <= at && at <= nameEnd) {
      const closed = sign === '>';
      spot ??= {
        kind: kind as Spot['kind'],
        start: nameStart,
        end: nameEnd,
        closed,
        key: kind === 'parameter' ? name : undefined,
      };
    }
    key = kind === 'parameter' ? name : undefined;
    from = end;
  }
  const called = tool === undefined ? undefined : declared(tool);
  return spot && { ...spot, declared: called, schema: argumentsSchema(called), given, tools };
}

const offersByKind: Readonly<Record<Spot['kind'], (spot: Spot) => readonly Offer[]>> = {
  function: ({ closed, tools }) =>
    tools()
      .slice(0, MAX_TOOLS)
      .map((one) => ({
        label: one.tool,
        kind: CompletionItemKind.Function,
        text: closed ? one.tool : `${one.tool}>`,
        ...(!closed && { snippet: withParameters(one) }),
        said: one.doc,
      })),
  parameter: ({ schema, given, key, closed }) =>
    membersOf(schemasAt(schema, [])).flatMap(({ key: name, schema, required }): Offer[] => {
      const memberSchemas = schemasAt(schema, []);
      if (given.has(name) && name !== key) return [];
      return [
        {
          label: name,
          kind: CompletionItemKind.Property,
          text: closed ? name : `${name}>`,
          ...(!closed && { snippet: `${escaped(name)}>\n$1\n</parameter>` }),
          detail: typeText(schema) + (required ? '' : ' (optional)'),
          ...documented(described(memberSchemas), defaultOf(memberSchemas)),
        },
      ];
    }),
  value: ({ schema, key }) =>
    listedIn(schemasAt(schema, [key as string])).map(({ value, isDefault }) => ({
      label: String(value),
      kind: CompletionItemKind.EnumMember,
      ...(isDefault && { detail: 'default' }),
    })),
};

/** Escapes a name for a snippet. */
const escaped = (name: string) => name.replace(/[\\$}]/g, '\\$&');

/** The snippet for a call to a function, with a tag for each required parameter. */
function withParameters(declared: Declared): string {
  const required = membersOf(schemasAt(argumentsSchema(declared), [])).filter((member) => member.required);
  const tags = required.map(({ key }, i) => `<parameter=${escaped(key)}>\n$${i + 1}\n</parameter>\n`);
  return `${escaped(declared.tool)}>\n${tags.join('')}</function>`;
}

/** Offers the declared functions, the missing parameters or the listed values, depending on the part of the call at the cursor. */
export function completeParameter(cursor: Cursor): Offers | undefined {
  const spot = spotAt(cursor);
  if (spot === undefined) return undefined;
  const offers = offersByKind[spot.kind](spot);
  if (offers.length === 0) return undefined;
  if (spot.kind !== 'value') return { start: spot.start, end: spot.end, offers };
  // The line breaks around a value are not part of it.
  const text = cursor.block.text.slice(spot.start, spot.end);
  const start = spot.start + text.length - text.trimStart().length;
  const end = Math.max(start, spot.start + text.trimEnd().length);
  if (cursor.at >= start && cursor.at <= end) return { start, end, offers };
  return text.trim() === '' ? { start: cursor.at, end: cursor.at, offers } : undefined;
}

export function explainParameter(cursor: Cursor, explainTool: (tool: string) => string): Explanation | undefined {
  const spot = spotAt(cursor);
  if (spot === undefined || cursor.at >= spot.end) return undefined;
  const name = cursor.block.text.slice(spot.start, spot.end);
  if (spot.kind === 'function') return explanation(spot, explainTool(name));
  const member = membersOf(schemasAt(spot.schema, [])).find(({ key }) => key === name);
  return spot.kind === 'parameter' && spot.declared && member
    ? explanation(spot, explainArgument(spot.declared.tool, member))
    : undefined;
}

export function signatureAtParameter(cursor: Cursor, client?: ClientAbilities) {
  const spot = spotAt(cursor);
  if (spot?.declared === undefined || spot.kind === 'function') return undefined;
  return signatureOf(spot.declared, spot.schema, spot.key, spot.given, client);
}
