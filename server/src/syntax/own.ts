/**
 * What an object has under a name from outside; undefined where it has nothing of its own there. Every object
 * has a `constructor`, so that `object[name]` would find one in any document.
 */
export function own<T>(object: Readonly<Record<string, T>>, name: string | undefined): T | undefined {
  return name !== undefined && Object.hasOwn(object, name) ? object[name] : undefined;
}
