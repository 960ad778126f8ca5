/** Tools that a system or developer message declares, in Harmony's TypeScript-like layout (HARM-35, HARM-36). */
import { builtins, functionsNamespace } from '../grammar/index.ts';
import type { Block } from '../syntax/block.ts';
import { members } from '../syntax/json.ts';
import { functionParts } from './functions.ts';
import type { Schema } from './schema.ts';
import type { Aliases } from './type-schema.ts';

export interface ToolDeclaration {
  /** As a recipient: `functions.get_weather`. */
  readonly tool: string;
  /** The name in the block. */
  readonly start: number;
  readonly end: number;
  /** The comment lines above it. */
  readonly doc: string;
  /** The declaration as written, to its closing `;`. */
  readonly signature: string;
  /** The types of the same name space that are no functions: a signature may name them. */
  readonly aliases: Aliases;
  /** In 0.1, the JSON Schema that the function list gives. */
  readonly parameters?: Schema;
}

export interface Declarations {
  /** Namespaces with a block or a section of their own: `functions`, `browser`, `python`. */
  readonly namespaces: readonly string[];
  readonly tools: readonly ToolDeclaration[];
}

const none: Declarations = { namespaces: [], tools: [] };
const cache = new WeakMap<Block, Declarations>();

/**
 * `namespace NAME {` … `}` on lines of their own, `## NAME` for a tool without declarations, `type NAME =` and, as
 * TypeScript has it too, `function NAME(`.
 */
const line =
  /^[ \t]*(?:namespace[ \t]+(\w+)[ \t]*\{|(\})|## (\w+)[ \t]*$|(?:type[ \t]+(?=[\w-]+[ \t]*=)|function[ \t]+(?=[\w-]+[ \t]*\())([\w-]+)|((?:\/\/).*))/gm;

/** What a system or developer block declares; lines that cannot be read are passed over. */
export function declarations(block: Block): Declarations {
  let found = cache.get(block);
  if (found === undefined) {
    found = block.family.has.functions
      ? listed(block)
      : block.text.includes('namespace ', block.bodyStart) || block.text.includes('## ', block.bodyStart)
        ? read(block)
        : none;
    cache.set(block, found);
  }
  return found;
}

/** Reads types; loaded with the first that is asked for. */
function parametersSchema(type: string, aliases?: Aliases): Schema | undefined {
  const reader = require('./type-schema.ts') as typeof import('./type-schema.ts');
  return reader.parametersSchema(type, aliases);
}

const schemas = new WeakMap<ToolDeclaration, { readonly schema: Schema | undefined }>();

/** The schema of a tool's arguments; undefined if the declaration cannot be read. Read once, when first asked for. */
export function schemaOf(declaration: ToolDeclaration): Schema | undefined {
  let known = schemas.get(declaration);
  if (known === undefined) {
    const { parameters, signature, aliases } = declaration;
    known = { schema: parameters ?? parametersSchema(typeIn(signature), aliases) };
    schemas.set(declaration, known);
  }
  return known.schema;
}

const builtinSchemas = new Map<string, Schema | undefined>();

/** The schema of a built-in tool's arguments, as far as it is known without a declaration. */
export function builtinSchema(tool: string): Schema | undefined {
  if (builtinSchemas.has(tool)) return builtinSchemas.get(tool);
  const type = builtins.find(({ recipient }) => recipient === tool)?.type;
  if (type === undefined) return undefined;
  const schema = parametersSchema(type);
  builtinSchemas.set(tool, schema);
  return schema;
}

/** What is behind the `=` of `type NAME =`, or says the same of `function NAME(…)`. */
function typeIn(signature: string): string {
  if (signature.startsWith('function')) {
    const list = signature.indexOf('(');
    const end = balancedEnd(signature.slice(list + 1));
    return `${end < 0 ? signature.slice(list) : signature.slice(list, list + 1 + end)}) => any`;
  }
  return signature.slice(signature.indexOf('=') + 1);
}

function read({ text, bodyStart, bodyEnd }: Block): Declarations {
  const body = text.slice(bodyStart, bodyEnd);
  const namespaces = new Set<string>();
  const tools: ToolDeclaration[] = [];
  const aliases = new Map<string, Map<string, string>>();
  let namespace: string | undefined;
  let comments: string[] = [];
  let expected = 0;
  let behind = 0;
  for (const found of body.matchAll(line)) {
    const [whole, opened, closed, section, name, comment] = found;
    const index = found.index;
    if (index < behind) continue;
    if (comments.length > 0 && body.slice(expected, index).trim() !== '') comments = [];
    expected = index + whole.length;
    if (comment !== undefined) {
      comments.push(comment.replace(/^\/\/ ?/, ''));
      continue;
    }
    if (opened !== undefined) {
      namespace = opened;
      namespaces.add(opened);
    } else if (section !== undefined) {
      // Functions are declared in a block; under a heading alone they are described in a way that is not read.
      if (section !== functionsNamespace) namespaces.add(section);
    } else if (closed !== undefined && body.slice(index, index + 3).trim() === '}') {
      namespace = undefined;
    } else if (name !== undefined && namespace !== undefined) {
      const start = index + whole.length - name.length;
      behind = signatureEnd(body, index);
      const signature = body.slice(index, behind).trim();
      const types = aliases.get(namespace) ?? new Map<string, string>();
      aliases.set(namespace, types);
      const type = typeIn(signature);
      if (!type.includes('=>')) types.set(name, type);
      tools.push({
        tool: `${namespace}.${name}`,
        start: bodyStart + start,
        end: bodyStart + start + name.length,
        doc: comments.join('\n'),
        signature,
        aliases: types,
      });
    }
    comments = [];
  }
  return { namespaces: [...namespaces], tools };
}

/** Longer declarations are cut off. */
const longest = 20_000;

/** The end of a declaration: where its brackets are closed, or else behind `=> any;`, or before the next one. */
function signatureEnd(body: string, from: number): number {
  const rest = body.slice(from, from + longest);
  const next = /\n[ \t]*(?:type[ \t]+[\w-]+[ \t]*=|function[ \t]+[\w-]+[ \t]*\()/.exec(rest);
  const own = next ? rest.slice(0, next.index) : rest;
  const balanced = balancedEnd(own);
  if (balanced >= 0) return from + balanced;
  const arrow = /=>[ \t]*\w+[ \t]*;?/.exec(own);
  const closer = /\n[ \t]*\}[ \t]*(?:\/\/.*)?(?:\n|$)/.exec(own);
  if (arrow && (!closer || arrow.index < closer.index)) return from + arrow.index + arrow[0].length;
  return from + (closer ? closer.index : own.length);
}

const pieces = /\/\/.*|"(?:[^"\\\n]|\\.)*"|[([{]|[)\]}]|;|\n/g;

