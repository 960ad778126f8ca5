/** Finds the tools that a system or developer message declares in Harmony's layout, which resembles TypeScript (HARM-35, HARM-36). */

import { builtins, functionsNamespace, systemRole, userRole } from '../../grammar/index.ts';
import type { Block } from '../../syntax/block.ts';
import { BlockCache } from '../../syntax/block-cache.ts';
import { isObject } from '../../syntax/is-object.ts';
import { dataOf } from '../../syntax/json/nodes.ts';
import { valuesIn } from '../../syntax/json/read.ts';
import { members, parseValues } from '../../syntax/json/values.ts';
import { append } from '../../syntax/lists.ts';
import { apart, type FunctionValue, functionParts } from '../calls/functions.ts';
import { taggedParts } from '../calls/tagged-parts.ts';
import { instructs } from '../message.ts';
import { toolRegions } from './learned-tools.ts';
import { responseFormats } from './response-formats.ts';
import type { Schema, SchemaObject } from './schema.ts';
import { declarationStart, signatureAt } from './signatures.ts';
import type { Aliases } from './type-schema.ts';

export interface ToolDeclaration {
  /** The name of the tool as a recipient, for example `functions.get_weather`. */
  readonly tool: string;
  readonly start: number;
  readonly end: number;
  /** The comment lines above the declaration. */
  readonly doc: string;
  /** The declaration as written, up to the closing `;`. */
  readonly signature: string;
  /** The type of the arguments and the result, as written in the declaration. */
  readonly type?: string | undefined;
  /** The other types in the same namespace, to which the declaration may refer. */
  readonly aliases: Aliases;
  /** The JSON Schema of the arguments, if tools are declared in JSON, as in 0.1. */
  readonly parameters?: Schema;
}

export interface Declarations {
  /** The namespaces that have a block or a section, such as `functions`, `browser` and `python`. */
  readonly namespaces: readonly string[];
  readonly tools: readonly ToolDeclaration[];
  /** The formats that answers must have. */
  readonly formats: readonly ToolDeclaration[];
}

const none: Declarations = { namespaces: [], tools: [], formats: [] };
const cache = new BlockCache<Declarations>();

/**
 * Matches the lines `namespace NAME {` and `}`, the heading `## NAME` of a tool without declarations, comments, and lines that may begin a
 * declaration. A declaration begins with `type NAME =` or with another TypeScript keyword.
 */
const line = new RegExp(
  `^([ \\t]*)(?:(?:(?:export|declare)[ \\t]+)*(?:namespace|module)[ \\t]+([\\w.]+)[ \\t]*\\{|(\\})(?=[ \\t;]*(?://.*)?$)|## (\\w+)[ \\t]*$|(//.*)|(${declarationStart}))`,
  'gm',
);

/** Returns the declarations in a system or developer block. Lines that cannot be parsed are skipped. */
export function declarations(block: Block): Declarations {
  let blockDeclarations = cache.get(block);
  if (blockDeclarations === undefined) {
    blockDeclarations = block.family.learned
      ? ofLearned(block)
      : block.family.has.functions
        ? listed(block)
        : block.family.has.bodyCalls
          ? pasted(block)
          : block.text.includes('namespace ', block.bodyStart) || block.text.includes('## ', block.bodyStart)
            ? read(block)
            : none;
    cache.set(block, blockDeclarations);
  }
  return blockDeclarations;
}

/** Converts a type to a schema. The parser is loaded when it is first used. */
function parametersSchema(type: string, aliases?: Aliases): Schema | undefined {
  const reader = require('./type-schema.ts') as typeof import('./type-schema.ts');
  return reader.parametersSchema(type, aliases);
}

const schemas = new WeakMap<ToolDeclaration, { readonly schema: Schema | undefined }>();

/** Returns the schema of a tool's arguments; undefined if the declaration cannot be parsed. The schema is computed only once. */
export function schemaOf(declaration: ToolDeclaration): Schema | undefined {
  let entry = schemas.get(declaration);
  if (entry === undefined) {
    const { parameters, type, aliases } = declaration;
    entry = { schema: parameters ?? (type === undefined ? undefined : parametersSchema(type, aliases)) };
    schemas.set(declaration, entry);
  }
  return entry.schema;
}

