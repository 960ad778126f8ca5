/**
 * Completes `.ocmlrc.yaml` from its schema: keys with their descriptions, and the values of enumerations. If the YAML extension is
 * installed, that extension completes the file instead. VS Code itself completes `.ocmlrc.json`.
 */
import {
  CompletionItem,
  CompletionItemKind,
  type Disposable,
  type ExtensionContext,
  extensions,
  languages,
  type Position,
  Range,
  SnippetString,
  type TextDocument,
  Uri,
  workspace,
} from 'vscode';
import { yamlExtension } from './configuration-problems.ts';

/** The subset of JSON Schema that the schema uses. */
interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly definitions?: Readonly<Record<string, Schema>>;
}

/** The step from a list to one of its items, in the path of a value. */
const item = Symbol('item');
type Step = string | typeof item;

const keyLine = /^([ ]*)((?:- +)*)([\w.$-]+)[ ]*:(?=\s|$)/;

export function registerConfigurationCompletion(context: ExtensionContext): Disposable {
  let schema: Promise<Schema> | undefined;
  const read = async () => {
    const file = Uri.joinPath(context.extensionUri, 'schemas/ocmlrc.schema.json');
    return JSON.parse(new TextDecoder().decode(await workspace.fs.readFile(file))) as Schema;
  };
  const provideCompletionItems = async (document: TextDocument, position: Position) => {
    if (extensions.getExtension(yamlExtension) !== undefined) return [];
    schema ??= read();
    return complete(document, position, await schema);
  };
  return languages.registerCompletionItemProvider({ pattern: '**/.ocmlrc.yaml' }, { provideCompletionItems }, ' ');
}

function complete(document: TextDocument, position: Position, root: Schema): CompletionItem[] {
  const before = document.lineAt(position).text.slice(0, position.character);
  if (/(?:^|\s)#/.test(before)) return [];
  const [, indent, dashes = '', word = ''] = /^([ ]*)((?:- +)*)([\w.$-]*)$/.exec(before) ?? [];
  const range = (typed: string) => new Range(position.translate(0, -typed.length), position);
  if (indent !== undefined) {
    const column = indent.length + dashes.length;
    const path = pathOf(document, position.line, dashes === '' ? column : indent.length + 1);
    const schemas = schemasAt(root, dashes === '' ? path : [...path, item]);
    const present = keysBeside(document, position.line, column);
    const items = keys(schemas, root, present, range(word), ' '.repeat(column));
    return dashes === '' ? items : [...items, ...values(schemas, range(word))];
  }
  const value = /^([ ]*)((?:- +)*)([\w.$-]+)[ ]*:[ ]+([\w.-]*)$/.exec(before);
  if (value === null) return [];
  const [, blank = '', dash = '', key = '', typed = ''] = value;
  const path = pathOf(document, position.line, dash === '' ? blank.length : blank.length + 1);
  return values(schemasAt(root, dash === '' ? [...path, key] : [...path, item, key]), range(typed));
}

/**
 * Returns the path to a line: the keys and list items that contain it, outermost first. `column`: the column at which the key of the line
 * begins.
 */
function pathOf(document: TextDocument, line: number, column: number): Step[] {
  const path: Step[] = [];
  let limit = column;
  for (let at = line - 1; at >= 0 && limit > 0; at--) {
    const [, indent = '', dashes = '', key] = keyLine.exec(document.lineAt(at).text) ?? [];
    if (key === undefined) continue;
    if (indent.length + dashes.length < limit) path.unshift(key);
    else if (dashes === '' || indent.length >= limit) continue;
    if (dashes !== '') path.unshift(item);
    // The key of a list may have the same indentation as its items.
    limit = dashes === '' ? indent.length : indent.length + 1;
  }
  return path;
}

/** Returns the keys before and after a line that belong to the same mapping. */
function keysBeside(document: TextDocument, line: number, column: number): Set<string> {
  const keys = new Set<string>();
  for (const step of [-1, 1])
    for (let at = line + step; at >= 0 && at < document.lineCount; at += step) {
      const [, indent = '', dashes = '', key] = keyLine.exec(document.lineAt(at).text) ?? [];
      if (key === undefined) continue;
      const begins = indent.length + dashes.length;
      if (begins < column) break;
      if (begins === column) keys.add(key);
      if (dashes !== '' && begins === column) break;
    }
  return keys;
}

/** Returns a schema together with the schema to which it refers (`$ref`) and its alternatives (`anyOf`), recursively. */
function expandSchema(schema: Schema | undefined, root: Schema): Schema[] {
  if (schema === undefined) return [];
  const name = schema.$ref?.split('/').at(-1);
  const others = [...(name === undefined ? [] : [getOwnSchema(root.definitions, name)]), ...(schema.anyOf ?? [])];
  return [schema, ...others.flatMap((one) => expandSchema(one, root))];
}

/** Looks up a schema by name. Inherited properties are ignored, since a user may type a name such as `constructor`. */
const getOwnSchema = (schemas: Readonly<Record<string, Schema>> | undefined, name: string): Schema | undefined =>
  schemas && Object.getOwnPropertyDescriptor(schemas, name)?.value;

function schemasAt(root: Schema, path: readonly Step[]): Schema[] {
  let schemas = expandSchema(root, root);
  for (const step of path)
    schemas = schemas
      .flatMap(({ items, properties = {} }) => (step === item ? (items ?? []) : (getOwnSchema(properties, step) ?? [])))
      .flatMap((one) => expandSchema(one, root));
  return schemas;
}

function keys(
  schemas: readonly Schema[],
  root: Schema,
  present: ReadonlySet<string>,
  range: Range,
  margin: string,
): CompletionItem[] {
  return schemas.flatMap(({ properties = {} }) =>
    Object.entries(properties).flatMap(([key, schema]) => {
      if (present.has(key) || key.startsWith('$')) return [];
      const completion = new CompletionItem(key, CompletionItemKind.Property);
      const all = expandSchema(schema, root);
      completion.documentation = all.find(({ description }) => description !== undefined)?.description ?? '';
      completion.range = range;
      const isNested =
        all.some(({ properties }) => properties !== undefined) && !all.some(({ type }) => type === 'string');
      completion.insertText = isNested ? new SnippetString(`${escaped(key)}:\n${margin}  $0`) : `${key}: `;
      if (!isNested && listed(all).length > 0)
        completion.command = { title: '', command: 'editor.action.triggerSuggest', arguments: [{ auto: true }] };
      return [completion];
    }),
  );
}

const escaped = (text: string) => text.replace(/[\\$}]/g, '\\$&');

/** Returns the values that schemas enumerate, without duplicates. */
const listed = (schemas: readonly Schema[]): readonly string[] => [
  ...new Set(
    schemas.flatMap(({ enum: some, type }) => (type === 'boolean' ? ['true', 'false'] : (some ?? []).map(String))),
  ),
];

const values = (schemas: readonly Schema[], range: Range): CompletionItem[] =>
  listed(schemas).map((value) => {
    const completion = new CompletionItem(value, CompletionItemKind.EnumMember);
    completion.range = range;
    return completion;
  });
