/**
 * Converts the parameters of a tool, which are declared as a type similar to TypeScript, to a JSON Schema (HARM-36). The parser
 * recovers from any error. Parts that cannot be parsed allow any value, so that they never cause a false report.
 */

import { declaredTypes } from '../../grammar/declared-types.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { parseJson } from '../../syntax/json/values.ts';
import { annotations } from './annotations.ts';
import { readable } from './layout.ts';
import { type Schema, union } from './schema.ts';
import { described, literal, names, strings } from './type-literals.ts';
import { children, type Node, parseType } from './type-tree.ts';

/** The other types to which a type may refer, by name. Each is the text after the `=` of its declaration. */
export type Aliases = ReadonlyMap<string, string>;

/** The maximum length (UTF-16 units), depth, and number of nodes of a declaration. Parts that exceed these limits are not checked. */
const limits = { length: 20_000, depth: 32, nodes: 5000 };

/**
 * Returns the schema of a tool's arguments from the text after `type NAME =`; undefined if the text is not the type of a
 * function. `exact`: whether to return the schema that a person would write, with titles, examples and variants from comments. If
 * false, the schema is for checking calls: objects are closed, and ambiguous text allows all of its meanings.
 */
export function parametersSchema(type: string, aliases: Aliases = new Map(), exact = false): Schema | undefined {
  const reader = new TypeReader(aliases, exact);
  const signature = reader.parse(type);
  if (signature?.name !== 'FunctionSignature') return undefined;
  const list = signature.getChild('ParamList');
  return list ? reader.parameters(list) : undefined;
}

const object: Schema = { type: 'object' };
const primitives: Readonly<Record<string, Schema>> = {
  ...Object.fromEntries(declaredTypes.flatMap(({ name, json }) => (json ? [[name, { type: json }]] : []))),
  object,
  Object: object,
};

class TypeReader {
  private source = '';
  private depth = 0;
  private nodes = 0;
  private readonly parsed = new Map<string, { readonly source: string; readonly root: Node | undefined }>();

  constructor(
    private readonly aliases: Aliases,
    readonly exact: boolean,
  ) {}

  /** Returns the root node of a type. The nodes can only be used until another type is parsed. */
  parse(type: string): Node | undefined {
    let parsedType = this.parsed.get(type);
    if (parsedType === undefined) {
      const source = `type T = ${readable(type)}`;
      parsedType = { source, root: type.length > limits.length ? undefined : parseType(source) };
      this.parsed.set(type, parsedType);
    }
    this.source = parsedType.source;
    return parsedType.root;
  }

  /**
   * Returns the schema of the parameters. `(_: { … })`: the schema of the object that a call passes. `(a: string, b?: number)`: an object
   * with these properties.
   */
  parameters(list: Node): Schema {
    const members: Member[] = [];
    for (const node of children(list)) {
      const last = members[members.length - 1];
      if (node.name === 'VariableDefinition' || node.name.endsWith('Pattern'))
        members.push({ key: this.text(node), optional: false, schema: true });
      else if (node.name === 'Optional' && last) last.optional = true;
      else if (node.name === 'TypeAnnotation' && last) last.schema = this.annotation(node);
      else if (node.type.isError) return object;
    }
    const [only] = members;
    if (members.length !== 1 || only === undefined) return this.objectOf(members);
    const { key, schema } = only;
    if (isObjectSchema(schema)) return schema;
    return key.startsWith('_') || schema === true ? object : this.objectOf(members);
  }

  private annotation(node: Node): Schema {
    const type = children(node)[1];
    return type ? this.type(type) : true;
  }

  private type(node: Node): Schema {
    if (this.depth >= limits.depth || ++this.nodes > limits.nodes) return true;
    this.depth++;
    const schema = getOwn(readers, node.name)?.(this, node) ?? true;
    this.depth--;
    return schema;
  }

  text(node: Node): string {
    return this.source.slice(node.from, node.to);
  }

  typesIn(node: Node): Schema[] {
    return children(node)
      .filter(({ name }) => /^[A-Z]\w*Type$|^TypeName$/.test(name))
      .map((child) => this.type(child));
  }

