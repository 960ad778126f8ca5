/** The format of the API schemas in this folder: which kinds of JSON values are accepted, and within which bounds. */

/** The kinds of values that are accepted, each with its bounds. An empty fact accepts any value. */
export interface ValueFact {
  readonly null?: true;
  readonly boolean?: true;
  readonly string?: StringFact;
  readonly number?: NumberFact;
  readonly array?: ArrayFact;
  readonly object?: ObjectFact | VariantFact;
  /** The API's error for a value that is not accepted, if it differs from the usual error. */
  readonly words?: string;
}

interface StringFact {
  readonly values?: readonly string[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
}

interface NumberFact {
  readonly min?: number;
  /** Whether the minimum itself is excluded. */
  readonly above?: true;
  readonly max?: number;
  readonly integer?: true;
  readonly values?: readonly number[];
}

interface ArrayFact {
  readonly of?: ValueFact;
  readonly min?: number;
  readonly max?: number;
}

export interface ObjectFact {
  readonly members: Readonly<Record<string, ValueFact>>;
  readonly required?: readonly string[];
  /**
   * The treatment of fields that are not in `members`: rejected (the default), not checked, or all checked by one fact. With `known`, a
   * field is only rejected if it resembles a name in `members`, or is in `foreign`. This is because APIs get new fields before this table
   * does.
   */
  readonly others?: 'accepted' | 'known' | ValueFact;
  /** Fields of other APIs that this API is known not to have. */
  readonly foreign?: readonly string[];
  readonly max?: number;
}

/** An object whose variant depends on one of its fields, such as `type`. */
export interface VariantFact {
  readonly by: string;
  readonly variants: Readonly<Record<string, ObjectFact>>;
  /** The variant of an object without the field `by`. If undefined, that field is required. */
  readonly usual?: string;
  /** The names of further variants, whose fields are not checked. A name that resembles a known variant is still reported. */
  readonly open?: RegExp;
  /** The API's errors for variants that are only allowed in other messages, by the name of the variant. */
  readonly elsewhere?: Readonly<Record<string, string>>;
}

export const anything: ValueFact = {};
export const text: ValueFact = { string: {} };
export const flag: ValueFact = { boolean: true };
export const oneOf = (...values: readonly string[]): ValueFact => ({ string: { values } });
export const numeric = (min?: number, max?: number): ValueFact => ({
  number: { ...(min !== undefined && { min }), ...(max !== undefined && { max }) },
});
export const whole = (min?: number, max?: number): ValueFact => ({
  number: { ...numeric(min, max).number, integer: true },
});
export const listOf = (of: ValueFact, min?: number, max?: number): ValueFact => ({
  array: { of, ...(min !== undefined && { min }), ...(max !== undefined && { max }) },
});
export const record = (
  members: ObjectFact['members'],
  required: readonly string[] = [],
  more: Pick<ObjectFact, 'others' | 'max' | 'foreign'> = {},
): ValueFact & { readonly object: ObjectFact } => ({ object: { members, required, ...more } });
export const orNull = (fact: ValueFact): ValueFact => ({ ...fact, null: true });

/** A parameter that is accepted only if another one has a value. */
export interface DependencyFact {
  readonly parameter: string;
  readonly needs: string;
  /** The value that the other parameter must have; if undefined, any value except null. */
  readonly value?: boolean;
  /** Values of `parameter` that do not need the other parameter. */
  readonly unless?: readonly unknown[];
  readonly words?: string;
}
