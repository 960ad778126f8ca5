/** Limits for configurations, so that an untrusted one cannot cause long waits. */

/** The maximum size of a configuration, in bytes: reading YAML takes time quadratic in the number of keys. */
export const MAX_CONFIG_SIZE = 32 * 1024;
/** The maximum number of configurations that apply to a file, in its folder and above. */
export const MAX_CONFIGS = 10;
/** The maximum number of complaints about one file: further complaints are only counted. */
export const MAX_COMPLAINTS = 20;

export const MAX_VALUE_DEPTH = 20;
const MAX_VALUES = 20_000;

/** Whether a value can be traversed: a few lines of YAML with aliases can create cycles, and trees of any size. */
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

/** The maximum length of quoted text in a message (UTF-16 units). */
const MAX_QUOTE_LENGTH = 80;

export function shortened(text: string): string {
  if (text.length <= MAX_QUOTE_LENGTH) return text;
  // Drop half of a surrogate pair at the end.
  return `${text.slice(0, MAX_QUOTE_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A value as a message shows it; the value must be bounded (`isBounded`). */
export const quotedValue = (value: unknown): string => shortened(JSON.stringify(value) ?? String(value));
