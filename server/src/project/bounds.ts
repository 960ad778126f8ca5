/** Limits for configurations, so that untrusted ones cannot cause long delays. */

/** The maximum size of a configuration, in bytes. The time to read YAML is quadratic in the number of keys. */
export const MAX_CONFIG_SIZE = 32 * 1024;
/** The maximum number of configurations that apply to a file, from its folder and the folders above. */
export const MAX_CONFIGS = 10;
/** The maximum number of complaints about one file. Any others are only counted. */
export const MAX_COMPLAINTS = 20;

export const MAX_VALUE_DEPTH = 20;
const MAX_VALUES = 20_000;

/** Whether a value is small enough to be traversed. With aliases, a few lines of YAML can create cycles, or trees of any size. */
export function isBounded(value: unknown): boolean {
  const waiting: [value: unknown, depth: number][] = [[value, 1]];
  let count = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [one, depth] = next;
    if (++count > MAX_VALUES || depth > MAX_VALUE_DEPTH) return false;
    if (typeof one !== 'object' || one === null) continue;
    for (const member of Object.values(one)) waiting.push([member, depth + 1]);
  }
  return true;
}

/** The maximum length of text that a message quotes (UTF-16 units). */
const MAX_QUOTE_LENGTH = 80;

export function shortened(text: string): string {
  if (text.length <= MAX_QUOTE_LENGTH) return text;
  // Drop the first half of a surrogate pair if its second half was cut off.
  return `${text.slice(0, MAX_QUOTE_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Returns a value as it is quoted in a message. The value must be bounded (`isBounded`). */
export const quotedValue = (value: unknown): string => shortened(JSON.stringify(value) ?? String(value));
