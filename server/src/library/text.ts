/** Checks that arguments are strings, for callers without type checking. */

/** Returns the text. Throws a `TypeError` for anything else, such as messages that were not serialized to JSON. */
export function textOf(name: string, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new TypeError(
    `\`${name}\` takes a string, not ${value === null ? 'null' : typeof value}. To pass messages, convert them with \`JSON.stringify\``,
  );
}
