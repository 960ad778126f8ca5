/** The JSON around the cursor, its purpose, and the declarations for it. */
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

/** A tool, with its parameters as far as they are declared. */
export interface Declared {
  readonly tool: string;
  /** The description in the document. */
  readonly doc: string;
  readonly schema: Schema | undefined;
}

export interface Payload {
  readonly kind: keyof typeof kinds;
  /** The unescaped JSON; it may be broken, and may have other text around it. */
  readonly text: string;
  /** The offset of the cursor in `text` (UTF-16 units). */
  readonly at: number;
  /** Maps a span of `text` to the block, or to the unit of a JSON document. */
  span(start: number, end: number): Span;
  /** Escapes a piece of JSON for insertion there. */
  write(json: string): string;
  /** The tool, if something next to the JSON names it. */
  readonly tool?: string | undefined;
  /** Whether the body may also contain the reserved members of a call, next to the arguments (2.2 §8.2). */
  readonly reserves?: boolean;
  declared(tool: string): Declared | undefined;
  /** Every tool that is declared. */
  tools(): readonly Declared[];
}

interface Kind {
  /** The kind of a member, which follows its name in descriptions. */
  readonly member: string;
  readonly facts: readonly BodyMemberFact[];
  /** Several values may follow each other, also in an array. */
  readonly lists: boolean;
  /** In a call that names its tool: the members that may hold the arguments. */
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

/** The facts about the JSON at a position. */
export interface PayloadContext {
  readonly schema: SchemaObject;
  /** The number of path steps that lead to the value described by the schema. */
  readonly skip: number;
  /** How hovers name a member that is not an argument, and whether the facts describe these members. */
  readonly member: string;
  readonly facts: boolean;
  /** The call whose arguments contain the position, and the number of path steps that lead to them. */
  readonly call: { readonly declared: Declared; readonly schema: SchemaObject; readonly from: number } | undefined;
  /** The path leads to the member that names the tool. */
  readonly namesTool: boolean;
}

/** `stringAt`: the string value of a member of an enclosing object, where 0 is the outermost one. */
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
  const named = { ...schema, properties: { ...schema.properties, ...nameOf(payload, schema) } };
  if (given === undefined) return { schema: named, skip, member, facts: true, call: undefined, namesTool };
  const tool = stringAt(skip, 'name');
  const declared = tool === undefined ? undefined : payload.declared(tool);
  const [first] = facts.filter(({ name }) => given.includes(name)).map(({ name }) => name);
  const held = getOwn(schema.properties ?? {}, first) as SchemaObject | undefined;
  const passed = argumentsSchema(declared);
  const isGiven = given.includes(String(path[skip]));
  // Another spelling of the member is accepted, but not offered.
  const key = isGiven ? String(path[skip]) : (first as string);
  // A JSON string is not the object that it contains.
  const asked = isGiven || held?.type === 'object' ? { ...held, ...passed, ...aboutMember(held) } : held;
  return {
    schema: { ...named, properties: { ...named.properties, ...(asked && { [key]: asked }) } },
    skip,
    member,
    facts: true,
    call: declared && isGiven ? { declared, schema: passed, from: skip + 1 } : undefined,
    namesTool,
  };
}

/** The arguments of a tool; unrestricted without a declaration. */
export function argumentsSchema(declared: Declared | undefined, facts: readonly BodyMemberFact[] = []): SchemaObject {
  const schema = declared?.schema === undefined ? {} : bounded(declared.schema).schema;
  const object: SchemaObject = typeof schema === 'boolean' ? {} : schema;
  // If the tool has a parameter with the name of a reserved member, the parameter applies.
  const added = Object.entries(membersSchema(facts).properties ?? {}).filter(
    ([key]) => getOwn(object.properties ?? {}, key) === undefined,
  );
  return { ...object, properties: { ...object.properties, ...Object.fromEntries(added) } };
}

/** The description of the member that holds the arguments comes from the facts, not from the declaration of the tool. */
function aboutMember(held: SchemaObject | undefined) {
  return held && { description: held.description, section: held.section };
}

/** The maximum number of tools to offer: a longer list is too long to choose from. */
export const MAX_TOOLS = 200;

/** The member that names a tool, with the declared tools as its values. */
function nameOf(payload: Payload, { properties }: SchemaObject): SchemaObject['properties'] {
  const name = payload.kind === 'signature' ? undefined : getOwn(properties ?? {}, 'name');
  if (typeof name !== 'object') return {};
  const tools = payload.tools().slice(0, MAX_TOOLS);
  if (tools.length === 0) return {};
  return { name: { ...name, anyOf: tools.map(({ tool, doc }) => ({ const: tool, description: doc })) } };
}
