/** Shows the signature of the tool whose arguments are being written, and highlights the parameter at the cursor. */
import type { ParameterInformation, SignatureHelp } from 'vscode-languageserver-types';
import { typeText } from '../../arguments/words.ts';
import type { SchemaObject } from '../../model/tools/schema.ts';
import { jsonCursor, MAX_JSON_LENGTH } from '../../syntax/json/cursor.ts';
import { spotAt } from '../../syntax/json/places.ts';
import { legible, printable } from '../../syntax/printable.ts';
import type { ClientAbilities } from '../support/feature.ts';
import { type Declared, knownOf, type Payload, type PayloadContext } from './payload.ts';
import { defaultOf, described, type Member, membersOf, type Path, schemasAt } from './schemas.ts';
import { json } from './value-skeleton.ts';

/** The maximum number of parameters that are listed. The rest are only counted. */
const MAX_PARAMETERS = 50;

export function signatureInside(payload: Payload, client?: ClientAbilities): SignatureHelp | null {
  const { call, path, keys, key } = placeIn(payload) ?? {};
  if (call === undefined || path === undefined) return null;
  const inner = path.slice(call.from);
  return signatureOf(call.declared, call.schema, inner.length > 0 ? inner[0] : key, keys, client);
}

/**
 * The signature of a tool. `parameterKey`: the parameter to highlight. If it is undefined, the first parameter that is not in `keys` is
 * highlighted.
 */
export function signatureOf(
  { tool, doc, schema: declared }: Declared,
  schema: SchemaObject,
  parameterKey: string | number | undefined,
  keys: ReadonlySet<string> | undefined,
  client?: ClientAbilities,
): SignatureHelp | null {
  if (declared === undefined) return null;
  const members = membersOf(schemasAt(schema, []));
  const next = members.findIndex((member) =>
    parameterKey === undefined ? !keys?.has(member.key) : member.key === parameterKey,
  );
  // If no parameter is active, an index out of range keeps the editor from highlighting the first one.
  const activeParameter = next < 0 ? members.length : next;
  const { label, parameters } = labelOf(tool, members, client?.labelOffsets === true);
  return {
    signatures: [{ label, ...(doc && { documentation: legible(doc) }), parameters, activeParameter }],
    activeSignature: 0,
    activeParameter,
  };
}

interface Place {
  readonly call: PayloadContext['call'];
  readonly path: Path;
  /** The other keys of the object, and the key at the cursor, if any. Only set if the cursor is at a key or where a key may be inserted. */
  readonly keys?: ReadonlySet<string> | undefined;
  readonly key?: string;
}

function placeIn(payload: Payload): Place | undefined {
  const { text, at } = payload;
  if (text.length > MAX_JSON_LENGTH) return undefined;
  const cursor = jsonCursor(text, at);
  if (cursor) {
    const { path, frames, kind, start, end } = cursor;
    const context = knownOf(payload, path, (depth, key) => frames[depth]?.strings.get(key));
    const word = kind === 'key' ? text.slice(start, end).replace(/^"|"$/g, '') : '';
    return { call: context.call, path, keys: frames.at(-1)?.keys, ...(word !== '' && { key: word }) };
  }
  const spot = spotAt(text, at - 1);
  if (spot === undefined)
    return text.trim() === '' ? { call: knownOf(payload, [], () => undefined).call, path: [] } : undefined;
  const { path, holders, kind, value } = spot;
  const { call } = knownOf(payload, path, (depth, key) => {
    const holder = holders[depth];
    const member = holder?.kind === 'object' ? holder.members.findLast((one) => one.key.value === key) : undefined;
    return member?.value?.kind === 'string' ? member.value.value : undefined;
  });
  return { call, path, ...(kind === 'key' && { key: String(value) }) };
}

/** The label of a signature, such as `stock(symbol: string, at?: "open" | "close")`, and the position of each parameter in it. */
function labelOf(tool: string, members: readonly Member[], offsets: boolean) {
  let label = `${printable(tool)}(`;
  const parameters: ParameterInformation[] = [];
  for (const { key, schema, required } of members.slice(0, MAX_PARAMETERS)) {
    if (parameters.length > 0) label += ', ';
    const start = label.length;
    const text = printable(`${key}${required ? '' : '?'}: ${typeText(schema)}`);
    label += text;
    const schemas = schemasAt(schema, []);
    const fallback = defaultOf(schemas);
    const lines = [described(schemas)?.text, fallback === undefined ? undefined : `Default: ${json(fallback)}`];
    const documentation = legible(lines.filter(Boolean).join('\n\n'));
    parameters.push({ label: offsets ? [start, label.length] : text, ...(documentation && { documentation }) });
  }
  if (members.length > MAX_PARAMETERS) label += `, … ${members.length - MAX_PARAMETERS} more`;
  return { label: `${label})`, parameters };
}
