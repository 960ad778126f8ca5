/** The types in declarations of tools (HARM-36), as written after the colon of a parameter, and the corresponding types of JSON. */
interface DeclaredTypeFact {
  readonly name: string;
  /** The corresponding type in JSON Schema. If missing, any type is allowed. */
  readonly json?: 'string' | 'number' | 'integer' | 'boolean' | 'null' | 'object' | 'array';
  readonly doc: string;
  /** Whether the type is recognized but not suggested. */
  readonly rare?: true;
}

export const declaredTypes: readonly DeclaredTypeFact[] = [
  { name: 'string', json: 'string', doc: 'Text. A choice of strings is written `"a" | "b"`.' },
  { name: 'number', json: 'number', doc: 'Any number, including fractions.' },
  { name: 'integer', json: 'integer', doc: 'A whole number.' },
  { name: 'boolean', json: 'boolean', doc: '`true` or `false`.' },
  { name: 'null', json: 'null', doc: 'No value, as in `string | null`.' },
  { name: 'object', json: 'object', doc: 'An object with any keys.' },
  { name: 'any', doc: 'Any value. Functions are declared to return `any`.' },
  { name: 'Object', json: 'object', doc: 'An object with any keys.', rare: true },
  { name: 'array', json: 'array', doc: 'A list of anything.', rare: true },
];
