/**
 * Quickly checks the usual kinds of tools in a row and the arguments of calls, without spans and without a validator. The result
 * is true only if they certainly have no fault (`test/unit/json-checker.property.test.ts`).
 */

import { getOwn } from '../../syntax/get-own.ts';
import { isObject } from '../../syntax/is-object.ts';

type Members = Readonly<Record<string, unknown>>;

/** The parameters of each tool, by the name of the tool. */
export type PlainTools = ReadonlyMap<string, Members>;

const toolKeys = new Set(['type', 'function']);
const functionKeys = new Set(['name', 'description', 'parameters', 'strict']);
const parametersKeys = new Set(['type', 'properties', 'required', 'description', 'additionalProperties']);
const propertyKeys = new Set(['type', 'description', 'enum', 'items']);

/**
 * Returns the parameters of tools; undefined unless the tools are a list of functions with distinct names, each with a plain
 * object as its parameters.
 */
export function plainTools(tools: unknown): PlainTools | undefined {
  if (!Array.isArray(tools)) return undefined;
  const parametersByName = new Map<string, Members>();
  for (const tool of tools as readonly unknown[]) {
    const of = isObject(tool) && hasOnly(tool, toolKeys) && tool.type === 'function' ? tool.function : undefined;
    if (!isObject(of) || !hasOnly(of, functionKeys)) return undefined;
    const [name, parameters] = [getOwn(of, 'name'), getOwn(of, 'parameters')];
    if (!isPlainToolName(name) || parametersByName.has(name) || !isObject(parameters)) return undefined;
    if (typeof (getOwn(of, 'description') ?? '') !== 'string' || !arePlainParameters(parameters)) return undefined;
    parametersByName.set(name, parameters);
  }
  return parametersByName;
}

/** Whether a value is a name of a tool that can be checked this way. */
export const isPlainToolName = (name: unknown): name is string =>
  typeof name === 'string' && /^[A-Za-z][\w-]*$/.test(name);

function arePlainParameters(parameters: Members): boolean {
  if (!hasOnly(parameters, parametersKeys) || getOwn(parameters, 'type') !== 'object') return false;
  const properties = getOwn(parameters, 'properties');
  const required = getOwn(parameters, 'required') ?? [];
  if (!isObject(properties) || !Array.isArray(required)) return false;
  if (typeof (getOwn(parameters, 'additionalProperties') ?? false) !== 'boolean') return false;
  return required.every((key) => typeof key === 'string' && Object.hasOwn(properties, key));
}

/** Whether all arguments of a call are declared and have the right type, and all required ones are present. */
export function fitPlainly(values: Members, parameters: Members): boolean {
  const properties = getOwn(parameters, 'properties') as Members;
  for (const key in values) {
    if (!Object.hasOwn(properties, key) || !fits(getOwn(values, key), getOwn(properties, key))) return false;
  }
  const required = (getOwn(parameters, 'required') ?? []) as readonly string[];
  return required.every((key) => Object.hasOwn(values, key));
}

function fits(value: unknown, schema: unknown): boolean {
  if (!isObject(schema) || !hasOnly(schema, propertyKeys)) return false;
  const enumValues = getOwn(schema, 'enum');
  if (
    enumValues !== undefined &&
    !(Array.isArray(enumValues) && typeof value === 'string' && enumValues.includes(value))
  )
    return false;
  const type = getOwn(schema, 'type');
  if (type === 'array') {
    const items = getOwn(schema, 'items');
    return Array.isArray(value) && (items === undefined || value.every((item) => fits(item, items)));
  }
  if (getOwn(schema, 'items') !== undefined) return false;
  return type === 'integer' ? Number.isInteger(value) : simpleTypes.has(type) && typeof value === type;
}

const simpleTypes = new Set<unknown>(['string', 'number', 'boolean']);

function hasOnly(value: Members, keys: ReadonlySet<string>): boolean {
  for (const key in value) if (!keys.has(key)) return false;
  return true;
}
