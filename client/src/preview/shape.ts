/**
 * Checks for untrusted values. A check returns whether a value has the expected shape. It never throws an error for a value parsed from
 * JSON.
 */

export type Check<T> = (value: unknown) => value is T;

export const isString: Check<string> = (value) => typeof value === 'string';
export const isBoolean: Check<boolean> = (value) => typeof value === 'boolean';
export const isNumber: Check<number> = (value): value is number => Number.isFinite(value);
/** A check for a line, a column or a count. */
export const isCount: Check<number> = (value): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

export function optional<T>(check: Check<T>): Check<T | undefined> {
  return (value): value is T | undefined => value === undefined || check(value);
}

export function listOf<T>(check: Check<T>): Check<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.every(check);
}

/** Returns a check for one of these words. */
export function oneIn<T extends string>(words: readonly T[]): Check<T> {
  return (value): value is T => (words as readonly unknown[]).includes(value);
}

/** Returns a check for an object with at least these fields. Further fields are not checked. */
export function shape<T extends object>(members: { readonly [Key in keyof T]-?: Check<T[Key]> }): Check<T> {
  const checks = Object.entries(members) as [string, Check<unknown>][];
  return (value): value is T =>
    typeof value === 'object' &&
    value !== null &&
    checks.every(([key, check]) => check(Object.getOwnPropertyDescriptor(value, key)?.value));
}

/** Returns a check for an object that has the shape that its `type` selects. */
export function oneOf<T extends { readonly type: string }>(
  shapes: {
    readonly [Type in T['type']]: Check<Omit<Extract<T, { readonly type: Type }>, 'type'>>;
  },
): Check<T> {
  const isTyped = shape<{ readonly type: string }>({ type: isString });
  const checks = new Map<string, Check<unknown>>(Object.entries(shapes));
  return (value): value is T => isTyped(value) && checks.get(value.type)?.(value) === true;
}
