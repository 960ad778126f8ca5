/** The JSON around the cursor, its purpose, and the declarations that apply to it. */
import { bounded } from '../../arguments/bounded.ts';
import {
  apiCallMembers,
  callMembers,
  functionCallMembers,
  functionOutputMembers,
  functionSignatureMembers,
  llamaCallShape,
  replyMembers,
  toolUseMembers,
} from '../../grammar/bodies.ts';
import { type BodyMemberFact, llamaCallMembers } from '../../grammar/index.ts';
import { answer } from '../../model/tools/response-formats.ts';
import type { Schema, SchemaObject } from '../../model/tools/schema.ts';
import { getOwn } from '../../syntax/get-own.ts';
import type { Span } from '../../syntax/span.ts';
import { membersSchema, type Path } from './schemas.ts';

/** A tool, with its parameters if they are declared. */
export interface Declared {
  readonly tool: string;
  /** The tool's description from the document. */
  readonly doc: string;
  readonly schema: Schema | undefined;
}

export interface Payload {
  readonly kind: keyof typeof kinds;
  /** The unescaped JSON. It may be invalid, and other text may precede or follow it. */
  readonly text: string;
  /** The offset of the cursor in `text` (UTF-16 units). */
  readonly at: number;
  /** Maps a span of `text` to the block, or to the unit of a JSON document. */
  span(start: number, end: number): Span;
  /** Escapes a piece of JSON so that it can be inserted at the cursor. */
  write(json: string): string;
  /** The name of the tool, if it is written outside the JSON. */
  readonly tool?: string | undefined;
  /** Whether the body may also contain the reserved fields of a call, next to the arguments (2.2 §8.2). */
  readonly reserves?: boolean;
  declared(tool: string): Declared | undefined;
  tools(): readonly Declared[];
}

interface Kind {
  /** The phrase that describes the fields in hovers, after their name. */
  readonly member: string;
  readonly facts: readonly BodyMemberFact[];
  /** Whether several values may follow each other, separately or in an array. */
  readonly lists: boolean;
  /** For calls that name their tool in the JSON: the fields that may hold the arguments. */
  readonly given?: readonly string[];
}

const kinds = {
  arguments: { member: "field of a call's body", facts: callMembers, lists: false },
  answer: { member: 'field of the answer', facts: [], lists: false },
  reply: { member: "field of a reply's body", facts: replyMembers, lists: false },
  call: { member: 'field of a call', facts: functionCallMembers, lists: true, given: ['arguments'] },
  output: { member: 'field of an output', facts: functionOutputMembers, lists: true },
  signature: { member: 'field of a signature', facts: functionSignatureMembers, lists: true },
  'Llama call': {
    member: 'field of a call',
    facts: llamaCallShape,
    lists: true,
    given: llamaCallMembers.arguments,
  },
  'API call': { member: 'field of a call', facts: apiCallMembers, lists: false, given: ['arguments'] },
  'tool use': { member: 'field of a call', facts: toolUseMembers, lists: false, given: ['input'] },
} satisfies Readonly<Record<string, Kind>>;

/** The schema for the JSON at a position, and the call to which the position belongs. */
export interface PayloadContext {
  readonly schema: SchemaObject;
  /** The number of steps in the path before the value that the schema describes. */
  readonly skip: number;
  /** The phrase that hovers use for a field that is not an argument, and whether the facts describe such fields. */
  readonly member: string;
  readonly facts: boolean;
  /** The call whose arguments contain the position, and the number of steps in the path that lead to these arguments. */
  readonly call: { readonly declared: Declared; readonly schema: SchemaObject; readonly from: number } | undefined;
  /** Whether the path leads to the field that names the tool. */
  readonly namesTool: boolean;
}

/**
 * The schema and the call for a position in JSON. `stringAt`: returns the string value of a field of an enclosing object, where depth 0 is
 * the outermost object.
 */