const builtinSchemas = new Map<string, Schema | undefined>();

/** Returns the schema of a built-in tool's arguments, if it is known without a declaration. */
export function builtinSchema(tool: string): Schema | undefined {
  if (builtinSchemas.has(tool)) return builtinSchemas.get(tool);
  const type = builtins.find(({ recipient }) => recipient === tool)?.type;
  if (type === undefined) return undefined;
  const schema = parametersSchema(type);
  builtinSchemas.set(tool, schema);
  return schema;
}

interface Namespace {
  readonly name: string;
  /** The indentation of the namespace. A declaration that is not indented further is not in the namespace. */
  readonly indent: number;
  readonly types: Map<string, string>;
}

function read(block: Block): Declarations {
  const { text, bodyStart, bodyEnd } = block;
  const body = text.slice(bodyStart, bodyEnd);
  const namespaces = new Set<string>();
  const tools: ToolDeclaration[] = [];
  const typesOf = new Map<string, Map<string, string>>();
  const open: Namespace[] = [];
  let comments: string[] = [];
  let expected = 0;
  let declaredTo = 0;
  for (const match of body.matchAll(line)) {
    const [whole, space = '', opened, closed, section, comment] = match;
    const index = match.index;
    if (index < declaredTo) continue;
    if (comments.length > 0 && body.slice(expected, index).trim() !== '') comments = [];
    expected = index + whole.length;
    if (comment !== undefined) {
      comments.push(comment.replace(/^\/\/ ?/, ''));
      continue;
    }
    if (opened !== undefined || closed !== undefined) {
      while ((open.at(-1)?.indent ?? -1) >= space.length) open.pop();
    }
    const outer = open.at(-1);
    if (opened !== undefined) {
      const name = outer ? `${outer.name}.${opened}` : opened;
      // In an inner namespace, types that were declared earlier in the outer namespace are known, too.
      const types = typesOf.get(name) ?? new Map(outer?.types);
      typesOf.set(name, types);
      namespaces.add(name);
      open.push({ name, indent: space.length, types });
    } else if (section !== undefined) {
      // A namespace of functions always has a block, so a heading alone does not declare it.
      if (section !== functionsNamespace) namespaces.add(section);
    } else if (closed === undefined && outer !== undefined) {
      const signature = signatureAt(body, index);
      if (signature !== undefined) {
        const { name, nameStart, end, type } = signature;
        declaredTo = end;
        if (type !== undefined && !type.includes('=>')) outer.types.set(name, type);
        if (signature.callable) {
          const start = bodyStart + nameStart;
          tools.push({
            tool: `${outer.name}.${name}`,
            start,
            end: start + name.length,
            doc: comments.join('\n'),
            signature: body.slice(index, end).trim(),
            type,
            aliases: outer.types,
          });
        }
      }
    }
    comments = [];
  }
  return { namespaces: [...namespaces], tools, formats: responseFormats(block) };
}

/**
 * Whether messages with a role may declare tools. These are messages that instruct the model and, in Llama 3, also user messages,
 * since the template of Llama 3 declares tools there.
 */
export function mayDeclare({ family }: Block, role: string | undefined): boolean {
  return instructs(role) || (family.has.bodyCalls && role === userRole);
}

/** The functions that are described in a message of a learned dialect. */
function ofLearned(block: Block): Declarations {
  const tools = toolRegions(block).flatMap(({ values }) => values.flatMap((value) => declarationOf(block, value)));
  return tools.length === 0 ? none : { namespaces: [], tools, formats: [] };
}

