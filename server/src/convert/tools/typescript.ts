/**
 * Writes a JSON Schema as a TypeScript type, in the layout of Harmony's own renderer (HARM-36), with two differences:
 * - Parts that the renderer drops although TypeScript can express them are written: `anyOf`, constants and additional properties.
 * - Parts that would be misread are written safely: a choice in a list type is in parentheses, and every line of a description is a
 * comment.
 */

import { examplesLine } from '../../model/tools/annotations.ts';
import type { Schema, SchemaObject } from '../../model/tools/schema.ts';
import { getOwn } from '../../syntax/get-own.ts';
import { isObject } from '../../syntax/is-object.ts';

/** Writes the type of a resolved schema. `indent`: the indentation of the lines after the first. */
export function typeOf(schema: Schema, indent = ''): string {
  return unionOf(schema, indent).join(' | ') || 'any';
}

const step = '    ';

const names: Readonly<Record<string, string>> = {
  string: 'string',
  number: 'number',
  // TypeScript has no integer type; Harmony's renderer writes `number`, too.
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** The types that a schema allows, as a list. */
function unionOf(schema: Schema, indent: string): string[] {
  if (typeof schema === 'boolean') return [schema ? 'any' : 'never'];
  const types = alternatives(schema, indent);
  return schema.nullable === true && !types.includes('null') ? [...types, 'null'] : types;
}

function alternatives(schema: SchemaObject, indent: string): string[] {
  const variants = [schema.oneOf, schema.anyOf].find(isList);
  if (variants) {
    if (isSpread(schema)) return [`${spread(variants, indent)}\n${indent}`];
    const types = variants.flatMap((variant) =>
      isSpread(variant) ? [operand(variant, indent)] : unionOf(variant, `${indent}${step}`),
    );
    return [...new Set(types)];
  }
  const values = schema.const === undefined ? schema.enum : [schema.const];
  if (Array.isArray(values) && values.every(isScalar)) return values.map((value) => JSON.stringify(value));
  const type = schema.type ?? impliedType(schema);
  if (Array.isArray(type)) return [...new Set(type.flatMap((one) => typeNamed(one, schema, indent)))];
  return [typeNamed(type as string | undefined, schema, indent)];
}

const isList = (value: unknown): value is readonly Schema[] => Array.isArray(value) && value.length > 0;
const isScalar = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value);
const impliedType = ({ properties, items }: SchemaObject) => (properties ? 'object' : items ? 'array' : undefined);

function typeNamed(type: string | undefined, schema: SchemaObject, indent: string): string {
  if (type === 'object') return objectType(schema, indent);
  if (type === 'array') return arrayType(schema, indent);
  return getOwn(names, type) ?? 'any';
}

function arrayType({ items }: SchemaObject, indent: string): string {
  return items === undefined || Array.isArray(items) ? 'Array<any>' : `${operand(items, indent)}[]`;
}

/** A type as a part of another type; a choice is in parentheses. */
function operand(schema: Schema, indent: string): string {
  const types = unionOf(schema, indent);
  return types.length > 1 || isSpread(schema) ? `(${types.join(' | ')})` : (types[0] ?? 'any');
}

function objectType(schema: SchemaObject, indent: string): string {
  const { properties, additionalProperties: rest } = schema;
  const comment = lines(schema.description, indent);
  if (!isObject(properties))
    return rest === undefined || rest === false ? 'object' : `Record<string, ${typeOf(rest, indent)}>`;
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const members = Object.entries(properties).map(([key, value]) => member(key, value, required.has(key), indent));
  const others =
    rest === undefined || rest === false ? '' : `${indent}[key: string]: ${typeOf(rest, indent + step)},\n`;
  return `${comment}{\n${members.join('')}${others}${indent}}`;
}

