/** Finds the JSON of a call at a cursor in a JSON document. It is an object, or a string that contains JSON (A-145, 2.2 §10). */
import { listOf } from '../../model/json/list.ts';
import { projectedOf } from '../../model/json/projected.ts';
import { dialectOf } from '../../model/json/shapes.ts';
import { type ApiCall, type ApiTool, callsOf, toolsIn } from '../../model/json/tool-calls.ts';
import { instructs } from '../../model/message.ts';
import { declarations, type ToolDeclaration } from '../../model/tools/declarations.ts';
import { MAX_JSON_LENGTH } from '../../syntax/json/cursor.ts';
import type { JsonDocument } from '../../syntax/json/document.ts';
import { type JsonUnit, readUnit } from '../../syntax/json/json-unit.ts';
import { type JsonNode, type JsonReading, type JsonString, memberOf, textOf } from '../../syntax/json/nodes.ts';
import { sourceOffsets } from '../../syntax/json/strings.ts';
import { lastAtMost } from '../../syntax/last-at-most.ts';
import type { Span } from '../../syntax/span.ts';
import { declaredAs } from './in-text.ts';
import type { Declared, Payload } from './payload.ts';

type Tools = Pick<Payload, 'declared' | 'tools'>;
type Place = (reading: JsonReading, at: number, document: JsonDocument, index: number) => Payload | undefined;

/** The JSON at an offset of the unit with this index. Offsets in the result are relative to the unit. */
export function payloadIn(document: JsonDocument, index: number, at: number): Payload | undefined {
  const reading = readUnit(document.units[index] as JsonUnit);
  return places[dialectOf(reading, document.dialect)]?.(reading, at, document, index);
}

const places: Partial<Record<ReturnType<typeof dialectOf>, Place>> = {
  messages: inMessages,
  'openchatml-json': inProjection,
};

/** Whether a cursor is inside a value, which includes the position directly after it but not the one directly before it. */
const holds = (node: Span | undefined, at: number) => node !== undefined && node.start < at && at <= node.end;

function inMessages(reading: JsonReading, at: number): Payload | undefined {
  const declared = declaredBeside(reading);
  const tools = memberOf(reading.root, 'tools')?.value;
  if (tools?.kind === 'array' && holds(tools, at)) return inObject('signature', tools, reading, at, declared);
  const message = listOf(reading).messages.find((one) => holds(one, at));
  const call = message && callsOf(message).find(({ node }) => holds(node, at));
  if (call === undefined) return undefined;
  const { name, arguments: argumentsNode } = call;
  if (argumentsNode?.kind === 'string' && holds(argumentsNode, at))
    return inString(argumentsNode, reading, at, name, declared);
  return inObject(call.asText ? 'API call' : 'tool use', objectOf(call), reading, at, declared);
}

/** The object with `name` and `arguments`. In an item of the Responses API, that is the item itself. */
const objectOf = ({ node, asText }: ApiCall): JsonNode => (asText ? (memberOf(node, 'function')?.value ?? node) : node);

function inObject(
  kind: Payload['kind'],
  { start, end }: Span,
  { text }: JsonReading,
  at: number,
  tools: Tools,
): Payload | undefined {
  if (!(start < at && at <= end) || !'{['.includes(text[start] ?? ' ')) return undefined;
  return {
    kind,
    ...tools,
    text: text.slice(start, end),
    at: at - start,
    span: (from, to) => ({ start: start + from, end: start + to }),
    write: (json) => json,
  };
}

/** The JSON in a string. Text that is inserted there has to be escaped once more. */
function inString(
  node: JsonString,
  { text }: JsonReading,
  at: number,
  tool: string | undefined,
  tools: Tools,
  more: Partial<Payload> = {},
): Payload | undefined {
  if (node.value.length > MAX_JSON_LENGTH) return undefined;
  const offsets = sourceOffsets(text, node);
  return {
    kind: 'arguments',
    ...tools,
    tool,
    text: node.value,
    at: lastAtMost(offsets, at),
    span: (start, end) => ({ start: offsets[start] as number, end: offsets[end] as number }),
    write: (json) => JSON.stringify(json).slice(1, -1),
    ...more,
  };
}

/** The tools that the document declares next to its messages. */
function declaredBeside(reading: JsonReading): Tools {
  const as = ({ name, description, schema }: ApiTool): Declared => ({ tool: name.value, doc: description, schema });
  return {
    declared(tool) {
      const apiTool = toolsIn(reading).findLast(({ name }) => name.value === tool);
      return apiTool && as(apiTool);
    },
    tools: () => toolsIn(reading).map(as),
  };
}

/** The JSON in a message of the projection: the arguments of a call, or the envelope of a reply. */
function inProjection(reading: JsonReading, at: number, document: JsonDocument, index: number): Payload | undefined {
  const projected = projectedOf(reading).find(({ node }) => holds(node, at));
  if (projected === undefined) return undefined;
  const call = memberOf(projected.node, 'tool_call')?.value;
  const argumentsNode = memberOf(call, 'arguments')?.value;
  const tools = () => declaredBefore(document, index);
  if (argumentsNode?.kind === 'string' && holds(argumentsNode, at))
    return inString(argumentsNode, reading, at, textOf(call, 'recipient'), tools(), { reserves: true });
  const content = memberOf(projected.node, 'content')?.value;
  return projected.message.kind === 'reply' && content?.kind === 'string' && holds(content, at)
    ? inString(content, reading, at, undefined, tools(), { kind: 'reply' })
    : undefined;
}

/** The tools that instructions up to this unit declare. If a tool is declared twice, the last declaration applies. */
function declaredBefore({ units }: JsonDocument, index: number): Tools {
  const declarationByTool = new Map<string, ToolDeclaration>();
  for (const unit of units.slice(0, index + 1)) {
    if (!unit.text.includes('namespace ')) continue;
    for (const { message } of projectedOf(readUnit(unit))) {
      if (!instructs(message.role)) continue;
      for (const tool of declarations(message.block).tools) declarationByTool.set(tool.tool, tool);
    }
  }
  return {
    declared(tool) {
      const declaration = declarationByTool.get(tool);
      return declaration && declaredAs(declaration);
    },
    tools: () => [...declarationByTool.values()].map(declaredAs),
  };
}
