/**
 * Returns the object's own property with a name that comes from a document, or undefined. Every object inherits `constructor`, so
 * `object[name]` would return a value if a document contained that word.
 */
export function getOwn<T>(object: Readonly<Record<string, T>>, name: string | undefined): T | undefined {
  return name !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}