function member(key: string, schema: Schema, isRequired: boolean, indent: string): string {
  const of = typeof schema === 'boolean' ? {} : schema;
  const name = `${keyOf(key)}${isRequired ? '' : '?'}:`;
  const fallback = of.default === undefined ? '' : `// default: ${defaultOf(of)}`;
  if (!isSpread(of))
    return `${above(of, indent)}${indent}${name} ${typeOf(schema, indent + step)},${fallback && ` ${fallback}`}\n`;
  const line = fallback && `${indent}${fallback}\n`;
  return `${above(of, indent)}${line}${indent}${name}${typeOf(schema, indent)},\n`;
}

/** The comments above a property. */
function above({ title, description, examples }: SchemaObject, indent: string): string {
  const heading = typeof title === 'string' ? `${indent}// ${title}\n${indent}//\n` : '';
  const items = Array.isArray(examples) ? examples.map((example) => `${indent}// - ${JSON.stringify(example)}\n`) : [];
  const list = items.length > 0 ? `${indent}// ${examplesLine}\n${items.join('')}` : '';
  return heading + lines(description, indent) + list;
}

function lines(text: unknown, indent: string): string {
  if (typeof text !== 'string' || text === '') return '';
  return commented(text, indent)
    .map((line) => `${line}\n`)
    .join('');
}

/** Writes text as comment lines. An empty line ends with a space, since otherwise the line before it would be read as a title. */
export function commented(text: string, indent = ''): string[] {
  return text.split(/\r\n?|\n/).map((line) => `${indent}// ${line}`);
}

/** Writes a default value as Harmony does: a value from a list without quotes, any other value as JSON. */
function defaultOf({ default: value, enum: values, type }: SchemaObject): string {
  const isPlain =
    typeof value === 'string' && isListed(values, value) && type !== undefined && !/[\r\n]|^\s|\s$/.test(value);
  return isPlain && value !== '' ? value : JSON.stringify(value);
}

const isListed = (values: unknown, value: string) => Array.isArray(values) && values.includes(value);

/** Whether each variant has a line of its own. This is always the case for `oneOf`, and otherwise if one of the variants has a note. */
function isSpread(schema: Schema): boolean {
  if (typeof schema === 'boolean') return false;
  if (isList(schema.oneOf)) return true;
  return isList(schema.anyOf) && schema.anyOf.some((variant) => typeof variant === 'object' && note(variant) !== '');
}

function spread(variants: readonly Schema[], indent: string): string {
  const lines = variants.map((variant) => {
    const comment = typeof variant === 'object' ? note(variant) : '';
    return `\n${indent} | ${operand(variant, `${indent}${step.slice(1)}`)}${comment && ` // ${comment}`}`;
  });
  return lines.join('');
}

/** The note on the line of a variant. The description of an object is not in this note, but in a comment of its own. */
function note(variant: SchemaObject): string {
  const { description, default: fallback, properties } = variant;
  const text = typeof description === 'string' && !isObject(properties) ? onOneLine(description) : '';
  return [text, fallback === undefined ? '' : `default: ${JSON.stringify(fallback)}`].filter(Boolean).join(' ');
}

/** A key that is unambiguous without quotes, since Harmony never writes quotes around keys. */
const plainKey = /^(?:[A-Za-z_$][\w$]*|(?:\d+[A-Za-z_$]|[\w$]*[-@.])[\w$@.-]*)$/;
/** Words that would be read as a modifier if a key followed them. */
const modifier = /^(?:public|private|protected|static|readonly|declare|abstract|get|set|async|override|new)$/;

const keyOf = (key: string) => (plainKey.test(key) && !modifier.test(key) ? key : JSON.stringify(key));

/** Replaces each line break in a text, and the white space around it, with a space. */
function onOneLine(text: string): string {
  const [first = '', ...lines] = text.split(/[\r\n]+/);
  const last = lines.pop();
  if (last === undefined) return first;
  const between = lines.map((line) => line.trim()).filter((line) => line !== '');
  return [first.trimEnd(), ...between, last.trimStart()].join(' ');
}