export function knownOf(
  payload: Payload,
  path: Path,
  stringAt: (depth: number, key: string) => string | undefined,
): PayloadContext {
  const { member, facts, lists, given }: Kind = kinds[payload.kind];
  const skip = lists && typeof path[0] === 'number' ? 1 : 0;
  if (payload.kind === 'answer') {
    const schema = argumentsSchema(payload.declared(answer));
    return { schema, skip, member, facts: false, call: undefined, namesTool: false };
  }
  if (payload.kind === 'arguments') {
    const declared = payload.tool === undefined ? undefined : payload.declared(payload.tool);
    const schema = argumentsSchema(declared, payload.reserves ? facts : []);
    return {
      schema,
      skip,
      member,
      facts: true,
      call: declared && { declared, schema: argumentsSchema(declared), from: 0 },
      namesTool: false,
    };
  }
  const schema = membersSchema(facts);
  const namesTool = payload.kind !== 'signature' && path.length === skip + 1 && path[skip] === 'name';
  const schemaWithName = { ...schema, properties: { ...schema.properties, ...nameOf(payload, schema) } };
  if (given === undefined) return { schema: schemaWithName, skip, member, facts: true, call: undefined, namesTool };
  const tool = stringAt(skip, 'name');
  const declared = tool === undefined ? undefined : payload.declared(tool);
  const [first] = facts.filter(({ name }) => given.includes(name)).map(({ name }) => name);
  const memberSchema = getOwn(schema.properties ?? {}, first) as SchemaObject | undefined;
  const passed = argumentsSchema(declared);
  const isGiven = given.includes(String(path[skip]));
  // If the call uses another accepted name of the field, the schema is for that name. Only the first name is offered.
  const key = isGiven ? String(path[skip]) : (first as string);
  // A field whose value is a JSON string does not get the schema of the object in that string.
  const keySchema =
    isGiven || memberSchema?.type === 'object'
      ? { ...memberSchema, ...passed, ...aboutMember(memberSchema) }
      : memberSchema;
  return {
    schema: { ...schemaWithName, properties: { ...schemaWithName.properties, ...(keySchema && { [key]: keySchema }) } },
    skip,
    member,
    facts: true,
    call: declared && isGiven ? { declared, schema: passed, from: skip + 1 } : undefined,
    namesTool,
  };
}

/** The schema of a tool's arguments. Without a declaration, it allows any object. */
export function argumentsSchema(declared: Declared | undefined, facts: readonly BodyMemberFact[] = []): SchemaObject {
  const schema = declared?.schema === undefined ? {} : bounded(declared.schema).schema;
  const object: SchemaObject = typeof schema === 'boolean' ? {} : schema;
  // A parameter of the tool takes precedence over a reserved field with the same name.
  const reservedEntries = Object.entries(membersSchema(facts).properties ?? {}).filter(
    ([key]) => getOwn(object.properties ?? {}, key) === undefined,
  );
  return { ...object, properties: { ...object.properties, ...Object.fromEntries(reservedEntries) } };
}

/** Keeps the description from the facts for the field that holds the arguments, since `argumentsSchema` has the description of the tool. */
function aboutMember(memberSchema: SchemaObject | undefined) {
  return memberSchema && { description: memberSchema.description, section: memberSchema.section };
}

/** The maximum number of tools to offer. A longer list would be hard to choose from. */
export const MAX_TOOLS = 200;

/** The schema of the field that names a tool, with the declared tools as its values. */
function nameOf(payload: Payload, { properties }: SchemaObject): SchemaObject['properties'] {
  const name = payload.kind === 'signature' ? undefined : getOwn(properties ?? {}, 'name');
  if (typeof name !== 'object') return {};
  const tools = payload.tools().slice(0, MAX_TOOLS);
  if (tools.length === 0) return {};
  return { name: { ...name, anyOf: tools.map(({ tool, doc }) => ({ const: tool, description: doc })) } };
}