/** The functions that are described in JSON between the prose of a Llama 3 message. Each JSON value begins a line. */
function pasted(block: Block): Declarations {
  const { text, bodyStart, bodyEnd } = block;
  const body = text.slice(bodyStart, bodyEnd);
  if (!body.includes('"parameters"')) return none;
  const tools: ToolDeclaration[] = [];
  const readAt = valuesIn(body);
  const opening = /^[ \t]*(?=[{[])/gm;
  for (let match = opening.exec(body); match; match = opening.exec(body)) {
    const { root, faults, open } = readAt(opening.lastIndex);
    if (root === undefined || open.length > 0) break;
    const values = root.kind === 'array' ? root.items : [root];
    if (faults.length === 0)
      for (const one of values) {
        const span = { start: bodyStart + one.start, end: bodyStart + one.end };
        const value = dataOf(one);
        if (describesParameters(value)) append(tools, declarationOf(block, { value, ...span }));
      }
    opening.lastIndex = Math.max(opening.lastIndex + 1, root.end);
  }
  return tools.length === 0 ? none : { namespaces: [], tools, formats: [] };
}

/**
 * Whether a value describes the parameters of a function. In prose, an object with a name and parameters may also be an example
 * of a call, in which the parameters have no types.
 */
function describesParameters(value: unknown): boolean {
  const { function: inner = value } = (value ?? {}) as { function?: unknown };
  const { parameters } = (inner ?? {}) as { parameters?: unknown };
  return isObject(parameters) && (isObject((parameters as SchemaObject).properties) || parameters.type === 'object');
}

/**
 * Names that are used like namespaces. `all`: for messages with `<tools>`; `unread`: for those in which the content of `<tools>` cannot be
 * parsed.
 */
export const taggedTools = { all: '<tools>', unread: '<tools> unread' } as const;

/** The functions that are described in the function lists and in `<tools>` of a system message (0.1 §8.1, A-140). */
function listed(block: Block): Declarations {
  const { text } = block;
  const values: FunctionValue[] = functionParts(block, systemRole).flatMap((part) => part.values);
  const namespaces = new Set<string>();
  for (const { name, open, inner } of taggedParts(block, systemRole)) {
    const innerText = text.slice(inner.start, inner.end);
    // Tags with no text between them are only mentioned in instructions.
    if (name !== 'tools' || open === undefined || innerText.trim() === '') continue;
    const { values: jsonValues, error, end } = parseValues(innerText);
    const all = error === undefined && innerText.slice(end).trim() === '';
    if (!all && jsonValues.length === 0 && !/^\s*[{[]/.test(innerText)) continue;
    namespaces.add(taggedTools.all);
    if (!all) namespaces.add(taggedTools.unread);
    append(values, apart(jsonValues, innerText, inner.start));
  }
  const tools = values.flatMap((value) => declarationOf(block, value));
  return tools.length === 0 && namespaces.size === 0 ? none : { namespaces: [...namespaces], tools, formats: [] };
}

const noAliases: Aliases = new Map();

/**
 * The declaration of a function, which is an object with a `function` field. In `<tools>`, it may also be the object that this field would
 * contain.
 */
function declarationOf(block: Block, { value, start, end }: FunctionValue): ToolDeclaration[] {
  const outer = value as { function?: unknown; name?: unknown } | null | undefined;
  const bare = typeof outer?.name === 'string' && !isObject(outer.function);
  const described = (bare ? outer : outer?.function) as Record<string, unknown> | null | undefined;
  if (typeof described?.name !== 'string') return [];
  const span = bare ? { start, end } : member(block, start, end, 'function');
  const name = span && member(block, span.start, span.end, 'name');
  return [
    {
      tool: described.name,
      start: name?.start ?? start,
      end: name?.end ?? end,
      doc: typeof described.description === 'string' ? described.description : '',
      signature: block.text.slice(start, end),
      aliases: noAliases,
      // 0.1 does not say whether a function without declared parameters takes arguments, so any are allowed.
      parameters: isObject(described.parameters) ? described.parameters : true,
    },
  ];
}

/**
 * The span of a field's value in an object, which is the text of a block from `start` to `end`. If the key is repeated, the last field
 * counts.
 */
function member({ text }: Block, start: number, end: number, key: string) {
  const lastMember = members(text.slice(start, end)).findLast((candidate) => candidate.key === key);
  return lastMember && { start: start + lastMember.valueStart, end: start + lastMember.valueEnd };
}
