/**
 * The own property of an object under a name from outside, or undefined. Every object inherits a `constructor`, so that
 * `object[name]` would find one for that word in a document.
 */
export function getOwn<T>(object: Readonly<Record<string, T>>, name: string | undefined): T | undefined {
  return name !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}
