/**
 * Finds the objects that have attributes in OpenTelemetry's data: spans, events, log records, or a value whose fields are the attributes
 * themselves.
 */
import {
  openInferenceMessages,
  openInferenceTools,
  telemetryConversation,
  telemetryMessages,
  telemetryRoots,
  telemetryTools,
} from '../../../grammar/agent-sessions.ts';
import { telemetryUsage, type UsageKind, usageKinds } from '../../../grammar/session-usage.ts';
import { type JsonNode, textOf } from '../../../syntax/json/nodes.ts';
import { valueOf } from '../shapes/conversation.ts';
import { asText, itemsOf } from './message-nodes.ts';
import { flattenedMessages, flattenedTools } from './open-inference.ts';
import { listIn, plainOf } from './telemetry-values.ts';
import type { Usage } from './usage.ts';

export interface TelemetryHolder {
  readonly node: JsonNode;
  readonly attributes: ReadonlyMap<string, JsonNode>;
  /** The times at which the request was sent and at which its answer arrived (in milliseconds). */
  readonly begin?: number | undefined;
  readonly end?: number | undefined;
}

/** Yields all objects with attributes, in document order. */
export function* holdersIn(root: JsonNode): Generator<TelemetryHolder> {
  const whole = root.kind === 'array' ? root : valueOf(root, 'messages');
  if (whole?.kind === 'array') yield { node: root, attributes: new Map([[telemetryMessages[1], whole]]) };
  const members = [...telemetryMessages, telemetryTools].flatMap((key) => {
    const value = valueOf(root, key);
    return value ? [[key, value] as const] : [];
  });
  if (members.length > 0) yield { node: root, attributes: new Map(members) };
  for (const [resources, scopes, holders] of telemetryRoots)
    for (const resource of itemsOf(valueOf(root, resources)))
      for (const scope of itemsOf(valueOf(resource, scopes)))
        for (const node of itemsOf(valueOf(scope, holders))) {
          const times = {
            begin: millisecondsOf(valueOf(node, 'startTimeUnixNano')),
            end: millisecondsOf(valueOf(node, 'endTimeUnixNano')),
          };
          yield { node, attributes: attributesOf(node), ...times };
          for (const event of itemsOf(valueOf(node, 'events')))
            yield { node: event, attributes: attributesOf(event), ...times };
        }
}

const attributesOf = (node: JsonNode): ReadonlyMap<string, JsonNode> =>
  new Map(
    itemsOf(valueOf(node, 'attributes')).flatMap((attribute) => {
      const [key, value] = [textOf(attribute, 'key'), valueOf(attribute, 'value')];
      return key !== undefined && value ? [[key, value] as const] : [];
    }),
  );

function millisecondsOf(node: JsonNode | undefined): number | undefined {
  const time = node?.kind === 'string' || node?.kind === 'number' ? Number(node.value) / 1e6 : Number.NaN;
  return time > 0 ? time : undefined;
}

interface HeldList {
  readonly key: string;
  readonly value: JsonNode;
  readonly list: JsonNode | undefined;
}

/** Returns the lists of messages in an object, in conversation order. The lists of OpenInference are used if there are no others. */
export function listsIn({ attributes }: TelemetryHolder): HeldList[] {
  const lists = telemetryMessages.flatMap((key): HeldList[] => {
    const value = attributes.get(key);
    return value ? [{ key, value, list: listIn(value) }] : [];
  });
  if (lists.length > 0) return lists;
  const plain = plainAttributes(attributes);
  return openInferenceMessages.flatMap((key): HeldList[] => {
    const list = flattenedMessages(plain, key);
    return list ? [{ key, value: list, list }] : [];
  });
}

const plainAttributes = (attributes: ReadonlyMap<string, JsonNode>): ReadonlyMap<string, JsonNode> =>
  new Map(
    [...attributes].flatMap(([key, value]) => {
      if (!key.startsWith('llm.')) return [];
      const plain = value.kind === 'object' ? plainOf(value) : value;
      return plain ? [[key, plain] as const] : [];
    }),
  );

/**
 * Returns the declarations of tools, as a list or as a string of JSON. A list that must be converted becomes a string, since its
 * nodes have no offsets in the document.
 */
export function toolsOf({ attributes }: TelemetryHolder): JsonNode | undefined {
  const declared = attributes.get(telemetryTools);
  if (declared) return declared.kind === 'array' ? declared : (asText(listIn(declared)) ?? declared);
  if (!attributes.has(`${openInferenceTools}.0.tool.json_schema`)) return undefined;
  return asText(flattenedTools(plainAttributes(attributes)));
}

/** Returns the id of the conversation to which a request belongs: the one that the request names, otherwise that of its trace. */
export function conversationOf({ node, attributes }: TelemetryHolder): string {
  const id = attributes.get(telemetryConversation);
  const plain = id?.kind === 'object' ? plainOf(id) : id;
  return plain?.kind === 'string' ? `conversation ${plain.value}` : `trace ${textOf(node, 'traceId') ?? ''}`;
}

/** Returns the token counts of a request. */
export function usageOf({ attributes }: TelemetryHolder): Usage | undefined {
  const usage: { [Kind in UsageKind]?: number } = {};
  for (const kind of usageKinds) {
    const value = telemetryUsage[kind].flatMap((key) => attributes.get(key) ?? [])[0];
    const plain = value?.kind === 'object' ? plainOf(value) : value;
    const number = plain?.kind === 'string' || plain?.kind === 'number' ? Number(plain.value) : Number.NaN;
    if (Number.isFinite(number) && number >= 0) usage[kind] = number;
  }
  if (usage.input !== undefined && usage.cached !== undefined) usage.input = Math.max(0, usage.input - usage.cached);
  return Object.keys(usage).length > 0 ? usage : undefined;
}