  union(node: Node): Schema {
    if (this.exact && node.firstChild?.name === 'LogicOp') return { oneOf: this.variants(node) };
    const parts = this.typesIn(node);
    const last = node.lastChild;
    // Harmony writes a list of enumerated strings as `"a" | "b"[]`, although TypeScript would need parentheses.
    if (last?.name === 'ArrayType' && last.firstChild && last.firstChild.name !== 'ParenthesizedType') {
      const items = union([...parts.slice(0, -1), this.type(last.firstChild)]);
      if (!this.exact) parts.push({ type: 'array', items });
      else if (typeof items === 'object' && items.enum && Object.keys(items).length === 1)
        return { type: 'array', items };
    }
    return parts.length > 0 ? union(parts) : true;
  }

  /** The variants of a `oneOf` in Harmony's layout. Each is on its own line, followed by a comment with its description and default. */
  private variants(node: Node): Schema[] {
    return children(node)
      .filter(({ name }) => name !== 'LogicOp')
      .map((child) => {
        const variant = this.type(child);
        const end = this.source.indexOf('\n', child.to);
        const comment = /^[ \t]*(\/\/.*)/.exec(this.source.slice(child.to, end < 0 ? undefined : end))?.[1];
        return comment === undefined ? variant : this.told(variant, comment);
      });
  }

  /** Adds the annotations in the comment on a variant's line to the variant. */
  private told(variant: Schema, comment: string): Schema {
    const at = /(?:^\/\/| ) ?default: /.exec(comment);
    const schema = described(variant, annotations([comment.slice(0, at?.index)]));
    return this.withDefault(schema, at ? comment.slice(at.index + at[0].length) : undefined);
  }

  named(node: Node): Schema {
    const name = this.text(node);
    const primitive = getOwn(primitives, name);
    const alias = this.aliases.get(name);
    if (primitive !== undefined || alias === undefined) return primitive ?? true;
    const { source } = this;
    const type = this.parse(alias);
    const schema = type && type.name !== 'FunctionSignature' ? this.type(type) : true;
    this.source = source;
    return schema;
  }

  generic(node: Node): Schema {
    const name = node.firstChild ? this.text(node.firstChild) : '';
    const args = node.getChild('TypeArgList');
    const types = args ? this.typesIn(args) : [];
    const last = types[types.length - 1] ?? true;
    if (/^(?:Readonly)?(?:Array|Set)$/.test(name)) return { type: 'array', items: last };
    if (/^(?:Record|Map)$/.test(name)) return { type: 'object', additionalProperties: last };
    if (name === 'Readonly') return last;
    if (name !== 'Partial' || typeof last === 'boolean') return true;
    const { required: _, ...partial } = last;
    return partial;
  }

  object(node: Node): Schema {
    const members: Member[] = [];
    let rest: Schema | undefined;
    let broken = false;
    for (const child of children(node)) {
      if (child.name === 'PropertyType' && child.firstChild?.name === '[') rest = true;
      else if (child.name === 'PropertyType') {
        members.push(this.member(child));
        // If there are two words before a colon, either may be the key.
        broken ||= child.getChild('PropertyDefinition')?.nextSibling?.type.isError ?? false;
      } else if (child.name === 'IndexSignature') rest = this.indexed(child);
      // A syntax error or a method is not a declaration, but may be the second line of a description. Names next to it may also be prose.
      else if (child.type.isError || child.name === 'MethodType') broken = true;
    }
    if (broken) {
      for (const member of members) member.optional = true;
      return this.objectOf(members, true);
    }
    const schema = members.length === 0 && rest === undefined ? object : this.objectOf(members, rest);
    return this.exact ? described(schema, annotations(this.linesBefore(node))) : schema;
  }

  private indexed(node: Node): Schema {
    const [, annotation] = node.getChildren('TypeAnnotation');
    return annotation ? this.annotation(annotation) : true;
  }

  private member(node: Node): Member {
    const parts = children(node);
    const name = parts.find((part) => /^(?:PropertyDefinition|String|Number)$/.test(part.name));
    const annotation = parts.find((part) => part.name === 'TypeAnnotation');
    const key = name === undefined ? '' : this.text(name);
    const schema = annotation ? this.annotation(annotation) : true;
    // If the word after a colon is not a known type, the line may not be a declaration.
    const type = annotation && children(annotation)[1];
    const unknown = schema === true && type?.name === 'TypeName' && !/^(?:any|unknown)$/.test(this.text(type));
    const optional = unknown || parts.some((part) => part.name === 'Optional' || part.type.isError);
    const fallback = this.fallback(node);
    const mayMiss = this.exact ? parts.some((part) => part.name === 'Optional') : optional || fallback !== undefined;
    return {
      key: name?.name === 'String' ? (strings(key)[0] ?? key) : key,
      optional: mayMiss,
      schema: this.withDefault(this.commented(schema, node), fallback),
    };
  }

