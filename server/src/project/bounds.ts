/** Limits for configurations, so that one from a stranger cannot cause long waits. */

/** Bytes of a file. YAML takes a time that grows with the square of the number of keys. */
export const largestConfig = 32 * 1024;
/** Configurations that hold for a file, its own folder's and those above. */
export const mostConfigs = 10;
/** Complaints about one file: the others are counted. */
export const mostComplaints = 20;

export const deepest = 20;
const mostValues = 20_000;

/** Whether a value can be gone through: a few lines of YAML with aliases make circles, and trees of any size. */
export function isBounded(value: unknown): boolean {
  const waiting: [value: unknown, depth: number][] = [[value, 1]];
  let count = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [one, depth] = next;
    if (++count > mostValues || depth > deepest) return false;
    if (typeof one !== 'object' || one === null) continue;
    for (const member of Object.values(one)) waiting.push([member, depth + 1]);
  }
  return true;
}

/** As much of a text as a message can show, in UTF-16 units. */
const longest = 80;

export function shortened(text: string): string {
  if (text.length <= longest) return text;
  // No half of a pair at the end.
  return `${text.slice(0, longest).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** A value as a message shows it; it must be bounded. */
export const shown = (value: unknown): string => shortened(JSON.stringify(value) ?? String(value));

/** The deepest nesting of brackets or list marks that is read, since the YAML reader is recursive. */
const mostOpen = 500;

/**
 * Whether a text is nested too deeply for the YAML reader. A stack overflow while V8 compiles a regular expression is not an
 * exception, but ends the process.
 */
export function isTooDeep(text: string): boolean {
  let open = 0;
  for (const [mark] of text.matchAll(/[[{\]}]|(?:[-?:][ \t]+){100}/g)) {
    if (mark.length > 1) return true;
    open += mark === '[' || mark === '{' ? 1 : -1;
    if (open > mostOpen) return true;
    if (open < 0) open = 0;
  }
  return false;
}
