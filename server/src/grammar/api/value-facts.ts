/** How the schema of an API is written down here: for each kind of JSON value, whether it is accepted and within which bounds. */

/** A value: the kinds that are accepted, each with its bounds. An empty fact accepts anything. */
export interface ValueFact {
  readonly null?: true;
  readonly boolean?: true;
  readonly string?: StringFact;
  readonly number?: NumberFact;
  readonly array?: ArrayFact;
  readonly object?: ObjectFact | VariantFact;
  /** The API's own words for anything that the fact does not accept, if they differ from its usual ones. */
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
  /** The smallest value is not accepted itself. */
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
   * Members that `members` does not have: rejected (the default), not looked at, or each of them a value. `known`: APIs get new
   * members before this table does, so only one is rejected that is nearly a word of `members`, or is in `foreign`.
   */
  readonly others?: 'accepted' | 'known' | ValueFact;
  /** Members of other APIs, which this one is known not to have. */
  readonly foreign?: readonly string[];
  /** The most members. */
  readonly max?: number;
}

/** An object that a member of it, such as `type`, makes one of several. */
export interface VariantFact {
  readonly by: string;
  readonly variants: Readonly<Record<string, ObjectFact>>;
  /** The variant of an object without that member; without one, the member is required. */
  readonly usual?: string;
  /** Names of further variants whose members are not looked at, unless one is nearly the name of a variant. */
  readonly open?: RegExp;
  /** Words of the API for a variant that exists elsewhere, by its name. */
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
  /** The value that the other one must have; undefined: any but null. */
  readonly value?: boolean;
  /** Values of the parameter that need nothing. */
  readonly unless?: readonly unknown[];
  /** The API's own words. */
  readonly words?: string;
}