  /** Adds the annotations in the comment lines above a property to the schema of the property. */
  private commented(schema: Schema, node: Node): Schema {
    const lines = this.linesAbove(node);
    if (!this.exact) {
      const description = lines.map((line) => line.replace(/^\/\/ ?|^\/\*+ ?| ?\*+\/$/g, '')).join('\n');
      return described(schema, description === '' ? {} : { description });
    }
    // The default of a `oneOf` is in the last comment line above the property.
    const isChoice = typeof schema === 'object' && schema.oneOf !== undefined;
    const fallback = isChoice ? /^\/\/ ?default: (.*)/.exec(lines.at(-1) ?? '')?.[1] : undefined;
    const schemaObject = annotations(fallback === undefined ? lines : lines.slice(0, -1));
    return this.withDefault(described(schema, schemaObject), fallback);
  }

  private linesAbove(node: Node): string[] {
    const lines: string[] = [];
    for (let at = node.prevSibling; at?.name.endsWith('Comment'); at = at.prevSibling) {
      if (!/(?:^|[\r\n])[ \t]*$/.test(this.source.slice(Math.max(0, at.from - 100), at.from))) break;
      lines.unshift(this.text(at));
    }
    return lines;
  }

  /** The comments on the line before a type, as in `_: // what it takes`. */
  private linesBefore(node: Node): string[] {
    let first = node;
    while (first.parent?.name === 'ArrayType' && first.parent.from === first.from) first = first.parent;
    const lines: string[] = [];
    for (let at = first.prevSibling; at?.name === 'LineComment'; at = at.prevSibling) lines.unshift(this.text(at));
    return lines;
  }

  /**
   * Adds the default value found in a comment to the schema. The default is JSON or, as Harmony writes it for enumerations, a string
   * without quotes.
   */
  private withDefault(schema: Schema, defaultText: string | undefined): Schema {
    if (!defaultText || schema === false || (schema === true && !this.exact)) return schema;
    const of = schema === true ? {} : schema;
    const { value } = parseJson(defaultText) as { value?: unknown };
    const isText = !names(of, value) && (of.enum?.includes(defaultText) || [of.type].flat().includes('string'));
    const fallback = isText ? (/^"(.*)"$/.exec(defaultText)?.[1] ?? defaultText) : value;
    return fallback === undefined ? schema : { ...of, default: fallback };
  }

  private objectOf(members: readonly Member[], rest: Schema = false): Schema {
    const required = members.filter(({ optional }) => !optional).map(({ key }) => key);
    return {
      type: 'object',
      properties: Object.fromEntries(members.map(({ key, schema }) => [key, schema])),
      ...(required.length > 0 && { required }),
      // Additional properties are allowed by default, so this is only stated if needed. An exact schema never forbids additional
      // properties.
      ...(rest !== !this.exact && { additionalProperties: rest }),
    };
  }

  /** The value of `// default:` after a property. When calls are checked, such a property is optional, even without a `?`. */
  private fallback(node: Node): string | undefined {
    const end = this.source.indexOf('\n', node.to);
    const rest = this.source.slice(node.to, end < 0 ? undefined : end);
    return /^[ \t]*(?:[,;][ \t]*)?\/\/[ \t]*default:(.*)/i.exec(rest)?.[1]?.trim();
  }
}

interface Member {
  readonly key: string;
  optional: boolean;
  schema: Schema;
}

const readers: Readonly<Record<string, (reader: TypeReader, node: Node) => Schema>> = {
  TypeName: (reader, node) => reader.named(node),
  NullType: () => primitives.null as Schema,
  LiteralType: (reader, node) => literal(reader.text(node), reader.exact),
  TemplateType: () => primitives.string as Schema,
  ArrayType: (reader, node) => ({ type: 'array', items: reader.typesIn(node)[0] ?? true }),
  TupleType: () => primitives.array as Schema,
  ParenthesizedType: (reader, node) => reader.typesIn(node)[0] ?? true,
  ReadonlyType: (reader, node) => reader.typesIn(node)[0] ?? true,
  ParameterizedType: (reader, node) => reader.generic(node),
  UnionType: (reader, node) => reader.union(node),
  ObjectType: (reader, node) => reader.object(node),
};

function isObjectSchema(schema: Schema): boolean {
  if (typeof schema === 'boolean') return false;
  return schema.type === 'object' || (schema.anyOf?.every(isObjectSchema) ?? false);
}
