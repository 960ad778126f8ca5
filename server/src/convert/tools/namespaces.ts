/** Writes tools as the `# Tools` section of a developer or system message, in namespaces, and reads them back (HARM-35, HARM-36). */

import { functionsNamespace } from '../../grammar/index.ts';
import type { Schema } from '../../model/tools/schema.ts';
import { signatureAt } from '../../model/tools/signatures.ts';
import type { Aliases } from '../../model/tools/type-schema.ts';
import { append } from '../../syntax/lists.ts';
import { differences } from './difference.ts';
import { normal } from './normal.ts';
import { resolved } from './resolved.ts';
import { lossAt, type Path, recipientOf, type Tool, type ToolLoss, type WithLosses } from './tool.ts';
import { commented, typeOf } from './typescript.ts';

/** Writes the section, from its heading to the end of the last namespace, in the layout of Harmony's renderer. Empty without tools. */
export function toolsSection(tools: readonly Tool[]): WithLosses<string> {
  const losses: ToolLoss[] = [];
  const byNamespace = new Map<string, string[]>();
  const names = new Set<string>();
  for (const tool of tools) {
    const declared = declaration(tool);
    append(losses, declared.losses);
    if (names.has(recipientOf(tool)))
      losses.push(
        lossAt(tool, ['name'], `Two tools have the name \`${tool.name}\`, so calls are ambiguous. Rename one of them.`),
      );
    names.add(recipientOf(tool));
    if (declared.value === '') continue;
    const namespace = tool.namespace || functionsNamespace;
    const all = byNamespace.get(namespace);
    if (all) all.push(declared.value);
    else byNamespace.set(namespace, [declared.value]);
  }
  const sections = [...byNamespace].map(([name, all]) => namespaceSection(name, '', all));
  return { value: sections.length === 0 ? '' : ['# Tools', ...sections].join('\n\n'), losses };
}

/**
 * A namespace under its heading, with its description and its declarations; a namespace without declarations has only its
 * description, as prose.
 */
export function namespaceSection(name: string, description: string, declarations: readonly string[]): string {
  const descriptionLines = description === '' ? [] : description.replace(/\n$/, '').split('\n');
  if (declarations.length === 0) return [`## ${name}\n`, ...descriptionLines].join('\n');
  const comments = descriptionLines.map((line) => `// ${line}`);
  return [`## ${name}\n`, ...comments, `namespace ${name} {\n`, ...declarations, `} // namespace ${name}`].join('\n');
}

const writableName = /^[\w-]+(?:\.[\w-]+)*$/;

/** Writes one tool as a declaration that ends with a line break. Empty if the tool's name cannot be declared. */
export function declaration(tool: Tool): WithLosses<string> {
  const { name, parameters } = tool;
  if (!writableName.test(name))
    return {
      value: '',
      losses: [
        lossAt(
          tool,
          ['name'],
          'The tool is dropped: its name has characters that are not allowed in a declaration. Use letters, digits, `_` and `-`.',
        ),
      ],
    };
  const { schema, losses } = parameters === undefined ? { losses: [] } : resolved(parameters);
  const type = schema === undefined ? '()' : `(_: ${typeOf(schema)})`;
  const text = `type ${name} = ${type} => any;\n`;
  const comments = tool.description === '' ? [] : commented(tool.description);
  return {
    value: [...comments, text].join('\n'),
    losses: [
      ...losses.map(({ path, reason }) => lossAt(tool, ['parameters', ...path], `${describePath(path)} ${reason}.`)),
      ...proved(tool, schema, text),
      ...(tool.strict === undefined
        ? []
        : [lossAt(tool, ['strict'], '`strict` is dropped: a TypeScript declaration cannot express it.')]),
    ],
  };
}

/** Reads a declaration again, and returns the parts of the tool that are missing from it. */
function proved(tool: Tool, schema: Schema | undefined, text: string): ToolLoss[] {
  if (schema === undefined) return [];
  const type = signatureAt(text, 0)?.type;
  const read = type === undefined ? undefined : declaredSchema(type);
  if (read === undefined)
    return [
      lossAt(
        tool,
        ['parameters'],
        'The declaration is too long or too deeply nested to be read back, so calls will not be checked against it.',
      ),
    ];
  return differences(normal(schema), normal(read)).map(({ path, reason }) =>
    lossAt(tool, ['parameters', ...path], `${describePath(path)} ${reason}: a TypeScript type cannot express it.`),
  );
}

/** A path in words: a property, a keyword, or a keyword in a property. */
function describePath(path: Path): string {
  const property = path.findLast((_, i) => path[i - 1] === 'properties');
  if (property !== undefined && path.at(-2) === 'properties') return `\`${property}\``;
  const keyword = path.findLast((step, i) => typeof step === 'string' && path[i - 1] !== 'properties') ?? 'parameters';
  return property === undefined ? `\`${keyword}\`` : `\`${keyword}\` in \`${property}\``;
}

/** The schema that a function's type declares, as a person would write it; undefined if the function takes no arguments. */
export function declaredSchema(type: string, aliases?: Aliases): Schema | undefined {
  if (/^\s*\(\s*\)\s*=>/.test(type)) return undefined;
  const { parametersSchema } =
    require('../../model/tools/type-schema.ts') as typeof import('../../model/tools/type-schema.ts');
  const schema = parametersSchema(type, aliases, true);
  return schema === undefined ? undefined : withTypes(schema);
}

const kindOf = (value: unknown) => (value === null ? 'null' : typeof value);

/** Adds types to lists of allowed values (`enum`), and removes `items` without restrictions, as in the schemas that people write. */
function withTypes(schema: Schema): Schema {
  if (typeof schema === 'boolean') return schema ? {} : schema;
  const {
    type,
    enum: values,
    properties,
    required,
    items,
    anyOf,
    oneOf,
    additionalProperties: rest,
    ...others
  } = schema;
  const kinds = type ?? (values && [...new Set(values.map(kindOf))]);
  const all = (variants: unknown) => (variants as readonly Schema[]).map(withTypes);
  return {
    ...(kinds !== undefined && { type: Array.isArray(kinds) && kinds.length === 1 ? kinds[0] : kinds }),
    ...others,
    ...(values && { enum: values }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, withTypes(one)])),
    }),
    ...(required && { required }),
    ...(items !== undefined && items !== true && { items: withTypes(items) }),
    ...(rest !== undefined && { additionalProperties: typeof rest === 'boolean' ? rest : withTypes(rest) }),
    ...(anyOf && { anyOf: all(anyOf) }),
    ...(oneOf !== undefined && { oneOf: all(oneOf) }),
  };
}