/** The end of a declaration whose brackets all match; -1 if they do not. */
function balancedEnd(text: string): number {
  let depth = 0;
  for (const { 0: piece, index } of text.matchAll(pieces)) {
    if ('([{'.includes(piece)) depth++;
    else if (')]}'.includes(piece) && --depth < 0) return index;
    else if (piece === ';' && depth === 0) return index + 1;
    // Behind the last line of a declaration without semicolon.
    else if (piece === '\n' && depth === 0 && /^\s*(?:\/\/|\}|$)/.test(text.slice(index, index + 200))) return index;
  }
  return depth === 0 ? text.length : -1;
}

/** The functions that the function lists of a 0.1 system message describe (0.1 §8.1). */
function listed(block: Block): Declarations {
  const aliases: Aliases = new Map();
  const tools = functionParts(block, 'system').flatMap(({ values }) =>
    values.flatMap(({ value, start, end }): ToolDeclaration[] => {
      const described = (value as { function?: Record<string, unknown> } | null)?.function;
      if (typeof described?.name !== 'string') return [];
      const outer = member(block, start, end, 'function');
      const name = outer && member(block, outer.start, outer.end, 'name');
      return [
        {
          tool: described.name,
          start: name?.start ?? start,
          end: name?.end ?? end,
          doc: typeof described.description === 'string' ? described.description : '',
          signature: block.text.slice(start, end),
          aliases,
          // A function without parameters may still be given some: 0.1 does not say.
          parameters: isSchema(described.parameters) ? described.parameters : true,
        },
      ];
    }),
  );
  return tools.length === 0 ? none : { namespaces: [], tools };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The place of a member's value in the object that a stretch of a block is; the last one of that name counts. */
function member({ text }: Block, start: number, end: number, key: string) {
  const found = members(text.slice(start, end)).findLast((candidate) => candidate.key === key);
  return found && { start: start + found.valueStart, end: start + found.valueEnd };
}
