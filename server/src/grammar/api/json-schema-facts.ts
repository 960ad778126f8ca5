/** The parts of JSON Schema that APIs check in declarations of tools (JSON Schema draft 2020-12, Validation §6.1.1, Core §10). */

export const schemaTypes: readonly string[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

/** Keywords whose value is a schema, a list of schemas, or a map from names to schemas. */
export const schemaKeywords: ReadonlyMap<string, 'schema' | 'list' | 'map'> = new Map([
  ...['items', 'additionalProperties', 'not', 'if', 'then', 'else', 'contains', 'propertyNames'].map(
    (name) => [name, 'schema'] as const,
  ),
  ...['prefixItems', 'anyOf', 'oneOf', 'allOf'].map((name) => [name, 'list'] as const),
  ...['properties', 'patternProperties', '$defs', 'definitions'].map((name) => [name, 'map'] as const),
]);
